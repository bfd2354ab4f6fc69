public import Quantities

/// The transit of a message.
public struct Transit: Equatable, Sendable {
  /// The time at which it arrives; nil if all tries were lost.
  public var arrives: Milliseconds?
  /// The number of tries, and of those that were lost.
  public var tries: Int
  public var lost: Int
  /// The time at which the last try left.
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

  mutating func add(_ transit: Transit) {
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

  /// The counts of all kinds together.
  public var all: MessageCounts {
    counts.reduce(into: MessageCounts()) { sum, one in
      sum.messages += one.messages
      sum.tries += one.tries
      sum.lostTries += one.lostTries
      sum.delivered += one.delivered
    }
  }
}
