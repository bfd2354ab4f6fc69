public import Community
public import Quantities
public import Travellers

/// A message of a request, kept if all are recorded or the request is explained.
public struct MessageRecord: Sendable {
  public var request: RequestIndex
  public var kind: MessageKind
  /// The user whose phone it goes to or comes from.
  public var user: UserIndex
  public var sent: Milliseconds
  public var transit: Transit
}
