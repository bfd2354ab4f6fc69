import Community
import Ground
import Lifecycle
import Quantities
import Scenario

extension Rules {
  /// Creates the rules of the lifecycle for the shifts scenario `scenario`.
  init(shiftsOf scenario: Scenario) {
    let fields = scenario.fields(of: ShiftsFields.self)
    self.init(scenario, cycles: fields.matching, answerDelay: fields.behaviour.answerDelay)
    declineProbability = fields.behaviour.declineProbability
    requesterCancelProbability = fields.behaviour.withdrawProbability
    outages = fields.channel?.outages
  }
}

extension ShiftRules {
  /// Creates the rules of the market for the shifts scenario `scenario`.
  init(_ scenario: Scenario) {
    let fields = scenario.fields(of: ShiftsFields.self)
    self.init(fields)
    deadline = fields.deadline(in: scenario) ?? .never
  }
}
