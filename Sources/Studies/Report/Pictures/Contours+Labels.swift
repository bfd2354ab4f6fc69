import Foundation

extension Contours {
  /// A label in a gap of its line.
  struct Label {
    let place: Point
    let value: Double
  }

  /// Returns the lines with gaps for labels, one per level in its longest line, away from other labels and the rim
  /// if possible; coordinates are shares of the axes.
  ///
  /// - Parameter layout: the layout of a picture of which the lines fill most.
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

  private static func distance(_ a: Point, _ b: Point) -> Double { hypot(a.x - b.x, a.y - b.y) }

  private static func length(_ line: [Point]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) }
  }

  /// Returns the point at a share of the line's length.
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
