/// Points from which Sobol' indices are estimated.
///
/// Saltelli and others 2010, doi:10.1016/j.cpc.2009.09.018: rows of two points A and B, and A with one value of
/// B for each parameter. Rows are drawn independently of each other, since the intervals rest on that: of
/// Sobol' points they would hold the truth in 83 to 100 of 100 studies, depending on the function.
public enum SaltelliDesign {
  /// A row of the design, in the unit cube.
  public struct Row: Hashable, Sendable {
    public let a: [Double]
    public let b: [Double]
    /// The points A with that value of B, by parameter.
    public let mixed: [[Double]]
  }

  /// `count` rows of points of `parameters` dimensions.
  ///
  /// - Precondition: both are positive.
  public static func rows(count: Int, parameters: Int, seed: UInt64) -> [Row] {
    precondition(count > 0 && parameters > 0, "a design has a row and a parameter")
    return (0..<count).map { number in
      var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .saltelli, UInt64(number))
      let a = (0..<parameters).map { _ in draws.uniform() }
      let b = (0..<parameters).map { _ in draws.uniform() }
      let mixed = a.indices.map { parameter in
        var mixed = a
        mixed[parameter] = b[parameter]
        return mixed
      }
      return Row(a: a, b: b, mixed: mixed)
    }
  }
}
