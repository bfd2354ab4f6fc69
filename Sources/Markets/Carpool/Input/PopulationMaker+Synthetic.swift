import CarpoolScenario
import Ground
import Quantities
import Scenario
import Statistics
import Travellers

extension PopulationMaker {
  /// Draws the drivers; the id of driver i is first_id + i.
  func drivers(
    _ synthetic: Scenario.SyntheticSide<Scenario.DriverAttributes>, _ population: inout Population
  ) throws(SynthesisError) -> [Driver] {
    try drawn(.drivers, synthetic, &population) { entity, depart, trip in
      let id = synthetic.arrivals.firstID + Int64(entity)
      var driver =
        if case .stays(let stays) = synthetic.od {
          Driver(
            id: id, waitingAt: trip.origin, depart: stays.depart ?? depart, end: stays.end ?? .never)
        } else {
          Driver(
            id: id, origin: trip.origin, destination: trip.destination, depart: depart, solo: trip.travel)
        }
      apply(synthetic.attributes, to: &driver, entity: entity)
      loosen(&driver, synthetic.attributes, entity: entity)
      return driver
    }
  }

  /// Draws the requests; the id of request i is first_id + i.
  func requests(
    _ synthetic: Scenario.SyntheticSide<Scenario.RequestAttributes>, _ population: inout Population
  ) throws(SynthesisError) -> [Request] {
    let parties = PartySampler(synthetic.attributes)
    return try drawn(.requests, synthetic, &population) { entity, submit, trip in
      var request = Request(
        id: synthetic.arrivals.firstID + Int64(entity), origin: trip.origin, destination: trip.destination,
        submit: submit, direct: trip.travel)
      apply(synthetic.attributes, parties, to: &request, entity: entity)
      loosen(&request, synthetic.attributes, entity: entity)
      return request
    }
  }

  /// Draws the arrival times and trips of one side, and returns the travellers that `make` creates from them.
  private func drawn<Traveller, Attributes>(
    _ side: Side, _ synthetic: Scenario.SyntheticSide<Attributes>, _ population: inout Population,
    _ make: (_ entity: UInt64, Milliseconds, TripSampler.Trip) -> Traveller
  ) throws(SynthesisError) -> [Traveller] {
    let sampler = try sampler(synthetic.od, &population)
    let times = try times(synthetic, side, from: sampler.matrix)
    var failures = PairFailures()
    var travellers: [Traveller] = []
    travellers.reserveLargePages(for: times.count)
    for (index, time) in times.enumerated() {
      if index % 4096 == 0 {
        progress(.drawing(travellers: "\(side)", share: Double(index) / Double(times.count)))
      }
      var draws = stream(.trip(side), UInt64(index))
      do throws(TripSampler.Failure) {
        travellers.append(make(UInt64(index), time, try sampler.draw(at: time, &draws)))
      } catch {
        guard case .between(let origin, let destination) = error else {
          throw SynthesisError(.noTrip(side: side.field, index: index, draws: TripSampler.draws))
        }
        failures.add(origin, destination)
        if failures.areEnough { break }
      }
    }
    if let matrix = sampler.matrix, let error = failures.error(side, matrix) { throw error }
    return travellers
  }

  /// Sets the fields of `driver` from its attributes; limits that they do not specify are left to the scenario.
  func apply(_ attributes: Scenario.DriverAttributes, to driver: inout Driver, entity: UInt64) {
    var draws = stream(.traits(.drivers), entity)
    let traveller = traveller(attributes.persons, attributes.wishes, &draws)
    driver.announce = max(.zero, driver.depart - attributes.announceBefore)
    driver.seats = Int16(attributes.seats)
    driver.luggageRoom = Int16(attributes.luggageRoom)
    if !driver.waits {
      driver.maxDetour = attributes.maxDetour ?? Unsaid.span
      driver.maxDetourRatio = attributes.maxDetourRatio ?? Unsaid.ratio
    }
    driver.person = traveller.person
    driver.wishes = traveller.wishes
  }

