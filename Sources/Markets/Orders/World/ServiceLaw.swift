public import Quantities

/// The law of the time a server takes for a card or an order.
public struct ServiceLaw: Hashable, Sendable {
  /// The family of distributions.
  public enum Family: String, CaseIterable, Sendable {
    /// Memoryless; its coefficient of variation is 1.
    case exponential
    /// Always the mean.
    case fixed
    /// The exponential of a normal distribution.
    case lognormal
    /// A sum of exponential times if 1 ÷ cv² is an integer.
    case gamma
  }

  public var family: Family
  public var mean: Milliseconds
  /// Standard deviation ÷ mean, for the lognormal and gamma laws.
  public var cv: Double

  /// Creates a law.
  public init(_ family: Family = .exponential, mean: Milliseconds, cv: Double = 1) {
    self.family = family
    self.mean = mean
    self.cv = cv
  }
}
