/// Points from which Sobol' indices are estimated.
///
/// Saltelli and others 2010, doi:10.1016/j.cpc.2009.09.018: rows of two points A and B, and A with one value of B for each
/// parameter. A and B are the two halves of Sobol' points of twice as many dimensions.
public enum SaltelliDesign {
  /// The most parameters that a design has.
  public static let mostParameters = SpaceFillingDesign.mostSobolDimensions / 2

  /// A row of the design, in the unit cube.
  public struct Row: Hashable, Sendable {
    public let a: [Double]
    public let b: [Double]
    /// By parameter, A with that value of B.
    public let mixed: [[Double]]
  }

  /// `count` rows of points of `parameters` dimensions.
  ///
  /// - Precondition: `count` is positive, `parameters` lies in 1 … `mostParameters`.
  public static func rows(count: Int, parameters: Int, seed: UInt64) -> [Row] {
    SpaceFillingDesign.shiftedSobol(count: count, dimensions: 2 * parameters, seed: seed).map { point in
      let (a, b) = (Array(point[..<parameters]), Array(point[parameters...]))
      let mixed = a.indices.map { parameter in
        var mixed = a
        mixed[parameter] = b[parameter]
        return mixed
      }
      return Row(a: a, b: b, mixed: mixed)
    }
  }
}