  /// Sets the fields of `request` from its attributes; its patience is left to the scenario.
  func apply(
    _ attributes: Scenario.RequestAttributes, _ parties: PartySampler, to request: inout Request,
    entity: UInt64
  ) {
    var draws = stream(.traits(.requests), entity)
    let traveller = traveller(attributes.persons, attributes.wishes, &draws)
    var partyDraws = stream(.party, entity)
    let party = parties.draw(&partyDraws)
    request.partySize = party.size
    request.luggage = party.luggage
    request.isProbe = party.isProbe
    if attributes.carShare > 0 {
      var draws = stream(.carOwnership, entity)
      request.hasCar = draws.uniform() < attributes.carShare
    }
    request.person = traveller.person
    request.wishes = traveller.wishes
    request.patience = Unsaid.span
  }
}

extension PopulationMaker {
  /// Returns the arrival times of generated travellers by number, for either side.
  ///
  /// - Parameter matrix: the matrix from which their trips are drawn; nil if there is none.
  func times<Attributes>(
    _ synthetic: Scenario.SyntheticSide<Attributes>, _ side: Side, from matrix: MatrixSampler? = nil
  ) throws(SynthesisError) -> [Milliseconds] {
    guard let duration = scenario.time.duration else {
      preconditionFailure("a scenario with a synthetic side has a duration")
    }
    let arrivals = synthetic.arrivals
    let profile = arrivals.profile ?? matrix?.profile(over: duration)
    guard let times = ArrivalTimes(profile, duration: duration, phase: scenario.time.sinceMonday) else {
      throw SynthesisError(
        matrix.flatMap { arrivals.profile == nil ? .emptyMatrix(file: $0.file) : nil }
          ?? .emptyProfile(side: side.field))
    }
    var number = try count(arrivals, side)
    if let share = synthetic.matrixShare, let matrix {
      number = try poisson(mean: share * matrix.number(over: duration), "matrix_share", side)
      try checkMemory(of: number, side)
    }
    let drawn = (0..<number).map { index in
      var generator = stream(.arrival(side), UInt64(index))
      return times.draw(&generator)
    }
    if let matrix, case let hours = matrix.emptyHours(among: drawn), !hours.isEmpty {
      throw SynthesisError(.noTripsInHours(side: side.field, file: matrix.file, hours: hours))
    }
    return drawn
  }

  /// Returns the number of arrivals, drawn if the scenario gives a rate.
  func count(_ arrivals: Scenario.Arrivals, _ side: Side) throws(SynthesisError) -> Int {
    if let count = arrivals.count { return count }
    return try poisson(mean: arrivals.mean(in: scenario.time), "per_hour", side)
  }

  /// Draws a Poisson number of travellers with the given `mean`, which results from the field `name`.
  private func poisson(mean: Double, _ name: String, _ side: Side) throws(SynthesisError) -> Int {
    guard mean <= 50_000_000 else {
      throw SynthesisError(.tooMany(field: "\(side.field).\(name)", expected: mean))
    }
    var generator = stream(.count(side))
    return generator.poisson(mean: mean)
  }
}

extension PopulationMaker {
  /// Reduces `population` to the sample given by `sample_share`.
  ///
  /// Membership of the sample depends only on the id and the share, and smaller samples are subsets of larger ones, so
  /// that different shares are compared with common random numbers.
  func sample(_ population: inout Population) {
    guard let share = carpool.sampleShare, share < 1 else { return }
    let names = (drivers: population.driverNames, requests: population.requestNames)
    population.drivers.removeAll { !isTaken(names.drivers.key(of: $0.id), .drivers, share) }
    population.requests.removeAll { !isTaken(names.requests.key(of: $0.id), .requests, share) }
  }

  private func isTaken(_ key: UInt64, _ side: Side, _ share: Double) -> Bool {
    var draws = stream(.sample(side), key)
    return draws.uniform() < share
  }
}
