public import Community
public import Quantities
public import Travellers

/// A message about a request, recorded if all are recorded or the request is explained.
public struct MessageRecord: Sendable {
  public var request: RequestIndex
  public var kind: MessageKind
  /// The user whose phone sends or receives it.
  public var user: UserIndex
  public var sent: Milliseconds
  public var transit: Transit
}
