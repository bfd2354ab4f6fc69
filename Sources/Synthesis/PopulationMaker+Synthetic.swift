import Market
import Quantities
import Scenario
import Statistics

extension PopulationMaker {
  /// Draws the drivers; number i has the id first_id + i.
  func drivers(_ synthetic: Scenario.SyntheticDrivers) throws(SynthesisError) -> [Driver] {
    let times = try times(synthetic.arrivals, .drivers)
    let sampler = TripSampler(synthetic.od, in: territory, longest: scenario.input.longestTrip)
    var drivers: [Driver] = []
    drivers.reserveCapacity(times.count)
    for (index, depart) in times.enumerated() {
      tell(.drivers, index, of: times.count)
      var draws = stream(.trip(.drivers), UInt64(index))
      guard let trip = sampler.draw(at: depart, &draws) else { throw noTrip(.drivers, index) }
      var driver = Driver(
        id: synthetic.arrivals.firstID + Int64(index), origin: trip.origin, destination: trip.destination,
        depart: depart, solo: trip.travel)
      apply(synthetic.attributes, to: &driver, entity: UInt64(index))
      drivers.append(driver)
    }
    return drivers
  }

  /// Draws the requests; number i has the id first_id + i.
  func requests(_ synthetic: Scenario.SyntheticRequests) throws(SynthesisError) -> [Request] {
    let times = try times(synthetic.arrivals, .requests)
    let sampler = TripSampler(synthetic.od, in: territory, longest: scenario.input.longestTrip)
    let parties = PartySampler(synthetic.attributes)
    var requests: [Request] = []
    requests.reserveCapacity(times.count)
    for (index, submit) in times.enumerated() {
      tell(.requests, index, of: times.count)
      var draws = stream(.trip(.requests), UInt64(index))
      guard let trip = sampler.draw(at: submit, &draws) else { throw noTrip(.requests, index) }
      var request = Request(
        id: synthetic.arrivals.firstID + Int64(index), origin: trip.origin, destination: trip.destination,
        submit: submit, direct: trip.travel)
      apply(synthetic.attributes, parties, to: &request, entity: UInt64(index))
      requests.append(request)
    }
    return requests
  }

  /// Gives `driver` what its attributes say; a limit of its own takes the place of the scenario's.
  func apply(_ attributes: Scenario.DriverAttributes, to driver: inout Driver, entity: UInt64) {
    let limits = scenario.matching.limits
    var draws = stream(.traits(.drivers), entity)
    let traveller = traveller(attributes.persons, attributes.wishes, &draws)
    driver.announce = max(.zero, driver.depart - attributes.announceBefore)
    driver.seats = Int16(attributes.seats)
    driver.luggageRoom = Int16(attributes.luggageRoom)
    driver.maxDetour = attributes.maxDetour ?? limits.maxDetour ?? .never
    driver.maxDetourRatio = attributes.maxDetourRatio ?? limits.maxDetourRatio ?? .infinity
    driver.person = traveller.person
    driver.wishes = traveller.wishes
  }

  /// Gives `request` what its attributes and the scenario's behaviour say.
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
    request.person = traveller.person
    request.wishes = traveller.wishes
    request.patience = scenario.behaviour.patience ?? .never
  }

  /// Tells now and then how many are drawn.
  private func tell(_ side: Side, _ index: Int, of count: Int) {
    guard index % 4096 == 0 else { return }
    progress(.drawing(travellers: "\(side)", share: Double(index) / Double(count)))
  }

  private func noTrip(_ side: Side, _ index: Int) -> SynthesisError {
    SynthesisError(.noTrip(side: side.field, index: index, draws: TripSampler.draws))
  }
}
