import CGSL
import Quantities

/// Points for a Morris screening: trajectories that change one parameter at a time.
public enum MorrisDesign {
  /// Returns `count` trajectories in the unit cube of `parameters` dimensions, each of `parameters` + 1 points.
  ///
  /// Each step changes one parameter by Δ = levels ÷ (2·(levels − 1)), up or down, each parameter once, in random order
  /// (Morris 1991, doi:10.1080/00401706.1991.10484804). From `candidates` random trajectories, those far from each
  /// other are chosen (Campolongo, Cariboni and Saltelli 2007, doi:10.1016/j.envsoft.2006.10.004): first the two
  /// farthest apart, then, one by one, the trajectory with the greatest sum of squared distances to the chosen ones.
  /// Trying all subsets would take too long (after Ruano and others 2012, doi:10.1016/j.envsoft.2012.03.008).
  ///
  /// - Precondition: `parameters` ≥ 1; `levels` is even and ≥ 2; 1 ≤ `count` ≤ `candidates`.
  /// - Complexity: O((`candidates` · `parameters`)² · `parameters`).
  public static func trajectories(
    parameters: Int, levels: Int = 4, count: Int, candidates: Int, _ generator: inout KeyedGenerator
  ) -> [[[Double]]] {
    precondition(parameters >= 1 && levels >= 2 && levels.isMultiple(of: 2), "an even number of levels")
    precondition(count >= 1 && count <= candidates, "no more trajectories than candidates")
    let drawn = (0..<candidates).map { _ in trajectory(parameters, levels, &generator) }
    guard count > 1, count < candidates else { return Array(drawn.prefix(count)) }
    return spread(drawn, count).map { drawn[$0] }
  }

  /// Returns `count` trajectories drawn with `seed`, chosen from ten times as many, or fewer if that would take too
  /// long.
  ///
  /// - Precondition: `parameters` ≥ 1; `levels` is even and ≥ 2; `count` ≥ 1.
  public static func trajectories(
    parameters: Int, levels: Int = 4, count: Int, seed: UInt64
  ) -> [[[Double]]] {
    var generator = KeyedGenerator(seed: seed, replication: 0, purpose: .morris)
    // Limited to about a second for any number of parameters.
    let affordable = Int((1e8 / Double(parameters)).squareRoot()) / (parameters + 1)
    let candidates = max(count, min(10 * count, 200, affordable))
    return trajectories(
      parameters: parameters, levels: levels, count: count, candidates: candidates, &generator)
  }

  private static func trajectory(
    _ parameters: Int, _ levels: Int, _ generator: inout KeyedGenerator
  ) -> [[Double]] {
    let step = levels / 2
    var point: [Int] = []
    var change: [Int] = []
    for _ in 0..<parameters {
      let low = generator.integer(in: 0..<levels - step)
      let goesUp = generator.integer(in: 0..<2) == 1
      point.append(goesUp ? low : low + step)
      change.append(goesUp ? step : -step)
    }
    var order = Array(0..<parameters)
    for index in order.indices.reversed().dropLast() {
      order.swapAt(index, generator.integer(in: 0..<index + 1))
    }
    var points = [point]
    for parameter in order {
      point[parameter] += change[parameter]
      points.append(point)
    }
    return points.map { $0.map { Double($0) / Double(levels - 1) } }
  }

  /// Returns the indices of `count` trajectories far from each other, in ascending order.
  private static func spread(_ drawn: [[[Double]]], _ count: Int) -> [Int] {
    let squares = drawn.map { a in drawn.map { b in distance(a, b) * distance(a, b) } }
    var chosen: [Int] = []
    var best = -1.0
    for i in drawn.indices {
      for j in drawn.indices where j > i && squares[i][j] > best {
        best = squares[i][j]
        chosen = [i, j]
      }
    }
    while chosen.count < count {
      let rest = drawn.indices.filter { !chosen.contains($0) }
      let sums = rest.map { candidate in chosen.reduce(0) { $0 + squares[candidate][$1] } }
      let most = sums.max() ?? 0
      chosen.append(rest[sums.firstIndex(of: most) ?? 0])
    }
    return chosen.ordered()
  }

  /// Returns the sum of the distances between all points of `a` and all points of `b`.
  private static func distance(_ a: [[Double]], _ b: [[Double]]) -> Double {
    var sum = 0.0
    for p in a {
      for q in b {
        var squares = 0.0
        for index in p.indices { squares += (p[index] - q[index]) * (p[index] - q[index]) }
        sum += squares.squareRoot()
      }
    }
    return sum
  }
}

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

  /// Returns `value`, capped below 1: rounding must not leave the cube.
  private static func below1(_ value: Double) -> Double { min(value, 1.0.nextDown) }
}

/// A design of points for estimating Sobol' indices.
///
/// Saltelli and others 2010, doi:10.1016/j.cpc.2009.09.018: each row has two points A and B and, for each parameter, A
/// with that parameter's value taken from B. Rows are drawn independently, as the intervals assume: with Sobol' points
/// their coverage would vary from 83 to 100 %, depending on the function.
public enum SaltelliDesign {
  /// A row of the design, in the unit cube.
  public struct Row: Hashable, Sendable {
    public let a: [Double]
    public let b: [Double]
    /// The points A with one parameter's value taken from B, by parameter.
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
