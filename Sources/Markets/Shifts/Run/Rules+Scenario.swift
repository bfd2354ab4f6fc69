import Lifecycle
import Quantities
import Scenario
import Statistics

extension Rules {
  /// The rules of the lifecycle in `scenario`, which is of shifts.
  init(shiftsOf scenario: Scenario) {
    let fields = scenario.fields(of: ShiftsFields.self)
    self.init(
      random: RandomSource(seed: scenario.seed, replication: UInt32(truncatingIfNeeded: scenario.replication))
    )
    attempts = Int32(clamping: fields.matching.attempts)
    retryInterval = fields.matching.retryInterval
    maxCycles = Int32(clamping: fields.matching.maxCycles)
    relaunchProbability = fields.matching.relaunch.probability
    relaunchDelay = fields.matching.relaunch.delay
    answerDelay = fields.behaviour.answerDelay
    declineProbability = fields.behaviour.declineProbability
    askerCancelProbability = fields.behaviour.withdrawProbability
    horizon = scenario.time.horizon ?? .never
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
    withdrawAllProbability = fields.behaviour.withdrawAllProbability
    noShowProbability = fields.behaviour.noShowProbability
    patience = fields.behaviour.patience ?? .never
  }
}
