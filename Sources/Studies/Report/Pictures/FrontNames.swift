/// Names beside points of a plane, none over another.
struct FrontNames {
  /// A point that is to be named.
  struct Point {
    let index: Int
    let text: String
    /// Its place, in the units of the axes.
    let place: [Double]
    /// The place as shares of the axes.
    let shares: [Double]
  }

  /// The lines that write the names.
  let labels: [GnuplotCode]

  /// The width of a letter and the height of a line, as shares of the picture between its axes.
  private static let letter = 0.0125
  private static let line = 0.05

  /// Names `points` in their order; those whose names would cover one that stands are left out.
  init(_ points: [Point]) {
    var taken: [(x: ClosedRange<Double>, y: Double)] = []
    labels = points.compactMap { point in
      let text = Script.shortened(point.text, to: 40)
      let width = Self.letter * Double(text.count + 1)
      // Below to the right of its point, where a front that rises leaves room, or else where there is some.
      let corners: [(isLeft: Bool, isAbove: Bool)] = [
        (false, false), (true, true), (false, true), (true, false),
      ]
      for corner in corners {
        let begin = point.shares[0] - (corner.isLeft ? width : 0)
        let (x, y) = (begin...(begin + width), point.shares[1] + (corner.isAbove ? 0.8 : -0.8) * Self.line)
        guard (0...1).contains(x.lowerBound), x.upperBound <= 1, (0.03...0.97).contains(y),
          !taken.contains(where: { $0.x.overlaps(x) && abs($0.y - y) < Self.line })
        else { continue }
        taken.append((x, y))
        let side: GnuplotCode = corner.isLeft ? "right offset -0.7" : "left offset 0.7"
        let shift: GnuplotCode = corner.isAbove ? ",0.7" : ",-0.7"
        return
          "set label \(Script.quoted(text)) at \(point.place[0]), \(point.place[1]) \(side)\(shift) tc rgb '#1f4e79' front"
      }
      return nil
    }
  }
}
