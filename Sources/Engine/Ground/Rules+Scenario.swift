package import Lifecycle
package import Quantities
package import Scenario

extension Rules {
  /// The rules of the lifecycle in `scenario`, whose market retries as `cycles` say; what a market lets people
  /// decline and cancel is its own.
  package init(_ scenario: Scenario, cycles: some CycleRules, answerDelay: Milliseconds) {
    self.init(random: scenario.random)
    attempts = Int32(clamping: cycles.attempts)
    retryInterval = cycles.retryInterval
    maxCycles = Int32(clamping: cycles.maxCycles)
    relaunchProbability = cycles.relaunch.probability
    relaunchDelay = cycles.relaunch.delay
    self.answerDelay = answerDelay
    horizon = scenario.time.horizon ?? .never
  }
}
