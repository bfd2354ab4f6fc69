import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import Tables
import Travellers

extension PopulationMaker {
  /// Reads a register of carpools, and adds a request for each row, and a driver for each car, from its first start to
  /// its last end.
  ///
  /// - Throws: `SynthesisError` if rows are faulty, or if the register covers several days and the scenario selects
  ///   none.
  func addCarpools(_ trips: Scenario.Trips, to population: inout Population) throws(SynthesisError) {
    var table = try table(.register, trips.file, trips.columns)
    var starts: [String: (id: Int64, start: Double)] = [:]
    let found = try table.read {
      JourneyColumns(&$0, territory)
    } row: { columns, table in
      columns.read(&table, starts: &starts, blur: trips.blur ? { stream(.blur, $0) } : nil)
    }
    try finish(&table)
    let start = try firstSecond(of: found, trips)
    let day = try day(of: found, trips)
    // Rounded up from just before midnight, a journey belongs to the day that the row names.
    func time(of journey: RecordedJourney) -> Milliseconds {
      let earliest = day == nil ? journey.start : max(journey.start, Double(journey.day.seconds))
      return Milliseconds(Int64((1_000 * (earliest - Double(start.seconds))).rounded()))
    }
    let kept = found.filter { journey in
      (day == nil || journey.day == day) && table.isInPeriod(time(of: journey))
    }
    if case .trips(let attributes) = scenario.demand {
      let parties = PartySampler(attributes)
      population.requests += kept.map { journey in
        let key = table.key(of: journey.id)
        var request = Request(
          id: journey.id, origin: journey.origin, destination: journey.destination, submit: time(of: journey))
        apply(attributes, parties, to: &request, entity: key)
        if let passengers = journey.passengers { request.partySize = max(1, passengers) }
        jitter(&request, at: request.submit, trips.resampling, .requests, key)
        assess(&request, journey.cause.map(Cause.init))
        loosen(&request, attributes, entity: key)
        return request
      }
    }
    if case .trips(let attributes) = scenario.supply {
      population.drivers += Self.cars(of: kept).map { car in
        let key = table.key(of: car.id)
        var driver = Driver(
          id: car.id, origin: car.origin, destination: car.destination, depart: time(of: car))
        apply(attributes, to: &driver, entity: key)
        jitter(&driver, at: driver.depart, trips.resampling, .drivers, key)
        assess(&driver, car.cause.map(Cause.init))
        loosen(&driver, attributes, entity: key, latestDepart: nil)
        return driver
      }
    }
    resample(trips.resampling, of: table.names, in: &population)
    let empty = scenario.demand.isTrips ? kept.count { $0.passengers == 0 } : 0
    population.take(
      table.input,
      table.notices(isForeign: true) + notices(ofEmpty: empty, "passenger_seats", trips, table.input)
        + notices(of: trips.resampling, "trips"))
  }

  /// Reports the faults of the file, if any; rows of other days are not faults.
  private func finish(_ table: inout RecordedRows) throws(SynthesisError) {
    do throws(TableError) { try table.rows.finish() } catch { throw SynthesisError(.table(error)) }
    if table.input.rows == 0 { throw SynthesisError(.noRows(file: table.rows.file)) }
  }

  /// Returns the local time of second 0: the scenario's start, or midnight of the selected day.
  private func firstSecond(
    of journeys: [RecordedJourney], _ trips: Scenario.Trips
  ) throws(SynthesisError) -> LocalDateTime {
    if let start = scenario.time.start {
      if let date = trips.date, date.midnight != start.midnight {
        throw SynthesisError(.startsOnAnotherDay(date: date.day, start: start.description))
      }
      return start
    }
    return trips.date ?? journeys.map(\.day).min() ?? LocalDateTime(seconds: 0)
  }

  /// Returns the day whose rows are used; nil if the scenario's period determines it.
  private func day(
    of journeys: [RecordedJourney], _ trips: Scenario.Trips
  ) throws(SynthesisError) -> LocalDateTime? {
    let days = Set(journeys.map(\.day)).ordered()
    let file = path(of: trips.file)
    if let date = trips.date {
      if !days.contains(date) {
        throw SynthesisError(.noRowsOfDay(file: file, date: date.day, days: days.map { $0.day }))
      }
      return date
    }
    guard scenario.time.start == nil else { return nil }
    if days.count > 1 { throw SynthesisError(.severalDays(file: file, days: days.map { $0.day })) }
    return days.first
  }

  /// Returns the cars of `journeys`, each as a single journey from its first start to its last end, with the id of its
  /// first journey.
  private static func cars(of journeys: [RecordedJourney]) -> [RecordedJourney] {
    var cars: [String: RecordedJourney] = [:]
    var order: [String] = []
    for journey in journeys {
      guard var car = cars[journey.car] else {
        cars[journey.car] = journey
        order.append(journey.car)
        continue
      }
      let (first, last) = (car, car)
      if (journey.start, journey.id) < (first.start, first.id) {
        car = journey
        (car.end, car.destination, car.destinationCause) = (last.end, last.destination, last.destinationCause)
      }
      if (journey.end, journey.id) > (last.end, last.id) {
        (car.end, car.destination, car.destinationCause) =
          (journey.end, journey.destination, journey.destinationCause)
      }
      cars[journey.car] = car
    }
    return order.compactMap { cars[$0] }
  }
}

extension LocalDateTime {
  /// The date, in the format `2026-05-18`.
  fileprivate var day: String { String(description.prefix(10)) }
}
