public import Lifecycle
public import Quantities
public import Statistics

/// The channel that carries messages between the service and the phones.
///
/// A message is retried until it is delivered or the maximum number of tries is reached. A try leaves once the phone is
/// online; a try to a phone that goes offline in the meantime is delivered when the phone is online again. All of this
/// is known as soon as the message is sent: the draws depend only on the user and the number of the message.
///
///     let way = channel.send(.offer, user: 7, key: 7, at: now)
///     way.arrives                          // when the driver has it; nil: never
public struct Channel: Sendable {
  public let rules: ChannelRules
  /// The message counts so far.
  public internal(set) var counts = ChannelCounts()
  let random: RandomSource
  /// The number of messages to or from each user's phone.
  var numbers: [UInt64] = []
  private var phones: [UInt64: Alternation] = [:]

  /// Creates a channel over which nothing has been sent.
  public init(_ rules: ChannelRules, random: RandomSource) {
    self.rules = rules
    self.random = random
  }
}

// MARK: - Phones

extension Channel {
  /// Whether phones are ever offline.
  public var hasOfflinePhones: Bool { rules.online != nil && rules.offline != nil }

  /// Returns whether the phone is online.
  public mutating func isOnline(user key: UInt64, at time: Milliseconds) -> Bool {
    period(key: key, at: time)?.isOn ?? true
  }

  /// Returns the last time up to `time` at which the phone was online: the service has received only what the phone had
  /// sent by that time. If the phone has been offline since the run began, this is the start of the run.
  public mutating func lastHeard(key: UInt64, at time: Milliseconds) -> Milliseconds {
    guard let period = period(key: key, at: time), !period.isOn else { return time }
    return min(period.from, time)
  }

  /// Returns the next time after `time` at which the phone goes online or offline; nil if phones are always
  /// online.
  public mutating func nextChange(key: UInt64, after time: Milliseconds) -> Milliseconds? {
    period(key: key, at: time)?.until
  }

  /// Returns the first time from `time` on at which the phone is online.
  mutating func firstOnline(key: UInt64, from time: Milliseconds) -> Milliseconds {
    guard let period = period(key: key, at: time), !period.isOn else { return time }
    return period.until
  }

  /// Returns the phone's online or offline period that contains `time`; nil if phones are always online.
  private mutating func period(key: UInt64, at time: Milliseconds) -> Alternation.Period? {
    guard let online = rules.online, let offline = rules.offline else { return nil }
    return phones[
      key, default: Alternation(on: online, off: offline, draws: random.stream(.phone, key))
    ].period(at: time)
  }
}

/// An offer sent to a provider's phone, and the answer sent back.
public struct OfferExchange: Sendable {
  /// The outcome of an offer.
  public enum End: Sendable {
    case answered
    /// The offer was not read in time.
    case undelivered
    /// The offer was read, but no answer arrived in time.
    case unanswered
  }

  public var end: End
  /// The time from the offer to the arrival of the answer, or to the expiry of the offer.
  public var delay: Milliseconds
  public var offer: MessageTransit
  /// The sending time and the transit of the answer; nil if there was no answer.
  public var answer: (sent: Milliseconds, transit: MessageTransit)?
}

extension Channel {
  /// Sends an offer to the phone of `user` at `time`, and the user's answer back after `thinking`; the service accepts answers for up to
  /// `limit` after the offer.
  ///
  /// - Parameter key: the key of the user's draws.
  public mutating func exchange(
    with user: UserIndex, key: UInt64, thinking: Milliseconds, limit: Milliseconds, at time: Milliseconds
  ) -> OfferExchange {
    let end = time.saturatingAdd(limit)
    let offer = send(.offer, user: user, key: key, at: time)
    guard let read = offer.arrives, read <= end else {
      return OfferExchange(end: .undelivered, delay: limit, offer: offer)
    }
    // Nobody answers an offer that has already expired.
    let answered = read + thinking
    guard answered <= end else { return OfferExchange(end: .unanswered, delay: limit, offer: offer) }
    let answer = (sent: answered, transit: send(.answer, user: user, key: key, at: answered))
    guard let heard = answer.transit.arrives, heard <= end else {
      return OfferExchange(end: .unanswered, delay: limit, offer: offer, answer: answer)
    }
    return OfferExchange(end: .answered, delay: heard - time, offer: offer, answer: answer)
  }
}

/// The rules by which messages travel between the service and the phones.
public struct ChannelRules: Hashable, Sendable {
  /// The transit time of a try that is not lost, in seconds.
  public var delay = Law.lognormal(median: 2, sigma: 0.5)
  /// The probability that a try is lost.
  public var loss = 0.0
  /// The maximum number of tries per message, including the first.
  public var tries = 3
  /// The time from the first lost try to the next.
  public var backoff = Milliseconds(10_000)
  /// The ratio of each wait to the previous one.
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

  /// The minimum transit time of a try that is not lost.
  package var leastDelay: Milliseconds {
    switch delay {
    case .fixed(let value), .uniform(let value, _): Milliseconds(seconds: value)
    case .exponential, .lognormal: .zero
    }
  }
}
