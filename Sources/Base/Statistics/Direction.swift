/// Which way of a figure is the better one.
public enum Direction: String, CaseIterable, Sendable {
  case higherIsBetter = "higher is better"
  case lowerIsBetter = "lower is better"

  /// `value` with the sign under which more is better.
  public func gain(_ value: Double) -> Double { self == .higherIsBetter ? value : -value }
}
