import Lifecycle
import Matching
import Quantities
import Travellers

/// Drivers who choose their departure time, and passengers who submit requests before they can leave.
final class Slack {
  private let drivers: [Driver]
  private let requests: [Request]

  init?(_ setup: SimulationSetup) {
    guard setup.drivers.contains(where: \.isFlexible) || setup.requests.contains(where: { $0.lead > .zero })
    else { return nil }
    drivers = setup.drivers
    requests = setup.requests
  }
}

extension Slack: CarpoolFeature {
  var takesPartInAttempts: Bool { false }

  /// Sets the arrival of a driver with a flexible departure to the announcement time in the input.
  func change(_ arrival: inout Milliseconds?, of driver: DriverIndex) {
    if arrival != nil, drivers[driver].isFlexible { arrival = max(.zero, drivers[driver].announce) }
  }

  /// Fixes the driver's departure in the plan, and records it.
  func departed(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket
  ) {
    guard drivers[driver].isFlexible else { return }
    market.fleet.depart(driver)
    market.cars.drivers[driver].departed = time
  }

  /// Returns the patience of a passenger with a lead time, extended so that it counts from the earliest departure.
  func patience(of request: RequestIndex) -> Milliseconds? {
    let (lead, patience) = (requests[request].lead, requests[request].patience)
    return lead == .zero || patience == .never ? nil : patience.saturatingAdd(lead)
  }
}
