public import Quantities
public import Statistics

/// The rules of the lifecycle: attempts, cycles, answers, cancellations.
public struct Rules: Sendable {
  /// The source from which answers, relaunches and cancellations are drawn.
  public var random: RandomSource
  /// Calls of the matcher in a cycle, the first included.
  public var attempts: Int32 = 3
  /// The time from the end of an attempt to the next.
  public var retryInterval = Milliseconds.zero
  public var maxCycles: Int32 = 1
  /// The probability that a requester whose cycle has failed begins another, `relaunchDelay` later.
  public var relaunchProbability = 0.0
  public var relaunchDelay = Milliseconds.zero
  /// The time that a provider takes to answer; how long an offer stays open is a matter of the market (`ChannelRules.offerTimeout`).
  public var answerDelay = Milliseconds.zero
  public var declineProbability = 0.0
  /// The probability that a provider cancels what was agreed before it begins.
  public var providerCancelProbability = 0.0
  /// The probability that the requester does.
  public var requesterCancelProbability = 0.0
  /// The outages of the service; nil for none.
  public var outages: OutageRules?
  /// The run ends then, whatever is left; `.never` to run until nobody is left half-way.
  public var horizon = Milliseconds.never

  /// Three attempts at once in one cycle, answered yes at once and kept.
  public init(random: RandomSource) { self.random = random }
}
