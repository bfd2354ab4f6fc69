/// Whether higher or lower values of a figure are better.
public enum Direction: String, CaseIterable, Sendable {
  case higherIsBetter = "higher is better"
  case lowerIsBetter = "lower is better"

  /// Returns `value`, negated if lower is better.
  public func gain(_ value: Double) -> Double { self == .higherIsBetter ? value : -value }
}
