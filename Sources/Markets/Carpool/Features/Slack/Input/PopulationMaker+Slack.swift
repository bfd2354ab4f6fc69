import CarpoolScenario
import Quantities
import Scenario
import Spaces
import Statistics
import Travellers

extension PopulationMaker {
  /// Sets the departure window of `driver`, whose solo trip is known, from the row or `attributes`.
  ///
  /// - Parameter latestDepart: the latest departure in the driver's row; nil if it has none.
  func loosen(
    _ driver: inout Driver, _ attributes: Scenario.DriverAttributes, entity: UInt64,
    latestDepart: Milliseconds? = nil
  ) {
    guard driver.refusal == nil, !driver.waits else { return }
    if let latestDepart {
      driver.latestArrival = min(driver.latestArrival, latestDepart + driver.solo.duration)
    }
    let direct = driver.depart + driver.solo.duration
    if attributes.flexibility != .fixed(0), driver.latestArrival == .never {
      var draws = stream(.supplyFlexibility, entity)
      driver.latestArrival = direct + attributes.flexibility.span(&draws)
    }
    let mayChoose = latestDepart != nil || attributes.flexibility != .fixed(0) || attributes.leaves != nil
    if mayChoose, driver.latestArrival != .never {
      driver.flexibility = max(.zero, driver.latestArrival - direct)
      driver.leavesLate = attributes.leaves != .earliest
    }
    if driver.latestArrival < direct || driver.announce > driver.depart + driver.flexibility {
      driver.refusal = .badWindow
    }
  }

  /// Sets the lead time and the latest arrival of `request`, whose direct trip is known, unless its row specifies them.
  func loosen(_ request: inout Request, _ attributes: Scenario.RequestAttributes, entity: UInt64) {
    guard request.refusal == nil else { return }
    if attributes.lead != .fixed(0), request.earliestPickup == .zero {
      var draws = stream(.demandLead, entity)
      let leaving = request.submit
      request.submit = max(min(.zero, leaving), leaving - attributes.lead.span(&draws))
      request.earliestPickup = leaving
      request.lead = leaving - request.submit
    }
    if attributes.flexibility != .fixed(0), request.latestDropoff == .never {
      var draws = stream(.demandFlexibility, entity)
      request.latestDropoff =
        request.directDeparture + request.direct.duration + attributes.flexibility.span(&draws)
    }
  }
}
