/// The spread below which numbers differ by their rounding alone.
///
/// Means of equal numbers differ in their last bits, so a deviation computed from them is seldom 0 where the numbers do not vary; divided by
/// it, nothing at all becomes billions of deviations.
enum Rounding {
  /// The relative error that sums and means of numbers may have.
  static let relative = 1e-12

  /// The greatest mean square that rounding alone gives to deviations of numbers of this `magnitude`.
  static func meanSquare(_ magnitude: Double) -> Double {
    let error = relative * magnitude
    return error * error
  }
}
