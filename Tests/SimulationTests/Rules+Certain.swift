import CarpoolScenario
import Lifecycle
import Scenario

@testable import Simulation

extension Rules {
  /// The rules of the default scenario, by which every driver agrees and nobody comes back.
  static var certain: Rules {
    var rules = Rules(Scenario())
    rules.relaunchProbability = 0
    rules.declineProbability = 0
    rules.providerCancelProbability = 0
    return rules
  }
}
