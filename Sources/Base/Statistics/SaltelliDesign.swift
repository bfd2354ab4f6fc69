/// A design of points for estimating Sobol' indices.
///
/// Saltelli and others 2010, doi:10.1016/j.cpc.2009.09.018: each row has two points A and B, and for each
/// parameter A with that one value of B. Rows are drawn independently, as the intervals assume: with Sobol'
/// points their coverage would vary from 83 to 100 %, depending on the function.
public enum SaltelliDesign {
  /// A row of the design, in the unit cube.
  public struct Row: Hashable, Sendable {
    public let a: [Double]
    public let b: [Double]
    /// The points A with one value of B, by parameter.
    public let mixed: [[Double]]
  }

  /// Returns `count` rows of points of `parameters` dimensions.
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
