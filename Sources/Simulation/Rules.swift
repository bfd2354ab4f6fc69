public import Quantities
public import Scenario
public import Statistics

/// The rules of the lifecycle: attempts, cycles, answers, cancellations.
public struct Rules: Sendable {
  /// Where answers, relaunches and cancellations are drawn from.
  public var random = RandomSource(seed: 1, replication: 0)
  /// Calls of the matcher in a cycle, the first included.
  public var attempts: Int32 = 3
  /// From the end of an attempt to the next.
  public var retryInterval = Milliseconds(60_000)
  public var maxCycles: Int32 = 3
  public var relaunchProbability = 0.0
  public var relaunchDelay = Milliseconds(180_000)
  public var answerDelay = Milliseconds(15_000)
  public var declineProbability = 0.0
  public var driverCancelProbability = 0.0
  /// The run ends then, whatever is left; `.never` to run until nobody is left half-way.
  public var horizon = Milliseconds.never

  public init() {}
}

extension Rules {
  /// The rules of `scenario`.
  public init(_ scenario: Scenario) {
    self.init()
    let matching = scenario.matching
    let behaviour = scenario.behaviour
    random = RandomSource(seed: scenario.seed, replication: UInt32(scenario.replication))
    attempts = Int32(clamping: matching.attempts)
    retryInterval = matching.retryInterval
    maxCycles = Int32(clamping: matching.maxCycles)
    relaunchProbability = matching.relaunch.probability
    relaunchDelay = matching.relaunch.delay
    answerDelay = behaviour.answerDelay
    declineProbability = behaviour.declineProbability
    driverCancelProbability = behaviour.driverCancelProbability
    horizon = scenario.time.horizon ?? .never
  }
}
