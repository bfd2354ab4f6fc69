import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Tables
import Travellers

extension PopulationMaker {
  /// Reads the drivers listed in a file.
  func addDrivers(
    _ recorded: Scenario.RecordedSide<Scenario.DriverAttributes>, to population: inout Population
  ) throws(SynthesisError) {
    var table = try table(.drivers, recorded.file, recorded.columns)
    let rows = try table.read {
      DriverColumns(
        &$0, territory, needsDeparture: recorded.defaultDepart == nil, start: scenario.time.start)
    } row: { columns, table in
      let driver = driver(columns, recorded, &table)
      let user = columns.terms.user.read(&population.roll, &table.rows)
      return table.isInPeriod(driver.depart) ? Known(driver, user) : nil
    }
    try table.finish()
    population.inputNotices += try notices(
      ofWaiting: rows.count { $0.traveller.waits }, of: rows.count, recorded.resampling)
    let taken = resampled(rows, recorded.resampling, .drivers, table.names)
    population.add(taken.rows)
    population.driverNames = taken.names
    population.take(table.input, table.notices() + notices(of: recorded.resampling, Side.drivers.field))
  }

  private func driver(
    _ columns: DriverColumns, _ recorded: Scenario.RecordedSide<Scenario.DriverAttributes>,
    _ table: inout RecordedRows
  ) -> Driver {
    let id = table.id(columns.id)
    let key = table.key(of: id)
    let origin = columns.origin.read(&table.rows)
    let destination = columns.destination(&table.rows)
    let depart = table.rows.time(columns.depart, after: columns.start) ?? recorded.defaultDepart
    if depart == nil {
      table.rows.recordValue(columns.depart, expected: .other("a time, or supply.default_depart_s"))
    }
    var driver =
      if let destination {
        Driver(id: id, origin: origin.place, destination: destination.place, depart: depart ?? .zero)
      } else {
        Driver(id: id, waitingAt: origin.place, depart: depart ?? .zero)
      }
    apply(recorded.attributes, to: &driver, entity: key)
    columns.read(&driver, &table.rows)
    columns.terms.read(&driver, traveller(recorded.attributes, key), &table.rows)
    let wait = columns.latestDepart(&table.rows).map { $0 - driver.depart }
    jitter(&driver, at: driver.depart, recorded.resampling, .drivers, key)
    assess(&driver, (origin.cause ?? destination?.cause).map(Cause.init))
    loosen(
      &driver, recorded.attributes, entity: key,
      latestDepart: wait.map { driver.depart + $0 })
    return driver
  }

  /// Draws the traits and preferences of the driver with the key `key`.
  func traveller(_ attributes: Scenario.DriverAttributes, _ key: UInt64) -> Traveller {
    var draws = stream(.traits(.drivers), key)
    return traveller(attributes.persons, attributes.wishes, &draws)
  }

  /// Sets the solo trip of `driver`, and the reason for a refusal, if any.
  func assess(_ driver: inout Driver, _ cause: Cause?) {
    driver.refusal = cause
    guard cause == nil else { return }
    if driver.waits { return assessWaiting(&driver) }
    let trip = territory.trip(
      driver.origin, driver.destination, at: driver.depart, longest: carpool.input.longestTrip)
    driver.solo = trip.travel
    driver.refusal = trip.cause.map(Cause.init)
  }
}

/// The columns of a file of drivers.
private struct DriverColumns {
  let id: CSVColumn
  let origin: EndColumns
  private let destination: EndColumns?
  let depart: CSVOptionalColumn
  /// The local time of simulated time 0; nil if only seconds are allowed.
  let start: LocalDateTime?
  private let announce: CSVOptionalColumn
  private let latestArrival: CSVOptionalColumn
  private let latestDeparture: CSVOptionalColumn
  private let end: CSVOptionalColumn
  /// The columns of the drivers' terms and traits.
  let terms: DriverTermsColumns

  init(_ rows: inout CSVReader, _ territory: Territory, needsDeparture: Bool, start: LocalDateTime?) {
    self.start = start
    id = rows.column("driver_id")
    origin = EndColumns("origin", &rows, in: territory)
    let names = rows.columnNames
    func has(_ end: String) -> Bool { names.contains { $0.utf8.starts(with: end.utf8) } }
    // A file without either end lacks more than a destination.
    let isExpected = has("destination") || !has("origin")
    destination = isExpected ? EndColumns("destination", &rows, in: territory) : nil
    // Requesting a missing column records a fault.
    if needsDeparture { _ = rows.column("depart_s") }
    depart = rows.optionalColumn("depart_s")
    announce = rows.optionalColumn("announce_s")
    latestArrival = rows.optionalColumn("latest_arrive_s")
    latestDeparture = rows.optionalColumn("latest_depart_s")
    end = rows.optionalColumn("end_s")
    terms = DriverTermsColumns(&rows)
  }

  /// Returns the latest departure in the row; nil if the row has none.
  func latestDepart(_ rows: inout CSVReader) -> Milliseconds? { rows.time(latestDeparture, after: start) }

  /// Returns the destination in the row, with the reason if it is unusable; nil for a waiting car.
  func destination(_ rows: inout CSVReader) -> (place: Place, cause: EndCause?)? {
    guard let destination, !destination.isEmpty(rows) else { return nil }
    return destination.read(&rows)
  }

  /// Sets the fields of `driver` from the row.
  func read(_ driver: inout Driver, _ rows: inout CSVReader) {
    if let time = rows.time(announce, after: start) { driver.announce = max(.zero, time) }
    let ofTrips = [latestArrival, latestDeparture] + terms.limits
    let (own, others) = driver.waits ? (end, ofTrips) : (latestArrival, [end])
    if let time = rows.time(own, after: start) { driver.latestArrival = time }
    for column in others where !rows.isEmpty(column) {
      rows.recordValue(
        column,
        expected: .other(
          driver.waits
            ? "nothing, because a car without a destination has no trip of its own; its end_s applies"
            : "nothing, because the driver's trip ends at the destination; latest_arrive_s gives the deadline"
        ))
    }
  }
}

/// The columns of drivers' terms and traits, common to all files of drivers.
struct DriverTermsColumns {
  private let seats: CSVOptionalColumn
  private let luggageRoom: CSVOptionalColumn
  private let maxDetour: CSVOptionalColumn
  private let maxDetourRatio: CSVOptionalColumn
  private let traveller: TravellerColumns
  /// The columns of detour limits.
  var limits: [CSVOptionalColumn] { [maxDetour, maxDetourRatio] }
  let user: UserColumn

  init(_ rows: inout CSVReader) {
    seats = rows.optionalColumn("seats")
    luggageRoom = rows.optionalColumn("luggage_room")
    maxDetour = rows.optionalColumn("max_detour_s")
    maxDetourRatio = rows.optionalColumn("max_detour_ratio")
    traveller = TravellerColumns(&rows)
    user = UserColumn(&rows)
  }

  /// Sets the terms and traits of `driver` from the row, and from `drawn` where values are missing.
  func read(_ driver: inout Driver, _ drawn: Traveller, _ rows: inout CSVReader) {
    if let count = rows.int64(seats, in: 0...100) { driver.seats = Int16(count) }
    if let count = rows.int64(luggageRoom, in: 0...1_000) { driver.luggageRoom = Int16(count) }
    if let span = rows.span(maxDetour) { driver.maxDetour = span }
    if let ratio = rows.share(maxDetourRatio) { driver.maxDetourRatio = ratio }
    (driver.person, driver.wishes) = traveller.read(&rows, drawn: drawn)
  }
}
