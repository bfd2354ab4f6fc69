import Foundation
import Metrics
import Statistics
import Tables

/// A figure plotted over one parameter, with bands for its 95 % intervals and one curve per value of another
/// parameter.
struct Curves {
  /// The maximum number of curves distinguishable in grey.
  static let mostCurves = 6

  private static let mostWords = 40

  private let request: PictureRequest
  private let figure: FigureColumn
  private let x: FieldAxis
  /// The field that distinguishes the curves; nil for one curve.
  private let group: FieldAxis?
  /// The values for which a curve is drawn.
  private let shown: [String]
  /// The chosen point, to be marked; nil if there are no bounds.
  private let chosen: ChosenPoint?
  private let curves: [[(place: Int, statistics: RunningStatistics)]]

  init(_ request: PictureRequest) throws(ReportError) {
    let what = "a picture of curves"
    let study = request.study
    let axes = try request.axes(2, for: what)
    guard let first = axes.first else {
      throw .impossible(what: what, reason: "needs a field that varies; \(study.folder) has none")
    }
    self.request = request
    figure = request.figures[0]
    x = FieldAxis(study, first)
    group = axes.count > 1 ? FieldAxis(study, axes[1]) : nil
    shown = group.map { Self.spread($0.values) } ?? [""]
    chosen = try request.chosenPoint()
    let (figure, order) = (figure, x.values)
    curves = shown.map { value in
      let points = study.points.filter { axes.count < 2 || $0.values[axes[1]] == value }
      let found = Dictionary(points.map { ($0.values[first], $0) }, uniquingKeysWith: { first, _ in first })
      return order.enumerated().compactMap { place, x in
        guard let statistics = found[x]?.statistics(figure), statistics.count > 0 else { return nil }
        return (place, statistics)
      }
    }
    guard curves.contains(where: { $0.count > 1 }) else {
      throw .impossible(
        what: what,
        reason:
          "no two points of \(study.folder) lie on one curve over \(x.path); --kind pareto takes any points")
    }
  }

  /// Returns `values`, thinned evenly to the maximum number of curves.
  private static func spread(_ values: [String]) -> [String] {
    guard values.count > mostCurves else { return values }
    return (0..<mostCurves).map { values[$0 * (values.count - 1) / (mostCurves - 1)] }
  }

  var picture: Picture {
    let layout = request.layout
    var script = Script(layout)
    let (title, caption) = heading
    script.add(title: title)
    script.add(label: x.label(in: layout), of: .x, in: layout)
    script.add(label: [figure.label], of: .y, in: layout)
    if x.isLogarithmic { script.add("set logscale x") }
    if let range = x.range { script.add("set xrange \(range)") }
    script.add("set yrange \(axis.code)")
    if layout.isTerse {
      let legend = group == nil ? 0 : 1 + (shown.count + 3) / 4
      script.add(ticsOf: axis, on: layout.plotEmsDown(title: title.count, legend: legend))
    }
    addTics(to: &script)
    if let group {
      let name = Script.shortened(group.nameWithUnit, to: layout.letters(60))
      script.add("set key title \(Script.quoted(name)) left")
    } else {
      script.add("set key off")
    }
    for constraint in request.limits where constraint.figure == figure {
      if let line = axis.line(at: constraint.limit, isUpright: false) { script.add(line) }
    }
    var layers = curves.indices.flatMap { curve -> [GnuplotCode] in
      script.add(data: "curve\(curve)", [rows(curve)])
      return layer(curve)
    }
    if let chosen, let place = place(of: chosen.point), let mean = chosen.point.statistics(figure).mean {
      script.add(data: "chosen", [[[Script.number(place), Script.number(figure.onAxis(mean))]]])
      layers.append("$chosen using 1:2 with points pt 3 ps 2.2*S lw 2.5 lc rgb '#a02020' title 'chosen'")
    }
    script.plot(layers)
    return Picture(kind: .curves, figures: [figure.name], script: script, caption: caption)
  }

  /// The minimum width of the plot, in ems.
  private var plotEms: Double { request.layout.emsAcross - (request.layout.isNarrow ? 8 : 20) }

  /// Labels the values along x if they are words, or few enough.
  private func addTics(to script: inout Script) {
    if let numbers = x.numbers {
      guard numbers.count <= 12 else { return }
      script.add(
        tics: numbers.map { $0.formatted(.plain) }, at: numbers.map { "\($0)" }, x.shares, of: .x, on: plotEms
      )
      return
    }
    // More labels than this do not fit beside each other.
    let most = Int(Double(Self.mostWords) * request.layout.across)
    let step = (x.values.count + most - 1) / most
    let width = min(24, request.layout.letters(36))
    let tics = stride(from: 0, to: x.values.count, by: step).map {
      "\(Script.tic(Script.shortened(x.values[$0], to: width))) \($0)" as GnuplotCode
    }.joined(separator: ", ")
    // Long labels would overlap.
    let longest = x.values.map { min($0.count, width) }.max() ?? 0
    let isLong = longest > request.layout.letters(60) / min(x.values.count, most)
    let turn: GnuplotCode = request.layout.isNarrow ? " rotate by 40 right" : " rotate by 20 right"
    script.add("set xtics (\(tics))\(isLong ? turn : "")")
    script.add("set offsets 0.5, 0.5, 0, 0")
  }

