import Metrics
import Quantities
import Simulation
import Spaces
public import Tables
import Travellers

/// A driver, with the trip's outcome.
public struct DriverRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let index: DriverIndex
  let origin, destination: Coordinates?

  init(_ index: Int, _ source: UnsafePointer<RowSource>) {
    self.source = source
    self.index = DriverIndex(index)
    let driver = source.pointee.drivers[index]
    origin = source.pointee.coordinates(driver.origin.position)
    destination = driver.waits ? nil : source.pointee.coordinates(driver.destination.position)
  }

  var driver: Driver { source.pointee.drivers[Int(index)] }
  var record: DriverRecord { source.pointee.driverRecords[Int(index)] }
  /// The driver's travel without passengers; nil if the row was refused before it was computed.
  var solo: Travel? { record.outcome == .refusedInput && driver.solo == .none ? nil : driver.solo }
  /// The time of arrival; nil if the driver has not arrived.
  var arrive: Milliseconds? { record.outcome == .arrived ? record.arrive : nil }
  var detour: Milliseconds? { record.detour(of: driver) }
  var depart: Milliseconds { record.departure(of: driver) }
}

extension CarpoolTable {
  /// One row per driver.
  public static let drivers = drivers(
    also: [
      .user(
        "user_id",
        "The user who drives; the same person is the passenger in rows of requests.csv with the same user. Present if"
          + " requests.csv has the column."
      ) { $0.source.pointee.driverUsers[Int($0.index)] }
    ])

  /// The table of drivers for runs without users.
  static let driversOfStrangers = drivers(also: [])

  private static func drivers(also others: [Column<DriverRow>]) -> Table<DriverRow> {
    Table(
      "drivers", "A row per driver.", key: ["driver_id"],
      constant: .runID,
      columns: offered + driven + car + fate + Column<DriverRow>.wishes("driver") { $0.driver.wishes }
        + others)
  }

  private static let offered: [Column<DriverRow>] = [
    .driver("driver_id", "The driver, by the id of the supply file.") { $0.index },
    .coordinate(
      "origin_x",
      "The longitude or x of the origin, or of a car's initial waiting place; on a network, that of its node."
    ) {
      $0.origin?.x
    },
    .coordinate("origin_y", "The latitude or y of the origin.") { $0.origin?.y },
    .coordinate(
      "destination_x",
      "The longitude or x of the destination; on a network, that of its node. Empty, like destination_y, for a waiting car."
    ) {
      $0.destination?.x
    },
    .coordinate("destination_y", "The latitude or y of the destination.") { $0.destination?.y },
    .seconds(
      "depart_s", "The departure; for a flexible driver who has not left yet, the earliest departure."
    ) { $0.depart },
    .seconds(
      "solo_arrive_s", "The arrival of the solo trip.", formula: "depart_s + solo_s"
    ) { row in row.solo.map { row.depart + $0.duration } },
    .seconds(
      "arrive_s",
      "The arrival, or the end of the service of a waiting car; empty if neither has happened."
    ) { $0.arrive },
    .seconds(
      "solo_s",
      "The duration of the solo trip, at the travel times of the departure; empty if the row was refused before it was computed."
    ) { $0.solo?.duration },
    .metres("solo_m", "The length of the solo trip; empty if solo_s is empty.") { $0.solo?.metres },
  ]

  private static let driven: [Column<DriverRow>] = [
    .seconds(
      "driven_s",
      "The duration of the actual trip, stops included; for a waiting car, its driving time only.",
      formula: "arrive_s − depart_s"
    ) { row in row.record.driven(by: row.driver) },
    .metres("driven_m", "The length of the actual trip; empty if the driver has not arrived.") { row in
      row.arrive.map { _ in row.record.drivenMetres }
    },
    .seconds(
      "detour_s",
      "The realised total detour in time, stops included except for waiting cars.",
      formula: "driven_s − solo_s"
    ) { $0.detour },
    .metres("detour_m", "The realised total detour in metres.", formula: "driven_m − solo_m") { row in
      row.detour.map { _ in row.record.drivenMetres - row.driver.solo.metres }
    },
    .ratio(
      "detour_ratio", "The ratio of the realised total detour to the solo trip.", formula: "detour_s ÷ solo_s"
    ) {
      row in
      row.detour.flatMap { $0.ratio(to: row.driver.solo.duration) }
    },
  ]

  private static let car: [Column<DriverRow>] =
    [
      .seconds("max_detour_s", "The driver's limit on the total detour; empty without a limit.") {
        $0.driver.maxDetour.ifEver
      },
      .ratio(
        "max_detour_ratio",
        "The driver's limit on the ratio of total detour to solo_s; empty without a limit."
      ) {
        $0.driver.maxDetourRatio.isFinite ? $0.driver.maxDetourRatio : nil
      },
      .count("seats", "The number of free seats, excluding the driver's.") { $0.driver.seats },
      .count("luggage_room", "The luggage capacity, in pieces.") { $0.driver.luggageRoom },
    ] + Column<DriverRow>.person("driver") { $0.driver.person }

  private static let fate: [Column<DriverRow>] = [
    .count("offers", "The number of offers received.") { $0.record.offers },
    .count("declines", "The number of offers declined.") { $0.record.declines },
    .count("passengers_served", "The number of requests dropped off, each party counted once.") {
      $0.record.served
    },
    .count("max_on_board", "The maximum number of passengers on board at a time.") {
      $0.record.maxOnBoard
    },
    .word("outcome", "The outcome of the driver; see the list of driver outcomes.") { $0.record.outcome },
  ]
}

/// A stop that was actually made.
public struct StopRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let stop: StopRecord
  /// The number of the record within the driver's trip, counting from 1.
  let sequence: Int
  /// The number of the car's stop within the trip, counting from 1; parties may share a stop.
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
  /// One row per stop made, with all columns.
  public static let stops = stops(also: [
    .count(
      "stop",
      "The number of the car's stop within the driver's trip, from 1; parties that share a stop have the same number. Only with "
        + "`matching.stops` `shared`."
    ) { $0.number }
  ])

  /// The table of stops for runs in which each party has a separate stop.
  static let stopsOfEach = stops(also: [])

  private static func stops(also others: [Column<StopRow>]) -> Table<StopRow> {
    Table(
      "stops", "A row per stop actually made.", key: ["driver_id", "sequence"], constant: .runID,
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
      .count("party_size", "The number of persons who board or alight; empty if request_id is empty.") {
        $0.stop.request != .none ? $0.stop.partySize : nil
      },
      .coordinate("x", "The longitude or x of the stop.") { $0.position?.x },
      .coordinate("y", "The latitude or y of the stop.") { $0.position?.y },
      .metres("odometer_m", "The distance driven since departure.") { $0.stop.odometer },
      .count("on_board_after", "The number of passengers on board at departure, excluding the driver.") {
        $0.stop.onBoardAfter
      },
    ]
  }
}
