public import Quantities

/// The way of a case through a team.
public struct TeamCase: Equatable, Sendable {
  /// The time at which it comes.
  public var came: Milliseconds
  /// The time at which somebody begins to work on it.
  public var begun: Milliseconds
  /// The time at which it is decided.
  public var decided: Milliseconds

  public init(came: Milliseconds, begun: Milliseconds, decided: Milliseconds) {
    self.came = came
    self.begun = begun
    self.decided = decided
  }

  /// The time from coming to the decision.
  public var span: Milliseconds { decided - came }
}
