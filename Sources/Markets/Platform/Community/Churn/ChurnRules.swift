/// The rules by which users leave the service after failures.
public struct ChurnRules: Hashable, Sendable {
  /// The number of consecutive failures from which each failure may make the user leave.
  public var afterFailures = 3
  /// The probability that the user then leaves.
  public var probability = 1.0

  public init() {}
}
