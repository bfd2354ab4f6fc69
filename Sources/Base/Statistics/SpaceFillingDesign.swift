import CGSL

/// Designs that fill the unit cube more evenly than independent points: each point is a list of numbers in 0
/// ..< 1.
public enum SpaceFillingDesign {
  /// The maximum dimension of Sobol' points.
  public static let mostSobolDimensions = 40

  /// Returns a Latin hypercube: along every axis each of `count` equal intervals contains one point, uniform
  /// within it. McKay, Beckman and Conover 1979, doi:10.1080/00401706.1979.10489755.
  ///
  /// - Precondition: `count` is positive.
  public static func latinHypercube(count: Int, dimensions: Int, seed: UInt64) -> [[Double]] {
    precondition(count > 0, "a design has a point")
    var points = Array(repeating: Array(repeating: 0.0, count: dimensions), count: count)
    for dimension in 0..<dimensions {
      var draws = KeyedGenerator(
        seed: seed, replication: 0, purpose: .latinHypercube, UInt64(dimension))
      var strata = Array(0..<count)
      draws.shuffle(&strata)
      for point in 0..<count {
        points[point][dimension] = below1((Double(strata[point]) + draws.uniform()) / Double(count))
      }
    }
    return points
  }

  /// Returns the first `count` Sobol' points, including the origin, shifted by one random vector modulo 1,
  /// which makes their means unbiased. Sobol' 1967, doi:10.1016/0041-5553(67)90144-9; Cranley and Patterson
  /// 1976, doi:10.1137/0713071; for the origin, Owen 2022, doi:10.1007/978-3-030-98319-2_4.
  ///
  /// - Precondition: `count` is positive, `dimensions` is in 1 … `mostSobolDimensions`.
  public static func shiftedSobol(count: Int, dimensions: Int, seed: UInt64) -> [[Double]] {
    precondition(count > 0, "a design has a point")
    precondition((1...mostSobolDimensions).contains(dimensions), "Sobol' points have 1 to 40 dimensions")
    GSL.prepare()
    guard let generator = detour_qrng_sobol(UInt32(dimensions)) else { preconditionFailure("out of memory") }
    defer { gsl_qrng_free(generator) }
    let shift = (0..<dimensions).map { dimension in
      var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .sobolShift, UInt64(dimension))
      return draws.uniform()
    }
    // GSL omits the origin and begins with the second point.
    var point = Array(repeating: 0.0, count: dimensions)
    return (0..<count).map { number in
      if number > 0 { gsl_qrng_get(generator, &point) }
      return zip(point, shift).map { below1(($0 + $1).truncatingRemainder(dividingBy: 1)) }
    }
  }

  /// Returns a value below 1: rounding must not leave the cube.
  private static func below1(_ value: Double) -> Double { min(value, 1.0.nextDown) }
}
