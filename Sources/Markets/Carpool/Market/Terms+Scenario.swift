import CarpoolScenario
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
