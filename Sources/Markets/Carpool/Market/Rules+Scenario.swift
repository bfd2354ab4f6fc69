import CarpoolScenario
public import Lifecycle
import Quantities
public import Scenario
import Statistics

extension Rules {
  /// The rules of `scenario`.
  public init(_ scenario: Scenario) {
    let matching = scenario.matching
    let behaviour = scenario.behaviour
    self.init(random: RandomSource(seed: scenario.seed, replication: UInt32(scenario.replication)))
    attempts = Int32(clamping: matching.attempts)
    retryInterval = matching.retryInterval
    maxCycles = Int32(clamping: matching.maxCycles)
    relaunchProbability = matching.relaunch.probability
    relaunchDelay = matching.relaunch.delay
    answerDelay = behaviour.answerDelay
    declineProbability = behaviour.declineProbability
    providerCancelProbability = behaviour.driverCancelProbability
    horizon = scenario.time.horizon ?? .never
  }
}
