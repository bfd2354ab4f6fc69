import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Travellers

extension PopulationMaker {
  /// Adds a driver for each request of a party with a car: the same person, trip and times, and a car as described in
  /// `supply`. The party and its luggage are already on board.
  ///
  /// The driver's id is the request's id plus a power of ten that makes it greater than all other ids: for request 7,
  /// driver 1007.
  func addOwnCars(to population: inout Population) throws(SynthesisError) {
    let owners = population.requests.filter { $0.hasCar && !$0.isProbe && $0.refusal == nil }
    guard !owners.isEmpty else { return }
    func refuse(_ count: Int, _ reason: String) -> SynthesisError {
      SynthesisError(.carOwners(count: count, reason: reason))
    }
    let timeless = owners.count { $0.latestDropoff == .never }
    if timeless > 0 {
      throw refuse(
        timeless,
        "they depart in time for a latest arrival, but have none; give latest_dropoff_s, or demand.flexibility_s"
      )
    }
    guard population.driverNames.isNumbers else {
      throw refuse(
        owners.count,
        "their cars become drivers whose ids are numbers, but the other drivers have names; give the other drivers whole numbers as ids"
      )
    }
    guard let base = base(above: population.drivers.map(\.id) + population.requests.map(\.id)) else {
      throw refuse(
        owners.count,
        "their cars are numbered after all other drivers, whose ids are too large for that; give smaller ids")
    }
    let attributes = scenario.supply.attributes ?? Scenario.DriverAttributes()
    let drivesAlone = scenario.demand.attributes?.unserved != .leaves
    for request in owners {
      var driver = Driver(
        id: base + request.id, origin: request.origin, destination: request.destination,
        depart: request.directDeparture, announce: request.submit,
        flexibility: request.latestDropoff - request.directDeparture - request.direct.duration,
        latestArrival: request.latestDropoff,
        seats: Int16(max(0, attributes.seats - Int(request.partySize) + 1)),
        luggageRoom: Int16(max(0, attributes.luggageRoom - Int(request.luggage))),
        maxDetour: attributes.maxDetour ?? Unsaid.span,
        maxDetourRatio: attributes.maxDetourRatio ?? Unsaid.ratio,
        person: request.person, wishes: request.wishes, solo: request.direct)
      driver.drivesAlone = drivesAlone
      driver.ownRequest = request.id
      population.drivers.append(driver)
    }
  }

  /// Returns the smallest power of ten, at least 10, whose sum with any of `ids` exceeds all of them; nil if there is
  /// none.
  private func base(above ids: [Int64]) -> Int64? {
    let most = ids.max() ?? 0
    let (reach, overflows) = most.subtractingReportingOverflow(min(0, ids.min() ?? 0))
    guard !overflows else { return nil }
    var base: Int64 = 10
    while base <= reach {
      let (next, overflows) = base.multipliedReportingOverflow(by: 10)
      guard !overflows else { return nil }
      base = next
    }
    return base.addingReportingOverflow(most).overflow ? nil : base
  }
}
