public import Quantities

/// A client's dispute of work that was done: until it is decided, a review of the work is hidden.
public struct Dispute: Equatable, Sendable {
  /// The time at which the client disputes the work, and the time at which it is decided.
  public var opens: Milliseconds
  public var decided: Milliseconds
  /// True if the decision gives back what was paid.
  public var refunds: Bool

  /// Tells whether it is open at `time`.
  func isOpen(at time: Milliseconds) -> Bool { opens <= time && time < decided }
}
