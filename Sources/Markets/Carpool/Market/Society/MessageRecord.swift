public import Community
public import Quantities
public import Travellers

/// A message of a request that somebody wants explained.
public struct MessageRecord: Sendable {
  public var request: RequestIndex
  public var kind: MessageKind
  /// Whose phone it goes to or comes from.
  public var user: UserIndex
  public var sent: Milliseconds
  public var transit: Transit
}
