import Foundation

/// Lines of equal value over a grid, by linear interpolation along the edges of its cells (marching squares;
/// Lorensen and Cline 1987, doi:10.1145/37402.37422, in the plane).
struct Contours {
  /// A point of the plane.
  struct Point: Hashable {
    var x: Double
    var y: Double
  }

  /// One level with its lines.
  struct Level {
    let value: Double
    let lines: [[Point]]
  }

  let levels: [Level]

  /// Computes contours at round levels of `values`, one row per y with one value per x; cells with a missing value
  /// are left out.
  init(x: [Double], y: [Double], values: [[Double?]]) {
    let known = values.joined().compactMap { $0 }
    guard let least = known.min(), let most = known.max() else {
      levels = []
      return
    }
    levels = Self.roundLevels(from: least, to: most).map { level in
      Level(value: level, lines: Self.joined(Self.segments(x, y, values, level)))
    }
  }

  /// Returns four to nine round numbers strictly between `least` and `most`.
  static func roundLevels(from least: Double, to most: Double) -> [Double] {
    guard most > least else { return [] }
    let raw = (most - least) / 5
    let power = pow(10, floor(log10(raw)))
    let factor = [1.0, 2, 2.5, 5, 10].min { abs($0 - raw / power) < abs($1 - raw / power) } ?? 1
    let step = factor * power
    let first = Int(floor(least / step)) + 1
    let last = Int(ceil(most / step)) - 1
    return first <= last ? (first...last).map { Double($0) * step } : []
  }

  private static func segments(
    _ x: [Double], _ y: [Double], _ values: [[Double?]], _ level: Double
  ) -> [(Point, Point)] {
    var segments: [(Point, Point)] = []
    for row in y.indices.dropLast() {
      for column in x.indices.dropLast() {
        guard let a = values[row][column], let b = values[row][column + 1],
          let c = values[row + 1][column + 1], let d = values[row + 1][column]
        else { continue }
        let corners = [
          (x[column], y[row], a), (x[column + 1], y[row], b), (x[column + 1], y[row + 1], c),
          (x[column], y[row + 1], d),
        ]
        let crossings = (0..<4).compactMap { crossing(corners[$0], corners[($0 + 1) % 4], level) }
        if crossings.count == 2 { segments.append((crossings[0], crossings[1])) }
        guard crossings.count == 4 else { continue }
        // A saddle: the mean decides which corners are connected.
        let isHigh = (a + b + c + d) / 4 >= level
        let turn = isHigh == (a >= level) ? 0 : 1
        segments.append((crossings[turn], crossings[turn + 1]))
        segments.append((crossings[turn + 2], crossings[(turn + 3) % 4]))
      }
    }
    return segments
  }

  private static func crossing(
    _ a: (x: Double, y: Double, value: Double), _ b: (x: Double, y: Double, value: Double), _ level: Double
  ) -> Point? {
    guard (a.value >= level) != (b.value >= level) else { return nil }
    // From the lower end, so that both cells of an edge compute identical bits.
    let (low, high) = a.value < b.value ? (a, b) : (b, a)
    let share = (level - low.value) / (high.value - low.value)
    return Point(x: low.x + share * (high.x - low.x), y: low.y + share * (high.y - low.y))
  }

  /// Returns the segments joined to lines at their common ends.
  ///
  /// - Complexity: O(n) in the segments.
  private static func joined(_ segments: [(Point, Point)]) -> [[Point]] {
    let segments = segments.filter { $0.0 != $0.1 }
    var touching: [Point: [Int]] = [:]
    for (index, segment) in segments.enumerated() {
      touching[segment.0, default: []].append(index)
      touching[segment.1, default: []].append(index)
    }
    var isUsed = Array(repeating: false, count: segments.count)
    /// Returns the points following `end` along segments not yet used.
    func way(from end: Point) -> [Point] {
      var points: [Point] = []
      var end = end
      while let index = touching[end]?.first(where: { !isUsed[$0] }) {
        isUsed[index] = true
        end = segments[index].0 == end ? segments[index].1 : segments[index].0
        points.append(end)
      }
      return points
    }
    return segments.indices.reversed().compactMap { index in
      guard !isUsed[index] else { return nil }
      isUsed[index] = true
      let (first, second) = segments[index]
      let onward = way(from: second)
      return way(from: first).reversed() + [first, second] + onward
    }
  }
}
