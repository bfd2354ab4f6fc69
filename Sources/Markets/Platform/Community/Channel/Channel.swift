public import Quantities
public import Statistics

/// The carrier of messages between the service and the phones.
///
/// A message is tried until it is not lost, at most so often as the rules say. A try leaves when the phone is online, and
/// one to a phone that has gone offline meanwhile waits for it. All of that is known as soon as the message is sent: what
/// is drawn depends on the user and the number of the message alone, and on nobody who asks.
///
///     let way = channel.send(.offer, user: 7, key: 7, at: now)
///     way.arrives                          // when the driver has it; nil: never
public struct Channel: Sendable {
  public let rules: ChannelRules
  /// The counts of the messages until now.
  public private(set) var counts = ChannelCounts()
  private let random: RandomSource
  /// The number of messages that went to or from the phone of each user.
  private var numbers: [UInt64] = []
  private var phones: [UInt64: Alternation] = [:]

  /// Opens a channel on which nothing was sent.
  public init(_ rules: ChannelRules, random: RandomSource) {
    self.rules = rules
    self.random = random
  }

  /// Sends a message to or from the phone of `user` at `time`.
  ///
  /// - Parameter key: what the draws of the user are keyed by.
  public mutating func send(
    _ kind: MessageKind, user: UserIndex, key: UInt64, at time: Milliseconds
  ) -> Transit {
    var draws = random.stream(.message, key, nextNumber(of: user))
    // The delay is drawn first: whatever is lost, it stays the same.
    let delay = rules.delay.span(&draws)
    var transit = Transit(arrives: nil, tries: 0, lost: 0, left: time)
    var next = time
    var wait = Double(rules.backoff.rawValue)
    while transit.tries < rules.tries {
      transit.left = firstOnline(key: key, from: next)
      transit.tries += 1
      guard draws.happens(withProbability: rules.loss) else {
        let there = transit.left.saturatingAdd(delay)
        transit.arrives = kind.isToPhone ? firstOnline(key: key, from: there) : there
        break
      }
      transit.lost += 1
      next = transit.left.saturatingAdd(Milliseconds(Int64(min(wait, 1e15).rounded())))
      wait *= rules.backoffFactor
    }
    counts[kind].add(transit)
    return transit
  }

  private mutating func nextNumber(of user: UserIndex) -> UInt64 {
    let place = Int(user)
    if place >= numbers.count {
      numbers.append(contentsOf: repeatElement(0, count: max(place + 1 - numbers.count, numbers.count)))
    }
    defer { numbers[place] += 1 }
    return numbers[place]
  }
}

// MARK: - Phones

extension Channel {
  /// True if phones are ever offline.
  public var hasOfflinePhones: Bool { rules.online != nil && rules.offline != nil }

  /// Tells whether the phone is online.
  public mutating func isOnline(user key: UInt64, at time: Milliseconds) -> Bool {
    period(key: key, at: time)?.isOn ?? true
  }

  /// The last moment not after `time` at which the phone was online: what it sent then is all that the service knows. The
  /// start of the run, where it has been offline since.
  public mutating func lastHeard(key: UInt64, at time: Milliseconds) -> Milliseconds {
    guard let period = period(key: key, at: time), !period.isOn else { return time }
    return min(period.from, time)
  }

  /// The next moment after `time` at which the phone goes on or off; nil where phones are always online.
  public mutating func nextChange(key: UInt64, after time: Milliseconds) -> Milliseconds? {
    period(key: key, at: time)?.until
  }

  /// The first moment from `time` on at which the phone is online.
  private mutating func firstOnline(key: UInt64, from time: Milliseconds) -> Milliseconds {
    guard let period = period(key: key, at: time), !period.isOn else { return time }
    return period.until
  }

  /// The period of the phone that `time` lies in; nil where phones are always online.
  private mutating func period(key: UInt64, at time: Milliseconds) -> Alternation.Period? {
    guard let online = rules.online, let offline = rules.offline else { return nil }
    return phones[
      key, default: Alternation(on: online, off: offline, draws: random.stream(.phone, key))
    ].period(at: time)
  }
}
