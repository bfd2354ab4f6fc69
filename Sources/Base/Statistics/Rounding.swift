/// The spread below which numbers differ by rounding errors alone.
///
/// Means of equal numbers differ in their last bits, so their computed deviation is rarely 0; dividing by it would turn
/// a difference of zero into billions of deviations.
enum Rounding {
  /// The maximum relative error of sums and means.
  static let relative = 1e-12

  /// Returns the greatest mean square deviation explained by rounding errors for numbers of this `magnitude`.
  static func meanSquare(_ magnitude: Double) -> Double {
    let error = relative * magnitude
    return error * error
  }
}
