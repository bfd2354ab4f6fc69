public import Quantities

/// A client's dispute of work that was done: until it is decided, a review of the work is hidden.
public struct Dispute: Equatable, Sendable {
  /// When the client disputes the work, and when it is decided.
  public var opens: Milliseconds
  public var decided: Milliseconds
  /// Whether the decision gives back what was paid.
  public var refunds: Bool

  /// Whether it is open at `time`.
  func isOpen(at time: Milliseconds) -> Bool { opens <= time && time < decided }
}
