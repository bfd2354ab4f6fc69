import Metrics
import Quantities
import Simulation
import Spaces
public import Tables
import Travellers

/// A driver and the trip's outcome.
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
  /// The driver's travel without passengers; nil if the row was refused before it was known.
  var solo: Travel? { record.outcome == .refusedInput && driver.solo == .none ? nil : driver.solo }
  /// The time of arrival; nil if the driver has not arrived.
  var arrive: Milliseconds? { record.outcome == .arrived ? record.arrive : nil }
  var detour: Milliseconds? { record.detour(of: driver) }
  var depart: Milliseconds { record.departure(of: driver) }
}

extension CarpoolTable {
  /// A row per driver: what was offered and what was driven.
  public static let drivers = drivers(
    also: [
      .user(
        "user_id",
        "Who drives: the same person is a passenger in the rows of requests.csv that name them. The column is there where"
          + " requests.csv has it."
      ) { $0.source.pointee.driverUsers[Int($0.index)] }
    ])

  /// The same for runs without users.
  static let driversOfStrangers = drivers(also: [])

  private static func drivers(also others: [Column<DriverRow>]) -> Table<DriverRow> {
    Table(
      "drivers", "A row per driver: what was offered and what was driven.", key: ["driver_id"],
      constant: .runID,
      columns: offered + driven + car + fate + Column<DriverRow>.wishes("driver") { $0.driver.wishes }
        + others)
  }

  private static let offered: [Column<DriverRow>] = [
    .driver("driver_id", "The driver, as the supply file calls it.") { $0.index },
    .coordinate(
      "origin_x",
      "Longitude or x where the trip begins, or where a car waits at first; the node's on a network."
    ) {
      $0.origin?.x
    },
    .coordinate("origin_y", "Latitude or y where the trip begins.") { $0.origin?.y },
    .coordinate(
      "destination_x",
      "Longitude or x where the trip ends; the node's on a network; empty for a car that waits, like"
        + " destination_y."
    ) {
      $0.destination?.x
    },
    .coordinate("destination_y", "Latitude or y where the trip ends.") { $0.destination?.y },
    .seconds(
      "depart_s", "When the driver departs; of one who may choose and has not left yet, the earliest time."
    ) { $0.depart },
    .seconds(
      "solo_arrive_s", "When the driver would arrive without any passenger.", formula: "depart_s + solo_s"
    ) { row in row.solo.map { row.depart + $0.duration } },
    .seconds(
      "arrive_s",
      "When the driver arrived, or the service of a car that waits ended; empty where neither has happened."
    ) { $0.arrive },
    .seconds(
      "solo_s",
      "Duration of the trip without any passenger, at the travel times of the departure; empty where the row was "
        + "refused before it was known."
    ) { $0.solo?.duration },
    .metres("solo_m", "Length of the trip without any passenger; empty like solo_s.") { $0.solo?.metres },
  ]

  private static let driven: [Column<DriverRow>] = [
    .seconds(
      "driven_s",
      "Duration of the trip as made, stops included; of a car that waits that of its driving alone.",
      formula: "arrive_s − depart_s"
    ) { row in row.record.driven(by: row.driver) },
    .metres("driven_m", "Length of the trip as made; empty where the driver has not arrived.") { row in
      row.arrive.map { _ in row.record.drivenMetres }
    },
    .seconds(
      "detour_s",
      "The realised total detour in time, stops included, which they are not for a car that waits.",
      formula: "driven_s − solo_s"
    ) { $0.detour },
    .metres("detour_m", "The realised total detour in metres.", formula: "driven_m − solo_m") { row in
      row.detour.map { _ in row.record.drivenMetres - row.driver.solo.metres }
    },
    .ratio("detour_ratio", "The realised total detour against the solo trip.", formula: "detour_s ÷ solo_s") {
      row in
      row.detour.flatMap { $0.ratio(to: row.driver.solo.duration) }
    },
  ]

  private static let car: [Column<DriverRow>] =
    [
      .seconds("max_detour_s", "The largest total detour that the driver accepts; empty without a limit.") {
        $0.driver.maxDetour.ifEver
      },
      .ratio("max_detour_ratio", "The same as a ratio to solo_s; empty without a limit.") {
        $0.driver.maxDetourRatio.isFinite ? $0.driver.maxDetourRatio : nil
      },
      .count("seats", "Free seats, the driver's own not counted.") { $0.driver.seats },
      .count("luggage_room", "Free room for luggage, pieces.") { $0.driver.luggageRoom },
    ] + Column<DriverRow>.person("driver") { $0.driver.person }

  private static let fate: [Column<DriverRow>] = [
    .count("offers", "Offers received.") { $0.record.offers },
    .count("declines", "Offers that the driver declined.") { $0.record.declines },
    .count("passengers_served", "Requests dropped off, a party counted once.") { $0.record.served },
    .count("max_on_board", "The largest number of passengers on board at a time, persons.") {
      $0.record.maxOnBoard
    },
    .word("outcome", "How the driver ended; see the list of driver outcomes.") { $0.record.outcome },
  ]
}
