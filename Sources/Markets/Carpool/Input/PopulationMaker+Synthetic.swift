import CarpoolScenario
import Ground
import Quantities
import Scenario
import Statistics
import Travellers

extension PopulationMaker {
  /// Draws the drivers; number i has the id first_id + i.
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

  /// Draws the requests; number i has the id first_id + i.
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

  /// Draws the times and trips of one side, and returns the result of `make` for each.
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

  /// Sets the fields of `driver` from its attributes; limits not given there are the scenario's.
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

  /// Sets the fields of `request` from its attributes; its patience is the scenario's.
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
