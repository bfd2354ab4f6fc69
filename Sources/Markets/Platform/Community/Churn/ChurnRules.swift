/// The rules by which somebody whom the service fails leaves it.
public struct ChurnRules: Hashable, Sendable {
  /// The number of consecutive failures from which every failure may make the user leave.
  public var afterFailures = 3
  /// The probability that they leave then.
  public var probability = 1.0

  public init() {}
}
