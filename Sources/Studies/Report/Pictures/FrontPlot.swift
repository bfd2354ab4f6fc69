import Foundation
import Metrics
import Quantities
import Statistics

/// A scatter plot of all points of a study in two figures, with the Pareto front and its knee.
struct FrontPlot {
  private let request: PictureRequest
  private let finding: FrontFinding
  private let chosen: ChosenPoint?

  init(_ request: PictureRequest) throws(ReportError) {
    guard request.figures.count >= 2 else {
      throw .impossible(
        what: "a picture of the Pareto front", reason: "needs two figures; name both with --figure")
    }
    self.request = request
    finding = try FrontFinding(request.study, Array(request.figures.prefix(2)))
    chosen = try request.chosenPoint()
  }

  var picture: Picture {
    var script = Script(request.layout)
    let (title, caption) = heading
    script.add(title: title)
    addAxes(to: &script, title: title.count)
    let members = Set(finding.front.members)
    let others = finding.points.indices.filter { !members.contains($0) }
    script.add(data: "front", [finding.ordered.map(row)])
    var layers: [GnuplotCode] = [
      "$front using 1:2 with lines lt 1 lw 1 lc rgb '#1f4e79' notitle",
      "$front using 1:2:3:4:5:6 with xyerrorbars lt 1 lw 1 lc rgb '#1f4e79' pt 7 ps S"
        + (request.layout.isNarrow ? " title 'the front'" : " title 'the front: none is better in both'"),
    ]
    if !others.isEmpty {
      script.add(data: "others", [others.map(row)])
      layers.insert(
        "$others using 1:2 with points pt 6 ps 0.9*S lc rgb '#808080' title 'beaten by others'", at: 0)
    }
    if let knee = finding.front.knee {
      script.add(data: "knee", [[row(knee)]])
      layers.append("$knee using 1:2 with points pt 12 ps 2.6*S lw 2.5 lc rgb 'black' title 'the knee'")
    }
    if let chosen {
      let place = finding.figures.map { figure in
        Script.number(chosen.point.statistics(figure).mean.map(figure.onAxis))
      }
      script.add(data: "chosen", [[place]])
      layers.append("$chosen using 1:2 with points pt 3 ps 2*S lw 2.5 lc rgb '#a02020' \(ChosenPoint.legend)")
    }
    for bound in bounds { script.add(bound) }
    for label in names.labels { script.add(label) }
    script.plot(layers)
    return Picture(kind: .pareto, figures: finding.figures.map(\.name), script: script, caption: caption)
  }

  /// Adds the axes, with room for the key below.
  private func addAxes(to script: inout Script, title: Int) {
    let (a, b) = (finding.figures[0], finding.figures[1])
    let layout = request.layout
    script.add(label: ["\(a.label), \(finding.directions[0].rawValue)"], of: .x, in: layout)
    script.add(label: [b.label, finding.directions[1].rawValue], of: .y, in: layout, " offset -0.7,0")
    for (letter, figure) in [("x", 0), ("y", 1)] as [(GnuplotCode, Int)] {
      script.add("set \(letter)range \(axis(figure).code)")
    }
    guard !layout.isTerse else {
      script.add(ticsOf: axis(1), on: layout.plotEmsDown(title: title, legend: 2))
      if layout.isNarrow { return }
      return script.add("set key inside top left vertical Left reverse samplen 2")
    }
    script.add("set lmargin at screen 0.17")
    script.add("set bmargin at screen 0.28")
    script.add("set key at screen 0.04, 0.015 left bottom vertical maxrows 3 Left reverse samplen 2")
  }

  private func interval(_ index: Int, _ figure: Int) -> ClosedRange<Double> {
    let mean = finding.means[index][figure]
    return finding.points[index].statistics(finding.figures[figure]).interval() ?? mean...mean
  }

  /// Returns an axis; only the front's points have error bars, so only these need room.
  private func axis(_ figure: Int) -> FigureAxis {
    FigureAxis(
      finding.figures[figure], means: finding.means.map { $0[figure] },
      intervals: finding.front.members.map { interval($0, figure) })
  }

  /// A dashed line for each bound on a figure shown along an axis.
  private var bounds: [GnuplotCode] {
    request.limits.flatMap { constraint in
      finding.figures.indices.filter { finding.figures[$0] == constraint.figure }.compactMap { figure in
        axis(figure).line(at: constraint.limit, isUpright: figure == 0)
      }
    }
  }

  /// Returns the means and the bounds of their intervals.
  private func row(_ index: Int) -> [GnuplotCode] {
    let intervals = finding.figures.indices.map { interval(index, $0) }
    return zip(finding.figures, finding.means[index]).map { Script.number($0.onAxis($1)) }
      + zip(finding.figures, intervals).flatMap { figure, interval in
        [interval.lowerBound, interval.upperBound].map { Script.number(figure.onAxis($0)) }
      }
  }

  /// The labels with the settings of the front's points, as far as there is room; the knee and the ends have
  /// priority.
  private var names: FrontNames {
    let order = [finding.front.knee, finding.ordered.first, finding.ordered.last].compactMap(\.self)
    let axes = [axis(0), axis(1)]
    return FrontNames(
      (order + finding.ordered.filter { !order.contains($0) }).reduce(into: []) { points, index in
        guard !points.contains(where: { $0.index == index }) else { return }
        let means = finding.means[index]
        points.append(
          .init(
            index: index, text: Words.values(finding.points[index].values),
            place: finding.figures.indices.map { finding.figures[$0].onAxis(means[$0]) },
            shares: finding.figures.indices.map { axes[$0].share(of: means[$0]) }))
      }, in: request.layout)
  }

  /// The explanation of the labels, and whether all points have one.
  private var namesWords: [String] {
    let study = request.study
    let varied = study.parameters.indices.map { FieldAxis(study, $0).nameWithUnit }
    guard !varied.isEmpty else { return [] }
    let (count, all) = (names.labels.count, finding.front.members.count)
    return [
      (count < all ? "beside \(count) of the \(all) points of the front: " : "beside the front: ")
        + varied.joined(separator: ", ")
    ]
  }

  private var heading: (title: [String], caption: [String]) {
    let first = "\(finding.figures[0].title) against \(finding.figures[1].title)"
    let hasIntervals = request.study.points.contains { $0.runs.count > 1 }
    let knee = finding.front.knee.map { index in
      ChosenPoint.captioned(
        "knee at ", ChosenPoint.settings(of: finding.points[index], in: request.study))
    }
    let caption = request.caption([hasIntervals ? "bars: 95 % intervals" : ""] + request.boundWords(chosen))
    return request.heading(first, [caption, namesWords, knee ?? ["no knee: the front does not bulge"]])
  }
}

/// Labels of points in a plane, without overlaps.
struct FrontNames {
  /// A point to be labelled.
  struct Point {
    let index: Int
    let text: String
    /// Its coordinates, in the units of the axes.
    let place: [Double]
    /// Its coordinates as fractions of the axis lengths.
    let shares: [Double]
  }

  /// The lines that draw the labels.
  let labels: [GnuplotCode]

  /// The width of a letter and the height of a line, as fractions of the plot area on a page of the default size.
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
