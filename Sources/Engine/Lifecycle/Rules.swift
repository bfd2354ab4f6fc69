public import Quantities
public import Statistics

/// The rules of the lifecycle: attempts, cycles, answers, cancellations.
public struct Rules: Sendable {
  /// The source from which answers, relaunches and cancellations are drawn.
  public var random: RandomSource
  /// The number of matcher calls in a cycle, including the first.
  public var attempts: Int32 = 3
  /// The time from the end of an attempt to the next one.
  public var retryInterval = Milliseconds.zero
  public var maxCycles: Int32 = 1
  /// The probability that the requester begins another cycle after a failed one, `relaunchDelay` later.
  public var relaunchProbability = 0.0
  public var relaunchDelay = Milliseconds.zero
  /// The response time of a provider; the market decides how long an offer stays open
  /// (`ChannelRules.offerTimeout`).
  public var answerDelay = Milliseconds.zero
  public var declineProbability = 0.0
  /// The probability that a provider cancels an agreement before it begins.
  public var providerCancelProbability = 0.0
  /// The probability that the requester cancels an agreement before it begins.
  public var requesterCancelProbability = 0.0
  /// The outages of the service; nil for none.
  public var outages: OutageRules?
  /// The hard end of the run; `.never`: it runs until every request has ended.
  public var horizon = Milliseconds.never

  /// Creates the default rules: one cycle of three attempts without delay, immediate acceptance, no
  /// cancellations.
  public init(random: RandomSource) { self.random = random }
}
