public import Quantities
public import Statistics

/// The transit of a message.
public struct MessageTransit: Equatable, Sendable {
  /// The arrival time of the message; nil if all tries were lost.
  public var arrives: Milliseconds?
  /// The number of tries, and the number of lost tries.
  public var tries: Int
  public var lost: Int
  /// The time at which the last try was sent.
  public var left: Milliseconds
}

/// The number of messages, by outcome.
public struct MessageCounts: Equatable, Sendable {
  public var messages = 0
  public var tries = 0
  public var lostTries = 0
  public var delivered = 0

  public init() {}

  /// The number of messages whose tries were all lost.
  public var undelivered: Int { messages - delivered }

  mutating func add(_ transit: MessageTransit) {
    messages += 1
    tries += transit.tries
    lostTries += transit.lost
    if transit.arrives != nil { delivered += 1 }
  }
}

/// The message counts by kind.
public struct ChannelCounts: Equatable, Sendable {
  private var counts = Array(repeating: MessageCounts(), count: MessageKind.allCases.count)

  public init() {}

  public internal(set) subscript(kind: MessageKind) -> MessageCounts {
    get { counts[kind.place] }
    set { counts[kind.place] = newValue }
  }

  /// The total counts over all kinds.
  public var all: MessageCounts {
    counts.reduce(into: MessageCounts()) { sum, one in
      sum.messages += one.messages
      sum.tries += one.tries
      sum.lostTries += one.lostTries
      sum.delivered += one.delivered
    }
  }
}

/// A message about a request, to the phone of the user who made it.
public struct RequestMessage<Request: Sendable>: Sendable {
  public var request: Request
  public var kind: MessageKind
  public var sent: Milliseconds
  public var transit: MessageTransit
}

/// Sends messages about requests, and records them if required.
public struct Notifier<Request: Sendable>: Sendable {
  private var channel: Channel
  private let isRecorded: Bool
  /// The recorded messages, in the order in which they were sent.
  public private(set) var messages: [RequestMessage<Request>] = []

  public init(_ rules: ChannelRules, isRecorded: Bool, random: RandomSource) {
    channel = Channel(rules, random: random)
    self.isRecorded = isRecorded
  }

  /// The message counts so far.
  public var counts: MessageCounts { channel.counts.all }

  /// Sends a message of `kind` about `request` to the phone of `user` at `time`.
  ///
  /// - Parameter key: the key of the user's draws.
  public mutating func send(
    _ kind: MessageKind, of request: Request, to user: UserIndex, key: UInt64, at time: Milliseconds
  ) -> MessageTransit {
    let transit = channel.send(kind, user: user, key: key, at: time)
    if isRecorded {
      messages.append(RequestMessage(request: request, kind: kind, sent: time, transit: transit))
    }
    return transit
  }
}
