import Quantities

/// The Pareto-optimal points: those for which no other point is at least as good in every figure and better in one.
///
/// The knee is the point beyond which giving up a little of one figure no longer gains much of another; figures are
/// scaled to 0 … 1 over the front. With two figures it is the point farthest from the chord between the ends of the
/// front, on the better side (Das 1999, doi:10.1007/BF01195985); with more, the point nearest to the ideal, which
/// combines the best values of all figures (Miettinen 1998, "Nonlinear Multiobjective Optimization", section 2.1,
/// doi:10.1007/978-1-4615-5563-6).
public struct ParetoFront: Hashable, Sendable {
  /// The indices of the points on the front, in ascending order.
  public let members: [Int]
  /// The index of the knee; nil if the front has fewer than three different points or no bulge.
  public let knee: Int?

  /// Computes the front of `points`, each with one value per figure; `directions` states whether higher or lower values
  /// of each figure are better.
  ///
  /// - Precondition: every point has one finite value per direction.
  /// - Complexity: O(n log n) for n points of two figures, of which m are on the front; O(n · m · k) for k figures.
  public init(_ points: [[Double]], _ directions: [Direction]) {
    precondition(
      points.allSatisfy { $0.count == directions.count && $0.allSatisfy(\.isFinite) },
      "a finite value per direction")
    let gains = points.map { zip(directions, $0).map { $0.gain($1) } }
    let front = Self.unbeaten(gains)
    members = front
    knee = Self.knee(of: front.map { gains[$0] }).map { front[$0] }
  }

  /// Returns the indices of the undominated points, in ascending order.
  private static func unbeaten(_ gains: [[Double]]) -> [Int] {
    // A dominating point precedes the dominated ones in this order, and one of them is always on the
    // front.
    let order = gains.indices.ordered { gains[$1].lexicographicallyPrecedes(gains[$0]) }
    var front: [Int] = []
    for index in order {
      let point = gains[index]
      // With two figures, the last point of the front has the largest second figure.
      let rivals = point.count == 2 ? front.suffix(1) : front[...]
      if !rivals.contains(where: { beats(gains[$0], point) }) { front.append(index) }
    }
    return front.ordered()
  }

  private static func beats(_ a: [Double], _ b: [Double]) -> Bool {
    zip(a, b).allSatisfy { $0 >= $1 } && a != b
  }

  private static func knee(of front: [[Double]]) -> Int? {
    guard let first = front.first, Set(front).count >= 3 else { return nil }
    let ends = first.indices.map { figure in
      (low: front.lazy.map { $0[figure] }.min()!, high: front.lazy.map { $0[figure] }.max()!)
    }
    let scaled = front.map { point in
      zip(point, ends).map { $1.high > $1.low ? ($0 - $1.low) / ($1.high - $1.low) : 1 }
    }
    // Scaled, the ends of a front of two figures are (0, 1) and (1, 0): the sum grows with the distance from the chord.
    let scores = scaled.map { point in
      first.count == 2
        ? point[0] + point[1] - 1 : -point.reduce(0) { $0 + (1 - $1) * (1 - $1) }
    }
    guard let most = scores.max(), first.count != 2 || most > 1e-9 else { return nil }
    return scores.firstIndex(of: most)
  }
}
