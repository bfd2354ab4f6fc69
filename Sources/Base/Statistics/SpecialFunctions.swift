import CGSL

/// Special functions in closed forms of queues and geometry, by GSL; a value carries an estimate of its error.
public enum SpecialFunctions {
  /// A value with a bound on its absolute error as GSL estimates it.
  public struct Value: Hashable, Sendable {
    public var value: Double
    public var error: Double
  }

  /// Kummer's confluent hypergeometric function ₁F₁(a; b; x).
  ///
  /// - Throws: `StatisticsError` where b is 0 or a negative integer, or the value overflows.
  public static func hypergeometric1F1(_ a: Double, _ b: Double, _ x: Double) throws(StatisticsError) -> Value
  {
    try evaluate("1F1") { gsl_sf_hyperg_1F1_e(a, b, x, &$0) }
  }

  /// The error function erf(x) = 2 ÷ √π · ∫₀ˣ exp(−t²) dt.
  public static func erf(_ x: Double) throws(StatisticsError) -> Value {
    try evaluate("erf") { gsl_sf_erf_e(x, &$0) }
  }

  /// The logarithm of the gamma function's magnitude.
  ///
  /// - Throws: `StatisticsError` where x is 0 or a negative integer.
  public static func logGamma(_ x: Double) throws(StatisticsError) -> Value {
    try evaluate("log gamma") { gsl_sf_lngamma_e(x, &$0) }
  }

  /// The regularised incomplete gamma function P(a, x), for a > 0 and x ≥ 0.
  ///
  /// - Throws: `StatisticsError` outside of that.
  public static func incompleteGammaP(_ a: Double, _ x: Double) throws(StatisticsError) -> Value {
    try evaluate("incomplete gamma") { gsl_sf_gamma_inc_P_e(a, x, &$0) }
  }

  /// The modified Bessel function I₀(x).
  ///
  /// - Throws: `StatisticsError` where the value overflows.
  public static func besselI0(_ x: Double) throws(StatisticsError) -> Value {
    try evaluate("Bessel I0") { gsl_sf_bessel_I0_e(x, &$0) }
  }

  /// The complete elliptic integral of the second kind E(k), modulus k in −1 … 1.
  ///
  /// - Throws: `StatisticsError` outside of that.
  public static func ellipticE(_ k: Double) throws(StatisticsError) -> Value {
    try evaluate("elliptic E") { gsl_sf_ellint_Ecomp_e(k, gsl_mode_t(GSL_PREC_DOUBLE), &$0) }
  }

  private static func evaluate(
    _ function: String, _ call: (inout gsl_sf_result) -> Int32
  ) throws(StatisticsError) -> Value {
    GSL.prepare()
    var result = gsl_sf_result()
    let status = call(&result)
    guard status == 0, result.val.isFinite else {
      throw StatisticsError(status: status == 0 ? Int32(GSL_EOVRFLW) : status, function: function)
    }
    return Value(value: result.val, error: result.err)
  }
}
