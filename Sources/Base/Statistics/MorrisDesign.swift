/// Points for a Morris screening: trajectories that change one parameter at a time.
public enum MorrisDesign {
  /// Returns `count` trajectories in the unit cube of `parameters` dimensions, each of `parameters` + 1 points.
  ///
  /// Each step changes one parameter by Δ = levels ÷ (2·(levels − 1)), up or down, each parameter once, in random
  /// order (Morris 1991, doi:10.1080/00401706.1991.10484804). From `candidates` random trajectories, those far from
  /// each other are chosen (Campolongo, Cariboni and Saltelli 2007, doi:10.1016/j.envsoft.2006.10.004): first the
  /// two farthest apart, then, one by one, the trajectory with the greatest sum of squared distances to the chosen
  /// ones, because trying all subsets takes too long (after Ruano and others 2012,
  /// doi:10.1016/j.envsoft.2012.03.008).
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

  /// Returns `count` trajectories drawn with `seed`, chosen from ten times as many, or fewer if that took too
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
    return chosen.sorted()
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
