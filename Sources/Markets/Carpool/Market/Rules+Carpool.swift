import CarpoolScenario
import Community
import Ground
public import Lifecycle
public import Scenario

extension Rules {
  /// The rules of `scenario`.
  public init(_ scenario: Scenario) {
    let behaviour = scenario.behaviour
    self.init(scenario, cycles: scenario.matching, answerDelay: behaviour.answerDelay)
    declineProbability = behaviour.declineProbability
    providerCancelProbability = behaviour.driverCancelProbability
    outages = scenario.channel?.outages
    requesterCancelProbability = scenario.demand.attributes?.cancelProbability ?? 0
  }
}
