import CarpoolScenario
import Ground
import Quantities
import Scenario
import Statistics
import Travellers

extension PopulationMaker {
  /// Draws the drivers; number i has the id first_id + i.
  func drivers(_ synthetic: Scenario.SyntheticSide<Scenario.DriverAttributes>) throws(SynthesisError)
    -> [Driver]
  {
    try drawn(.drivers, synthetic.arrivals, synthetic.od) { entity, depart, trip in
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
      return driver
    }
  }

  /// Draws the requests; number i has the id first_id + i.
  func requests(_ synthetic: Scenario.SyntheticSide<Scenario.RequestAttributes>) throws(SynthesisError)
    -> [Request]
  {
    let parties = PartySampler(synthetic.attributes)
    return try drawn(.requests, synthetic.arrivals, synthetic.od) { entity, submit, trip in
      var request = Request(
        id: synthetic.arrivals.firstID + Int64(entity), origin: trip.origin, destination: trip.destination,
        submit: submit, direct: trip.travel)
      apply(synthetic.attributes, parties, to: &request, entity: entity)
      return request
    }
  }

  /// Draws the times and trips of one side, and gives what `make` makes of each.
  private func drawn<Traveller>(
    _ side: Side, _ arrivals: Scenario.Arrivals, _ od: Scenario.OriginDestination,
    _ make: (_ entity: UInt64, Milliseconds, TripSampler.Trip) -> Traveller
  ) throws(SynthesisError) -> [Traveller] {
    let times = try times(arrivals, side)
    let sampler = TripSampler(od, in: territory, longest: carpool.input.longestTrip)
    var travellers: [Traveller] = []
    travellers.reserveLargePages(for: times.count)
    for (index, time) in times.enumerated() {
      if index % 4096 == 0 {
        progress(.drawing(travellers: "\(side)", share: Double(index) / Double(times.count)))
      }
      var draws = stream(.trip(side), UInt64(index))
      guard let trip = sampler.draw(at: time, &draws) else {
        throw SynthesisError(.noTrip(side: side.field, index: index, draws: TripSampler.draws))
      }
      travellers.append(make(UInt64(index), time, trip))
    }
    return travellers
  }

  /// Gives `driver` what its attributes say; a limit that they do not say is the scenario's.
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

  /// Gives `request` what its attributes say; its patience is the scenario's.
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
    request.patience = Unsaid.span
  }
}
