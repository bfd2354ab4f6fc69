import CarpoolScenario
public import Matching
import Quantities
public import Scenario
import Spaces
import Travellers

extension Terms {
  /// The terms of `scenario`.
  public init(_ scenario: Scenario) {
    let matching = scenario.matching
    self.init()
    radius = matching.radius
    spacing = matching.spacing
    stopDuration = scenario.behaviour.stopDuration
    sharesStops = matching.stops == .shared
    weights = matching.weights
    insertion = matching.insertion
    walking = matching.walking
    transfer = matching.transfer
    batch = matching.batch ?? BatchRules()
    maxWait = matching.limits.maxWait ?? .never
    maxDelay = matching.limits.maxDelay ?? .never
    maxRide = matching.limits.maxRide ?? .never
    maxRideRatio = matching.limits.maxRideRatio ?? .infinity
  }
}

extension Terms {
  /// The last time at which `request` can be picked up; `.never` without one.
  func latestPickup(of request: Request) -> Milliseconds {
    let promise = promise(for: request)
    guard promise.latestDropoff != .never else { return promise.latestPickup }
    return min(
      promise.latestPickup,
      promise.latestDropoff - request.direct.duration - (request.boarding ?? stopDuration))
  }
}
