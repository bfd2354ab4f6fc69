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
    zones = fields.zones
    rebooking = fields.behaviour.changes
    if case .synthetic(let plan) = fields.volunteers { popularityExponent = plan.popularityExponent }
    patience = fields.behaviour.patience ?? .never
  }
}
