import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Tables
import Travellers

extension PopulationMaker {
  /// Reads the drivers that a file lists.
  func addDrivers(
    _ recorded: Scenario.RecordedSide<Scenario.DriverAttributes>, to population: inout Population
  ) throws(SynthesisError) {
    var table = try table("drivers", recorded.file)
    let rows = try table.read {
      DriverColumns(
        &$0, territory, needsDeparture: recorded.defaultDepart == nil, start: scenario.time.start)
    } row: { columns, table in
      let driver = driver(columns, recorded, &table)
      let user = columns.terms.user.read(&population.roll, &table.rows)
      return table.isInPeriod(driver.depart) ? Known(driver, user) : nil
    }
    try table.finish()
    population.add(resampled(rows, recorded.resampling, .drivers))
    population.driverNames = recorded.resampling.method?.drawsAnew == true ? .numbers : table.names
    population.take(table.input, table.notices() + notices(of: recorded.resampling, .drivers))
  }

  private func driver(
    _ columns: DriverColumns, _ recorded: Scenario.RecordedSide<Scenario.DriverAttributes>,
    _ table: inout RecordedRows
  ) -> Driver {
    let id = table.id(columns.id)
    let origin = columns.origin.read(&table.rows)
    let destination = columns.destination.read(&table.rows)
    let depart = table.rows.time(columns.depart, after: columns.start) ?? recorded.defaultDepart
    if depart == nil {
      table.rows.recordValue(columns.depart, expected: .other("a time, or supply.default_depart_s"))
    }
    var driver = Driver(
      id: id, origin: origin.place, destination: destination.place, depart: depart ?? .zero)
    apply(recorded.attributes, to: &driver, entity: UInt64(bitPattern: id))
    columns.read(&driver, &table.rows)
    columns.terms.read(&driver, traveller(recorded.attributes, id), &table.rows)
    let wait = columns.latestDepart(&table.rows).map { $0 - driver.depart }
    jitter(&driver, at: driver.depart, recorded.resampling, .drivers)
    assess(&driver, (origin.cause ?? destination.cause).map(Cause.init))
    loosen(
      &driver, recorded.attributes, entity: UInt64(bitPattern: id),
      latestDepart: wait.map { driver.depart + $0 })
    return driver
  }

  /// The traits and wishes drawn for the driver of the row `id`.
  func traveller(_ attributes: Scenario.DriverAttributes, _ id: Int64) -> Traveller {
    var draws = stream(.traits(.drivers), row: id)
    return traveller(attributes.persons, attributes.wishes, &draws)
  }

  /// Sets the solo trip of `driver`, and why it takes no part, where it does not.
  func assess(_ driver: inout Driver, _ cause: Cause?) {
    driver.refusal = cause
    guard cause == nil else { return }
    let trip = territory.trip(
      driver.origin, driver.destination, at: driver.depart, longest: carpool.input.longestTrip)
    driver.solo = trip.travel
    driver.refusal = trip.cause.map(Cause.init)
  }
}

/// The columns of a drivers' file.
private struct DriverColumns {
  let id: CSVColumn
  let origin: EndColumns
  let destination: EndColumns
  let depart: CSVOptionalColumn
  /// The local time of second 0; nil where only seconds are understood.
  let start: LocalDateTime?
  private let announce: CSVOptionalColumn
  private let latestArrival: CSVOptionalColumn
  private let latestDeparture: CSVOptionalColumn
  /// The columns of what the driver offers, and who it is.
  let terms: DriverTermsColumns

  init(_ rows: inout CSVReader, _ territory: Territory, needsDeparture: Bool, start: LocalDateTime?) {
    self.start = start
    id = rows.column("driver_id")
    origin = EndColumns("origin", &rows, in: territory)
    destination = EndColumns("destination", &rows, in: territory)
    // Asked for, a column that is not there becomes a fault.
    if needsDeparture { _ = rows.column("depart_s") }
    depart = rows.optionalColumn("depart_s")
    announce = rows.optionalColumn("announce_s")
    latestArrival = rows.optionalColumn("latest_arrive_s")
    latestDeparture = rows.optionalColumn("latest_depart_s")
    terms = DriverTermsColumns(&rows)
  }

  /// Returns the latest departure that the row gives; nil where it gives none.
  func latestDepart(_ rows: inout CSVReader) -> Milliseconds? { rows.time(latestDeparture, after: start) }

  /// Gives `driver` what the row says.
  func read(_ driver: inout Driver, _ rows: inout CSVReader) {
    if let time = rows.time(announce, after: start) { driver.announce = max(.zero, time) }
    if let time = rows.time(latestArrival, after: start) { driver.latestArrival = time }
  }
}

/// The columns of any file of drivers that say what a driver offers, and who it is.
struct DriverTermsColumns {
  private let seats: CSVOptionalColumn
  private let luggageRoom: CSVOptionalColumn
  private let maxDetour: CSVOptionalColumn
  private let maxDetourRatio: CSVOptionalColumn
  private let traveller: TravellerColumns
  let user: UserColumn

  init(_ rows: inout CSVReader) {
    seats = rows.optionalColumn("seats")
    luggageRoom = rows.optionalColumn("luggage_room")
    maxDetour = rows.optionalColumn("max_detour_s")
    maxDetourRatio = rows.optionalColumn("max_detour_ratio")
    traveller = TravellerColumns(&rows)
    user = UserColumn(&rows)
  }

  /// Gives `driver` what the row says.
  func read(_ driver: inout Driver, _ drawn: Traveller, _ rows: inout CSVReader) {
    if let count = rows.int64(seats, in: 0...100) { driver.seats = Int16(count) }
    if let count = rows.int64(luggageRoom, in: 0...1_000) { driver.luggageRoom = Int16(count) }
    if let span = rows.span(maxDetour) { driver.maxDetour = span }
    if let ratio = rows.share(maxDetourRatio) { driver.maxDetourRatio = ratio }
    (driver.person, driver.wishes) = traveller.read(&rows, drawn: drawn)
  }
}
