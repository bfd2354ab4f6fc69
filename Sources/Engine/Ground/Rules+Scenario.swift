package import Lifecycle
package import Quantities
package import Scenario

extension Rules {
  /// Creates the lifecycle rules of `scenario`, with retries as in `cycles`; declines and cancellations depend
  /// on the market.
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
