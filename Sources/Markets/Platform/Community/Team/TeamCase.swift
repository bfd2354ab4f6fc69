public import Quantities

/// A case handled by a team.
public struct TeamCase: Equatable, Sendable {
  /// The time at which it arrives.
  public var came: Milliseconds
  /// The time at which work on it begins.
  public var begun: Milliseconds
  /// The time at which it is decided.
  public var decided: Milliseconds

  public init(came: Milliseconds, begun: Milliseconds, decided: Milliseconds) {
    self.came = came
    self.begun = begun
    self.decided = decided
  }

  /// The time from arrival to decision.
  public var span: Milliseconds { decided - came }
}
