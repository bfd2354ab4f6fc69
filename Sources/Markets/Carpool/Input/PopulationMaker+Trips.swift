import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import Tables
import Travellers

extension PopulationMaker {
  /// Reads recorded trips for the sides that use them: each trip becomes a driver or a request, according to the file's
  /// roles or format, or to a seeded share.
  ///
  /// A seeded choice depends only on the trip's id. The pickup time becomes the departure, or the submission.
  func addTrips(to population: inout Population) throws(SynthesisError) {
    guard let trips = scenario.trips else {
      preconditionFailure("a scenario with a side of trips has trips")
    }
    guard territory.space.geometry == .globe else {
      throw SynthesisError(.notGeographic(file: path(of: trips.file)))
    }
    guard let names = trips.format.columns else { return try addCarpools(trips, to: &population) }
    var table = try table(.trips, trips.file, trips.columns)
    let found = try table.read {
      TripColumns(names, &$0, territory)
    } row: { columns, table in
      columns.read(&table)
    }
    var empty = 0
    let start = scenario.time.start ?? found.compactMap(\.pickup).min()?.midnight ?? LocalDateTime(seconds: 0)
    for trip in found {
      let requests = population.requests.count
      defer { if trip.passengers == 0, population.requests.count > requests { empty += 1 } }
      if let pickup = trip.pickup {
        let time = Milliseconds(1_000 * (pickup.seconds - start.seconds))
        if table.isInPeriod(time) { add(trip, key: table.key(of: trip.id), at: time, trips, to: &population) }
      } else if let window = trip.window?.after(scenario.time.timeOfDay) {
        let time = time(of: window)
        if table.isInPeriod(time) {
          add(trip, window, key: table.key(of: trip.id), at: time, trips, to: &population)
        }
      }
    }
    try table.finish()
    resample(trips.resampling, of: table.names, in: &population)
    population.take(
      table.input,
      table.notices(isForeign: true) + notices(ofEmpty: empty, names.passengers.all[0], trips, table.input)
        + notices(of: trips.resampling, "trips"))
  }

  /// Returns a notice of `count` requests of `trips` whose `column` states 0 passengers; none if there are no such requests.
  func notices(
    ofEmpty count: Int, _ column: String, _ trips: Scenario.Trips, _ input: InputFile
  ) -> [InputNotice] {
    guard count > 0 else { return [] }
    return [.noPassengers(file: input.path, column: trips.columns[column] ?? column, count: count)]
  }

  /// Resamples the sides that use recorded trips, where `names` are the trip names in the file.
  func resample(_ resampling: Scenario.Resampling, of names: Names, in population: inout Population) {
    if scenario.supply.isTrips {
      (population.drivers, population.driverNames) = resampled(
        population.drivers, resampling, .drivers, names)
    }
    if scenario.demand.isTrips {
      (population.requests, population.requestNames) = resampled(
        population.requests, resampling, .requests, names)
    }
  }

  /// Returns the time that must lie within the simulated period: a driver's departure, a request's submission, or its
  /// earliest departure if the scenario defines the lead time.
  private func time(of window: TripWindow) -> Milliseconds {
    if window.isDriver {
      // A trip announced after its earliest departure leaves at its announcement.
      return scenario.supply.attributes?.announceBefore == .zero
        ? max(window.earliest, window.announcement) : window.earliest
    }
    return scenario.demand.attributes?.lead == .fixed(0) ? window.announcement : window.earliest
  }

  private func add(
    _ trip: RecordedTrip, _ window: TripWindow? = nil, key: UInt64, at time: Milliseconds,
    _ trips: Scenario.Trips, to population: inout Population
  ) {
    var draws = stream(.role, key)
    if window?.isDriver ?? trip.role.map({ $0 == .driver }) ?? (draws.uniform() < trips.driverShare) {
      guard case .trips(let attributes) = scenario.supply else { return }
      var driver = Driver(id: trip.id, origin: trip.origin, destination: trip.destination, depart: time)
      apply(attributes, to: &driver, entity: key)
      if let window {
        if attributes.announceBefore == .zero { driver.announce = max(.zero, window.announcement) }
        if attributes.flexibility == .fixed(0) { driver.latestArrival = window.latest }
      }
      jitter(&driver, at: time, trips.resampling, .drivers, key)
      assess(&driver, trip.cause)
      loosen(
        &driver, attributes, entity: key,
        latestDepart: driver.latestArrival == .never ? nil : driver.latestArrival - driver.solo.duration)
      population.drivers.append(driver)
    } else {
      guard case .trips(let attributes) = scenario.demand else { return }
      var request = Request(id: trip.id, origin: trip.origin, destination: trip.destination, submit: time)
      apply(attributes, PartySampler(attributes), to: &request, entity: key)
      // Taxi trips are also recorded without passengers, although somebody rode.
      if let passengers = trip.passengers { request.partySize = max(1, passengers) }
      if let role = trip.role { request.hasCar = role == .either }
      if let window {
        if attributes.flexibility == .fixed(0) { request.latestDropoff = window.latest }
        if attributes.lead == .fixed(0) {
          request.earliestPickup = window.earliest
          // The wait counts from the earliest departure.
          request.lead = max(.zero, window.earliest - time)
        }
      }
      jitter(&request, at: time, trips.resampling, .requests, key)
      assess(&request, trip.cause)
      loosen(&request, attributes, entity: key)
      population.requests.append(request)
    }
  }
}

