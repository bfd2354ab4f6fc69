import Community
import Ground
import Lifecycle
import Quantities
import Scenario

extension Rules {
  /// The rules of the lifecycle in `scenario`, which is of shifts.
  init(shiftsOf scenario: Scenario) {
    let fields = scenario.fields(of: ShiftsFields.self)
    self.init(scenario, cycles: fields.matching, answerDelay: fields.behaviour.answerDelay)
    declineProbability = fields.behaviour.declineProbability
    requesterCancelProbability = fields.behaviour.withdrawProbability
    outages = fields.channel?.outages
  }
}

extension ShiftRules {
  /// The rules of the market in `scenario`, which is of shifts.
  init(_ scenario: Scenario) {
    let fields = scenario.fields(of: ShiftsFields.self)
    self.init()
    deadline = fields.deadline(in: scenario) ?? .never
    assignment = fields.matching.assignment
    allowsMoves = fields.matching.allowsMoves
    reserveShare = fields.matching.reserveShare
    changeProbability = fields.behaviour.changeProbability
    withdrawAllProbability = fields.behaviour.withdrawAllProbability
    noShowProbability = fields.behaviour.noShowProbability
    reminder = fields.behaviour.reminder
    channel = fields.channel
    patience = fields.behaviour.patience ?? .never
  }
}
