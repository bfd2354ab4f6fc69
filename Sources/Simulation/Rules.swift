public import Quantities
public import Scenario
public import Statistics

/// The rules of the lifecycle: attempts, cycles, answers, cancellations.
public struct Rules: Sendable {
  /// Where answers, relaunches and cancellations are drawn from.
  public var random: RandomSource
  /// Calls of the matcher in a cycle, the first included.
  public var attempts: Int32
  /// From the end of an attempt to the next.
  public var retryInterval: Milliseconds
  public var maxCycles: Int32
  public var relaunchProbability: Double
  public var relaunchDelay: Milliseconds
  public var answerDelay: Milliseconds
  public var declineProbability: Double
  public var driverCancelProbability: Double
  /// The run ends then, whatever is left; `.never` to run until nobody is left half-way.
  public var horizon: Milliseconds

  /// The rules of `scenario`.
  public init(_ scenario: Scenario) {
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
