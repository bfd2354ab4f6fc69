package import Lifecycle
import Quantities
package import Scenario
import Statistics

extension Rules {
  /// The rules of `scenario`, one of orders: the line takes every order and cancels none.
  package init(ofOrders scenario: Scenario) {
    let fields = scenario.fields(of: OrdersFields.self)
    self.init(
      random: RandomSource(
        seed: scenario.seed, replication: UInt32(truncatingIfNeeded: scenario.replication)))
    attempts = Int32(clamping: fields.matching.attempts)
    retryInterval = fields.matching.retryInterval
    maxCycles = Int32(clamping: fields.matching.maxCycles)
    relaunchProbability = fields.matching.relaunch.probability
    relaunchDelay = fields.matching.relaunch.delay
    answerDelay = fields.behaviour.answerDelay
    askerCancelProbability = fields.behaviour.cancelProbability
    horizon = scenario.time.horizon ?? .never
  }
}
