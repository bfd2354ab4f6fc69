public import CMath

/// The elementary functions, correctly rounded: the double nearest to the exact value, ties to even.
///
/// The results of the C library's functions differ in the last bit between processors and versions; these are the same
/// everywhere. The rest of the program does not call the C library's functions, as `RoundedTests` verifies.
public enum Rounded {
  /// Returns e to the power `x`.
  @inlinable
  public static func exp(_ x: Double) -> Double { rounded_exp(x) }

  /// Returns 2 to the power `x`.
  @inlinable
  public static func exp2(_ x: Double) -> Double { rounded_exp2(x) }

  /// Returns the natural logarithm of `x`; NaN for negative numbers.
  @inlinable
  public static func log(_ x: Double) -> Double { rounded_log(x) }

  /// Returns the binary logarithm of `x`; NaN for negative numbers.
  @inlinable
  public static func log2(_ x: Double) -> Double { rounded_log2(x) }

  /// Returns the decimal logarithm of `x`; NaN for negative numbers.
  @inlinable
  public static func log10(_ x: Double) -> Double { rounded_log10(x) }

  /// Returns the natural logarithm of 1 + `x`; NaN below −1.
  @inlinable
  public static func log1p(_ x: Double) -> Double { rounded_log1p(x) }

  /// Returns `x` to the power `y`.
  @inlinable
  public static func pow(_ x: Double, _ y: Double) -> Double { rounded_pow(x, y) }

  /// Returns the sine of `x` radians.
  @inlinable
  public static func sin(_ x: Double) -> Double { rounded_sin(x) }

  /// Returns the cosine of `x` radians.
  @inlinable
  public static func cos(_ x: Double) -> Double { rounded_cos(x) }

  /// Returns the arcsine of `x` in radians; NaN outside −1 ... 1.
  @inlinable
  public static func asin(_ x: Double) -> Double { rounded_asin(x) }

  /// Returns the angle of the point (`x`, `y`) in radians, in −π ... π.
  @inlinable
  public static func atan2(_ y: Double, _ x: Double) -> Double { rounded_atan2(y, x) }

  /// Returns the cube root of `x`.
  @inlinable
  public static func cbrt(_ x: Double) -> Double { rounded_cbrt(x) }

  /// Returns the square root of `x`² + `y`², without intermediate overflow.
  @inlinable
  public static func hypot(_ x: Double, _ y: Double) -> Double { rounded_hypot(x, y) }
}
