public import Matching
import Quantities
public import Scenario

extension Terms {
  /// The terms of `scenario`.
  public init(_ scenario: Scenario) {
    let matching = scenario.matching
    self.init()
    radius = matching.radius
    spacing = matching.spacing
    stopDuration = scenario.behaviour.stopDuration
    weights.timeToPickup = matching.weights.timeToPickup
    weights.detour = matching.weights.detour
    weights.preference = matching.weights.preference
    insertion.usesRadius = matching.insertion.useRadius
    insertion.objective = matching.insertion.objective
    maxWait = matching.limits.maxWait ?? .never
    maxDelay = matching.limits.maxDelay ?? .never
    maxRide = matching.limits.maxRide ?? .never
    maxRideRatio = matching.limits.maxRideRatio ?? .infinity
  }
}
