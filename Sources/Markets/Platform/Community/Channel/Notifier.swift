public import Quantities
public import Statistics

/// A message about a request, to the phone of the user who made it.
public struct RequestMessage<Request: Sendable>: Sendable {
  public var request: Request
  public var kind: MessageKind
  public var sent: Milliseconds
  public var transit: Transit
}

/// Sends messages about requests, and records them if wanted.
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
  ) -> Transit {
    let transit = channel.send(kind, user: user, key: key, at: time)
    if isRecorded {
      messages.append(RequestMessage(request: request, kind: kind, sent: time, transit: transit))
    }
    return transit
  }
}