  private var axis: FigureAxis {
    let all = curves.joined().map(\.statistics)
    return FigureAxis(figure, means: all.compactMap(\.mean), intervals: all.compactMap { $0.interval() })
  }

  /// Returns the coordinate of `point` along x.
  private func place(of point: StudyTable.Point) -> Double? {
    guard let index = request.study.parameters.firstIndex(of: x.path),
      let place = x.values.firstIndex(of: point.values[index])
    else { return nil }
    return x.numbers?[place] ?? Double(place)
  }

  private var hasIntervals: Bool { curves.joined().contains { $0.statistics.count > 1 } }

  private var heading: (title: [String], caption: [String]) {
    let first = "\(figure.title) over \(x.title)"
    let band =
      hasIntervals ? (x.numbers == nil ? "bars: 95 % intervals" : "bands: 95 % intervals") : "no intervals"
    let some = group.map {
      $0.values.count > shown.count ? "\(shown.count) of \($0.values.count) values of \($0.title)" : ""
    }
    return request.heading(first, [request.caption([band, some ?? ""] + request.boundWords(chosen))])
  }

  /// Returns the rows of a curve: x, mean, lower and upper end of the interval; for words, x is the index.
  private func rows(_ curve: Int) -> [[GnuplotCode]] {
    curves[curve].map { point in
      let interval = point.statistics.interval()
      // Bars of several curves over a word are placed side by side.
      let shift = curves.count > 1 ? (Double(curve) / Double(curves.count - 1) - 0.5) * 0.3 : 0
      let place = x.numbers?[point.place] ?? Double(point.place) + shift
      return [Script.number(place)]
        + [
          point.statistics.mean, interval?.lowerBound ?? point.statistics.mean,
          interval?.upperBound ?? point.statistics.mean,
        ]
        .map { Script.number($0.map(figure.onAxis)) }
    }
  }

  /// Returns the band and the line of a curve; in grey, dashes and marks distinguish the curves.
  private func layer(_ curve: Int) -> [GnuplotCode] {
    let marks = [7, 5, 9, 11, 13, 6]
    let (colour, mark) = (Script.colours[curve % Script.colours.count], marks[curve % marks.count])
    let data: GnuplotCode = "$curve\(curve)"
    let title: GnuplotCode =
      group == nil ? "notitle" : "title \(Script.quoted(Script.shortened(shown[curve], to: 16)))"
    let line: GnuplotCode = "dt \(curve + 1) lw 2 lc rgb '\(colour)' pt \(mark) ps 0.9*S"
    guard x.numbers != nil else {
      return [
        "\(data) using 1:2:3:4 with yerrorbars lt 1 lw 1.5 lc rgb '\(colour)' pt \(mark) ps 1.2*S \(title)"
      ]
    }
    let band: GnuplotCode =
      "\(data) using 1:3:4 with filledcurves fillstyle transparent solid 0.22 noborder fc rgb '\(colour)' notitle"
    return (hasIntervals ? [band] : []) + ["\(data) using 1:2 with linespoints \(line) \(title)"]
  }
}

/// The axis range of a figure.
struct FigureAxis {
  let lower: Double
  let upper: Double
  /// The factor applied to its values.
  private let scale: Double

  /// Creates the axis for points with these `means` and `intervals`.
  ///
  /// It excludes impossible values: those below 0 if no mean is negative, and those above 1 for a ratio.
  init(_ figure: FigureColumn, means: [Double], intervals: [ClosedRange<Double>] = []) {
    scale = figure.scaleInColumn
    let least = (means + intervals.map(\.lowerBound)).min() ?? 0
    let most = (means + intervals.map(\.upperBound)).max() ?? 1
    let margin = most > least ? 0.05 * (most - least) : max(0.1 * most.magnitude, 1e-3)
    let isPositive = means.allSatisfy { $0 >= 0 }
    let isShare = figure.unit == .ratio && isPositive && means.allSatisfy { $0 <= 1 }
    lower = isPositive ? max(0, least - margin) : least - margin
    upper = isShare ? min(1, most + margin) : most + margin
  }

  /// Returns a dashed line at `limit`, vertical if the axis is horizontal; nil if it lies outside the axis.
  func line(at limit: Double, isUpright: Bool) -> GnuplotCode? {
    guard (lower...upper).contains(limit) else { return nil }
    let place = scale * limit
    let ends: GnuplotCode =
      isUpright
      ? "from first \(place), graph 0 to first \(place), graph 1"
      : "from graph 0, first \(place) to graph 1, first \(place)"
    return "set arrow \(ends) nohead dt 2 lw 1.5 lc rgb '#a02020'"
  }

  /// Returns the position of `value` as a fraction of the axis length.
  func share(of value: Double) -> Double { (value - lower) / (upper - lower) }

  /// The ends of the range, in the unit of the figure's label.
  var ends: (lower: Double, upper: Double) { (scale * lower, scale * upper) }

  /// The range for gnuplot, in the unit of the figure's label.
  var code: GnuplotCode { "[\(scale * lower):\(scale * upper)]" }
}
