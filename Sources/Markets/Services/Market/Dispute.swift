public import Quantities

/// A client's dispute about work: until it is decided, a review of the work is hidden.
public struct Dispute: Equatable, Sendable {
  /// The time at which the client disputes the work, and the time at which the dispute is decided.
  public var opens: Milliseconds
  public var decided: Milliseconds
  /// Whether the payment is refunded by the decision.
  public var refunds: Bool

  /// Returns whether it is open at `time`.
  func isOpen(at time: Milliseconds) -> Bool { opens <= time && time < decided }
}
