import JSON5
import Metrics
import Report
import Statistics

/// The Pareto fronts of a study for each pair of figures, so that the page can show any of them.
struct StudyFronts {
  /// The indices of the figures with a better direction, limited so that all pairs are computed quickly.
  let figures: [Int]
  /// The front of each pair, in the order (0, 1), (0, 2), (1, 2), (0, 3), …: its points in the order of the first
  /// figure.
  let fronts: [(points: [Int], knee: Int?)]

  /// The maximum number of points over all pairs.
  static let most = 3_000_000

  init(_ numbers: StudyNumbers, most: Int = most) {
    let judged = numbers.figures.indices.filter { numbers.figures[$0].direction != nil }
    let pairs = most / max(1, numbers.study.points.count)
    // k figures have k(k − 1) ÷ 2 pairs.
    let kept = max(2, Int((0.25 + 2 * Double(pairs)).squareRoot() + 0.5))
    let figures = Array(judged.prefix(kept))
    self.figures = figures
    let means = figures.map { numbers.cells[$0].map(\.statistics.mean) }
    fronts = figures.indices.flatMap { second in
      (0..<second).map { first in
        Self.front(
          means[first], means[second],
          [first, second].compactMap { numbers.figures[figures[$0]].direction })
      }
    }
  }

  /// Returns the front of the points with both figures.
  private static func front(
    _ first: [Double?], _ second: [Double?], _ directions: [Direction]
  ) -> (points: [Int], knee: Int?) {
    let complete = first.indices.filter { first[$0] != nil && second[$0] != nil }
    let means = complete.map { [first[$0] ?? 0, second[$0] ?? 0] }
    let front = ParetoFront(means, directions)
    let ordered = front.members.sorted { (means[$0][0], $0) < (means[$1][0], $1) }
    return (ordered.map { complete[$0] }, front.knee.map { complete[$0] })
  }

  /// The number of points of each front; the points; the knees, −1 for none.
  var packed: PackedBytes {
    var block = PageBlock()
    block.add("counts", fronts.lazy.map { Int64($0.points.count) })
    block.add("points", fronts.flatMap { $0.points.map { Int64($0) } })
    block.add("knees", fronts.lazy.map { Int64($0.knee ?? -1) })
    return block.packed
  }

  var json: JSON { .list(figures.map { .integer($0) }) }
}
