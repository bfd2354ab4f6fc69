public import Lifecycle
public import Quantities
public import Statistics

/// The rules by which messages travel between the service and the phones.
public struct ChannelRules: Hashable, Sendable {
  /// The travel time of a try that is not lost, in seconds.
  public var delay = Law.lognormal(median: 2, sigma: 0.5)
  /// The probability that a try is lost.
  public var loss = 0.0
  /// The maximum number of tries per message, including the first.
  public var tries = 3
  /// The time from the first lost try to the next.
  public var backoff = Milliseconds(10_000)
  /// The factor by which each wait exceeds the previous one.
  public var backoffFactor = 2.0
  /// The time after which an offer without an answer expires.
  public var offerTimeout = Milliseconds(60_000)
  /// The durations of online and offline periods, in seconds: either both or neither; without them, phones are
  /// always online.
  public var online: Law?
  public var offline: Law?
  /// The outages of the service; nil for none.
  public var outages: OutageRules?

  public init() {}

  /// The minimum travel time of a try that is not lost.
  package var leastDelay: Milliseconds {
    switch delay {
    case .fixed(let value), .uniform(let value, _): Milliseconds(seconds: value)
    case .exponential, .lognormal: .zero
    }
  }
}
