import Community
import Ground
package import Lifecycle
package import Scenario

extension Rules {
  /// Creates the rules of the orders scenario `scenario`: the line takes every order and cancels none.
  package init(ofOrders scenario: Scenario) {
    let fields = scenario.fields(of: OrdersFields.self)
    self.init(scenario, cycles: fields.matching, answerDelay: fields.behaviour.answerDelay)
    requesterCancelProbability = fields.behaviour.cancelProbability
    outages = fields.channel?.outages
  }
}
