public import Lifecycle
public import Quantities
public import Statistics

/// The rules by which messages travel between the service and the phones.
public struct ChannelRules: Hashable, Sendable {
  /// The time for which a try that is not lost travels, in seconds.
  public var delay = Law.lognormal(median: 2, sigma: 0.5)
  /// The probability that a try is lost.
  public var loss = 0.0
  /// The most tries of one message, the first included.
  public var tries = 3
  /// The time from a lost attempt at sending to the next.
  public var backoff = Milliseconds(10_000)
  /// The factor by which each wait exceeds the one before.
  public var backoffFactor = 2.0
  /// The time from sending an offer until it ends without an answer.
  public var offerTimeout = Milliseconds(60_000)
  /// The time for which a phone is online, and offline, at a stretch, in seconds: both or neither; without them it
  /// always is.
  public var online: Law?
  public var offline: Law?
  /// The outages of the service; nil for none.
  public var outages: OutageRules?

  public init() {}

  /// The least time for which a try that is not lost travels.
  package var leastDelay: Milliseconds {
    switch delay {
    case .fixed(let value), .uniform(let value, _): Milliseconds(seconds: value)
    case .exponential, .lognormal: .zero
    }
  }
}
