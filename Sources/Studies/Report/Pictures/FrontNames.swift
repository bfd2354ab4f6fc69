/// Labels of points in a plane, without overlaps.
struct FrontNames {
  /// A point to be labelled.
  struct Point {
    let index: Int
    let text: String
    /// Its coordinates, in the units of the axes.
    let place: [Double]
    /// Its coordinates as shares of the axes.
    let shares: [Double]
  }

  /// The lines that draw the labels.
  let labels: [GnuplotCode]

  /// The width of a letter and the height of a line, as shares of the plot area on a usual page.
  private static let letter = 0.0125
  private static let line = 0.05

  /// Labels `points` in order, leaving out labels that would cover earlier ones.
  init(_ points: [Point], in layout: PictureLayout) {
    let title = layout.style == .page ? layout.titleLines : 0
    let (letter, line) =
      layout.isTerse
      ? (0.62 / (layout.emsAcross - 8), 1.25 / layout.plotEmsDown(title: title, legend: 4))
      : (Self.letter, Self.line)
    var taken: [(x: ClosedRange<Double>, y: Double)] = []
    labels = points.compactMap { point in
      let text = Script.shortened(point.text, to: layout.letters(40))
      let width = letter * Double(text.count + 1)
      // Preferably below right of the point, where a rising front leaves room.
      let corners: [(isLeft: Bool, isAbove: Bool)] = [
        (false, false), (true, true), (false, true), (true, false),
      ]
      for corner in corners {
        let begin = point.shares[0] - (corner.isLeft ? width : 0)
        let (x, y) = (begin...(begin + width), point.shares[1] + (corner.isAbove ? 0.8 : -0.8) * line)
        guard (0...1).contains(x.lowerBound), x.upperBound <= 1, (0.03...0.97).contains(y),
          !taken.contains(where: { $0.x.overlaps(x) && abs($0.y - y) < line }),
          !layout.isTerse
            || !points.contains(where: {
              $0.index != point.index && x.contains($0.shares[0]) && abs($0.shares[1] - y) < 0.7 * line
            })
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