/// The time window and role of an announced trip; times count from midnight in the file, and from simulated time 0 in a
/// run.
private struct TripWindow {
  var isDriver: Bool
  var announcement: Milliseconds
  var earliest: Milliseconds
  var latest: Milliseconds

  /// Returns the same window relative to `start`; an announcement before `start` is moved to 0 if the trip itself is
  /// later.
  func after(_ start: Milliseconds) -> Self {
    var window = self
    window.earliest = earliest - start
    window.latest = latest - start
    window.announcement = window.earliest < .zero ? announcement - start : max(.zero, announcement - start)
    return window
  }
}

/// A trip listed in a file.
private struct RecordedTrip {
  var id: Int64
  /// The pickup time; nil if the file gives a window.
  var pickup: LocalDateTime?
  var window: TripWindow?
  var origin: Place
  var destination: Place
  var cause: Cause?
  /// The number of passengers, 0 included; nil if the file does not state it.
  var passengers: Int16?
  /// The role; nil if the file does not specify it.
  var role: Role?
}

/// The columns of recorded trips.
private struct TripColumns {
  private let id: CSVColumn?
  private let times: [CSVColumn]
  /// The lowest id of a rider, if the file distinguishes drivers and riders by id; otherwise nil.
  private let firstRider: Int64?
  private let longitudes: [CSVColumn]
  private let latitudes: [CSVColumn]
  private let passengers: CSVOptionalColumn
  private let role: CSVOptionalColumn
  private let putsMonthsFirst: Bool
  private let hasGaps: Bool
  private let territory: Territory

  init(_ names: TripFormat.Columns, _ rows: inout CSVReader, _ territory: Territory) {
    self.territory = territory
    putsMonthsFirst = names.putsMonthsFirst
    hasGaps = names.hasGaps
    let idName = rows.name(among: names.id.all)
    id = rows.has(idName) ? rows.column(idName) : nil
    switch names.times {
    case .pickup(let name):
      times = [rows.column(rows.name(among: name.all))]
      firstRider = nil
    case .window(let announcement, let earliest, let latest, let first):
      times = [announcement, earliest, latest].map { rows.column(rows.name(among: $0.all)) }
      firstRider = first
    }
    longitudes = names.longitudes.map { rows.column(rows.name(among: $0.all)) }
    latitudes = names.latitudes.map { rows.column(rows.name(among: $0.all)) }
    passengers = rows.optionalColumn(rows.name(among: names.passengers.all))
    role = rows.optionalColumn("role")
  }

  func read(_ table: inout RecordedRows) -> RecordedTrip {
    let id = id.map { table.id($0) } ?? table.number()
    let role = table.rows.choice(role, of: Role.self)
    let window = firstRider.map {
      self.window(isDriver: role.map { $0 == .driver } ?? (id < $0), &table.rows)
    }
    let pickup = window == nil ? self.pickup(&table.rows) : nil
    let ends = (0...1).map { end -> (place: Place, cause: EndCause?) in
      if hasGaps, table.rows.isEmpty(longitudes[end]) || table.rows.isEmpty(latitudes[end]) {
        return (Place(position: Position(x: 0, y: 0)), territory.isNetwork ? .offNetwork : .outsideSpace)
      }
      return territory.end(longitude: longitudes[end], latitude: latitudes[end], &table.rows)
    }
    let count = table.rows.int64(passengers, in: 0...100).map { Int16($0) }
    return RecordedTrip(
      id: id, pickup: pickup, window: window, origin: ends[0].place, destination: ends[1].place,
      cause: (ends[0].cause ?? ends[1].cause).map(Cause.init), passengers: count,
      role: role)
  }

  private func pickup(_ rows: inout CSVReader) -> LocalDateTime {
    let text = rows.string(times[0])
    if let time = rows.local(text, times[0]) { return time }
    if putsMonthsFirst, let time = LocalDateTime(monthFirst: text) { return time }
    rows.recordValue(times[0], expected: .other("a date and time like 2008-05-22 07:30:00"))
    return LocalDateTime(seconds: 0)
  }

  private func window(isDriver: Bool, _ rows: inout CSVReader) -> TripWindow {
    let spans = times.map { column in
      let minutes = rows.double(column)
      if minutes.magnitude < 1e6 { return Milliseconds(seconds: 60 * minutes) }
      rows.recordValue(column, expected: .other("minutes since midnight"))
      return .zero
    }
    return TripWindow(isDriver: isDriver, announcement: spans[0], earliest: spans[1], latest: spans[2])
  }
}
