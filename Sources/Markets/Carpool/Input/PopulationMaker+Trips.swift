import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import Tables
import Travellers

extension PopulationMaker {
  /// Reads recorded trips: a seeded share become drivers, the others requests, on the sides that ask for them.
  ///
  /// The choice between them depends on the id of the trip alone; pickup is departure, or submission.
  func addTrips(to population: inout Population) throws(SynthesisError) {
    guard let trips = scenario.trips else {
      preconditionFailure("a scenario with a side of trips has trips")
    }
    guard territory.space.geometry == .globe else {
      throw SynthesisError(.notGeographic(file: path(of: trips.file)))
    }
    var table = try table("trips", trips.file)
    let found = try table.read {
      TripColumns(trips.format.columns, &$0, territory)
    } row: { columns, table in
      columns.read(&table)
    }
    let start = scenario.time.start ?? found.map(\.pickup).min()?.midnight ?? LocalDateTime(seconds: 0)
    for trip in found {
      let time = Milliseconds(1_000 * (trip.pickup.seconds - start.seconds))
      if table.isInPeriod(time) { add(trip, at: time, trips.driverShare, to: &population) }
    }
    try table.finish()
    if scenario.supply.isTrips { population.driverNames = table.names }
    if scenario.demand.isTrips { population.requestNames = table.names }
    population.take(table.input, table.notices(isForeign: true))
  }

  private func add(
    _ trip: RecordedTrip, at time: Milliseconds, _ driverShare: Double, to population: inout Population
  ) {
    var draws = stream(.role, row: trip.id)
    let entity = UInt64(bitPattern: trip.id)
    if draws.uniform() < driverShare {
      guard case .trips(let attributes) = scenario.supply else { return }
      var driver = Driver(id: trip.id, origin: trip.origin, destination: trip.destination, depart: time)
      apply(attributes, to: &driver, entity: entity)
      assess(&driver, trip.cause)
      loosen(&driver, attributes, entity: entity)
      population.drivers.append(driver)
    } else {
      guard case .trips(let attributes) = scenario.demand else { return }
      var request = Request(id: trip.id, origin: trip.origin, destination: trip.destination, submit: time)
      apply(attributes, PartySampler(attributes), to: &request, entity: entity)
      if let passengers = trip.passengers { request.partySize = passengers }
      assess(&request, trip.cause)
      loosen(&request, attributes, entity: entity)
      population.requests.append(request)
    }
  }
}

/// A trip with passengers.
private struct RecordedTrip {
  var id: Int64
  var pickup: LocalDateTime
  var origin: Place
  var destination: Place
  var cause: Cause?
  var passengers: Int16?
}

/// The columns of recorded trips.
private struct TripColumns {
  private let id: CSVColumn?
  private let pickup: CSVColumn
  private let longitudes: [CSVColumn]
  private let latitudes: [CSVColumn]
  private let passengers: CSVOptionalColumn
  private let territory: Territory

  init(_ names: TripFormat.Columns, _ rows: inout CSVReader, _ territory: Territory) {
    self.territory = territory
    id = rows.columnNames.contains(names.id) ? rows.column(names.id) : nil
    pickup = rows.column(names.pickup)
    longitudes = names.longitudes.map { rows.column($0) }
    latitudes = names.latitudes.map { rows.column($0) }
    passengers = rows.optionalColumn(names.passengers)
  }

  func read(_ table: inout RecordedRows) -> RecordedTrip {
    let id = id.map { table.id($0) } ?? table.number()
    let time = LocalDateTime(table.rows.string(pickup))
    if time == nil {
      table.rows.recordValue(pickup, expected: .other("a date and time like 2008-05-22 07:30:00"))
    }
    let ends = (0...1).map { end in
      territory.end(longitude: longitudes[end], latitude: latitudes[end], &table.rows)
    }
    // Taxis are recorded without passengers too; somebody rode.
    let count = table.rows.int64(passengers, in: 0...100).map { max(1, Int16($0)) }
    return RecordedTrip(
      id: id, pickup: time ?? LocalDateTime(seconds: 0), origin: ends[0].place,
      destination: ends[1].place, cause: (ends[0].cause ?? ends[1].cause).map(Cause.init), passengers: count)
  }
}
