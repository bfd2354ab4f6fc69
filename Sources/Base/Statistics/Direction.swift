/// The better one of the two ways of a figure.
public enum Direction: String, CaseIterable, Sendable {
  case higherIsBetter = "higher is better"
  case lowerIsBetter = "lower is better"

  /// `value` with the sign under which more is better.
  public func gain(_ value: Double) -> Double { self == .higherIsBetter ? value : -value }
}
