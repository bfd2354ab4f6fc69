/// When somebody whom the service fails leaves it.
public struct ChurnRules: Equatable, Sendable {
  /// After how many failures in a row it comes into question, at this one and each further one.
  public var afterFailures = 3
  /// The probability that they leave then.
  public var probability = 1.0

  public init() {}
}
