import Metrics
import Quantities
import Simulation
public import Tables

/// A stop that was made.
public struct StopRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let stop: StopRecord
  /// The number within the driver's trip, counting from 1.
  let sequence: Int
  /// The number of the car's stop within the trip, counting from 1.
  let number: Int
  let position: Coordinates?

  init(_ stop: StopRecord, sequence: Int, number: Int, _ source: UnsafePointer<RowSource>) {
    self.source = source
    self.stop = stop
    self.sequence = sequence
    self.number = number
    position = source.pointee.coordinates(stop.position)
  }
}

extension CarpoolTable {
  /// A row per stop that was made, with all columns.
  public static let stops = stops(also: [
    .count(
      "stop",
      "The stop of the car within the driver's trip, counted from 1: the same for parties at one; only with `matching.stops`"
        + " `shared`."
    ) { $0.number }
  ])

  /// The same for runs in which each party has a stop of its own.
  static let stopsOfEach = stops(also: [])

  private static func stops(also others: [Column<StopRow>]) -> Table<StopRow> {
    Table(
      "stops", "A row per stop really made.", key: ["driver_id", "sequence"], constant: .runID,
      columns: made + others)
  }

  private static var made: [Column<StopRow>] {
    [
      .driver("driver_id", "The driver, by the id of the supply file.") { $0.stop.driver },
      .count("sequence", "The number of the stop within the driver's trip, from 1.") { $0.sequence },
      .seconds("arrive_s", "The arrival of the car.") { $0.stop.arrive },
      .seconds("leave_s", "The departure of the car; empty if it has not left.") { $0.stop.leave.ifEver },
      .word(
        "kind",
        "The purpose of the stop: depart, pickup, dropoff, transfer_dropoff, transfer_pickup, waypoint, move or arrive."
      ) { $0.stop.kind },
      .request("request_id", "The request served; empty at departure, waypoints, moves and arrival.") {
        $0.stop.request.ifAny
      },
      .count("party_size", "Persons who board or alight; empty like request_id.") {
        $0.stop.request != .none ? $0.stop.partySize : nil
      },
      .coordinate("x", "Longitude or x of the stop.") { $0.position?.x },
      .coordinate("y", "Latitude or y of the stop.") { $0.position?.y },
      .metres("odometer_m", "The distance driven since departure.") { $0.stop.odometer },
      .count("on_board_after", "Passengers on board when the car leaves, the driver not counted.") {
        $0.stop.onBoardAfter
      },
    ]
  }
}
