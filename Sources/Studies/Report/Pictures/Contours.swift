import Foundation
import Quantities

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
  /// are skipped.
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
    let power = Rounded.pow(10, floor(Rounded.log10(raw)))
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

  /// Returns the segments joined into lines at their common endpoints.
  ///
  /// - Complexity: O(n) in the number of segments.
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

extension Contours {
  /// A label in a gap of its line.
  struct Label {
    let place: Point
    let value: Double
  }

  /// Returns the lines with gaps for labels. Each level has one label in its longest line, if possible away from
  /// other labels and the edges. Coordinates are fractions of the axis lengths.
  ///
  /// - Parameter layout: the layout of the picture; the lines fill most of it.
  func labelled(in layout: PictureLayout) -> (lines: [[Point]], labels: [Label]) {
    // Half of the space of a label, horizontally and vertically, as shares of the picture.
    let reach = Point(x: 0.045 / layout.across, y: 0.035 / layout.down)
    var labels: [Label] = []
    for level in levels {
      guard let longest = level.lines.max(by: { Self.length($0) < Self.length($1) }) else { continue }
      let places = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9].map { Self.point(on: longest, at: $0) }
      let free = places.first { place in
        !labels.contains { Self.overlap($0.place, place, reach) }
          && (reach.x + 0.005...0.995 - reach.x).contains(place.x)
      }
      if let free { labels.append(Label(place: free, value: level.value)) }
    }
    let lines = levels.flatMap(\.lines).flatMap { line in
      labels.reduce([line]) { pieces, label in pieces.flatMap { Self.cut($0, around: label.place, reach) } }
    }
    return (lines, labels)
  }

  private static func overlap(_ a: Point, _ b: Point, _ reach: Point) -> Bool {
    abs(a.x - b.x) < 2 * reach.x && abs(a.y - b.y) < 2 * reach.y
  }

  private static func distance(_ a: Point, _ b: Point) -> Double { Rounded.hypot(a.x - b.x, a.y - b.y) }

  private static func length(_ line: [Point]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) }
  }

  /// Returns the point at `share`, a fraction of the line's length.
  private static func point(on line: [Point], at share: Double) -> Point {
    var rest = share * length(line)
    for (a, b) in zip(line, line.dropFirst()) {
      let step = distance(a, b)
      if rest <= step, step > 0 {
        return Point(x: a.x + rest / step * (b.x - a.x), y: a.y + rest / step * (b.y - a.y))
      }
      rest -= step
    }
    return line[line.count - 1]
  }

  /// Returns the parts of `line` outside the label at `place`, in steps of a hundredth of the picture.
  private static func cut(_ line: [Point], around place: Point, _ reach: Point) -> [[Point]] {
    var fine = [line[0]]
    for (a, b) in zip(line, line.dropFirst()) {
      // Only the part near the label needs fine steps.
      let isNear = distance(a, place) < 2.2 * max(reach.x, reach.y) + distance(a, b)
      let steps = isNear ? max(1, Int(distance(a, b) / 0.005)) : 1
      for step in 1...steps {
        let share = Double(step) / Double(steps)
        fine.append(Point(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y)))
      }
    }
    let pieces = fine.split { abs($0.x - place.x) < reach.x && abs($0.y - place.y) < reach.y }
    return pieces.map(Array.init).filter { $0.count > 1 }
  }
}
