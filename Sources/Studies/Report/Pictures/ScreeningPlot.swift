import Foundation
import Metrics
import Statistics

/// A plot of σ over μ* for each parameter: important ones lie on the right, non-linear or interacting ones at the
/// top.
struct ScreeningPlot {
  private let request: PictureRequest
  private let finding: ScreeningFinding

  init(_ request: PictureRequest) throws(ReportError) {
    self.request = request
    finding = try ScreeningFinding(request.study, request.figures[0])
  }

  var picture: Picture {
    let layout = request.layout
    var script = Script(layout)
    let figure = finding.figure
    let first = "which fields matter for \(figure.title)"
    let source =
      finding.trajectories.map { request.caption("\($0) trajectories") } ?? request.caption()
    let reading = "right: matters more; high: not linear, or depends on the others"
    let (title, caption) = request.heading(first, [source, [reading]])
    script.add(title: title)
    let (across, up) =
      layout.isNarrow
      ? ("μ*", "σ") : ("μ*: mean magnitude of the effect of the whole range", "σ: spread of the effect")
    script.add("set xlabel \(Script.quoted("\(across) (\(figure.unitOnAxis))"))")
    script.add("set ylabel \(Script.quoted("\(up) (\(figure.unitOnAxis))"))")
    script.add("set key inside top left")
    let right = finding.rows.map { figure.onAxis($0.effect.meanMagnitude) }.max() ?? 1
    let top = finding.rows.compactMap { $0.effect.standardDeviation.map(figure.onAxis) }.max() ?? 1
    // Room for the names to the right of the points, and above the highest.
    let (width, height) = (right > 0 ? 1.15 * right : 1, max(1.25 * top, right > 0 ? 0.35 * right : 1))
    script.add("set xrange [0:\(width)]")
    script.add("set yrange [0:\(height)]")
    script.add(
      data: "points",
      [
        finding.rows.map {
          [$0.effect.meanMagnitude, $0.effect.standardDeviation].map { Script.number($0.map(figure.onAxis)) }
        }
      ])
    for label in labels(width: width, height: height) { script.add(label) }
    script.plot([
      "x with lines dt 2 lw 1 lc rgb '#808080' title 'σ = μ*'",
      "$points using 1:2 with points pt 7 ps 1.4*S lc rgb '#1f4e79' notitle",
    ])
    return Picture(kind: .morris, figures: [figure.name], script: script, caption: caption)
  }

  /// Returns a label for each point: to the left of points in the right half, so that no label is cut off, and
  /// stacked where points are close together.
  private func labels(width: Double, height: Double) -> [GnuplotCode] {
    var taken: [(x: Double, y: Double)] = []
    let names = finding.rows.map { row in
      request.study.parameters.firstIndex(of: row.parameter).map { FieldAxis(request.study, $0).title }
        ?? row.parameter
    }
    return finding.rows.enumerated().map { number, row in
      let x = finding.figure.onAxis(row.effect.meanMagnitude) / width
      var y = finding.figure.onAxis(row.effect.standardDeviation ?? 0) / height + 0.035
      let line = 0.04 / request.layout.down
      while taken.contains(where: { abs($0.y - y) < line && abs($0.x - x) < 0.45 / request.layout.across }) {
        y += line / 2
      }
      taken.append((x, y))
      let text = request.layout.isTerse ? names[number] : row.parameter
      let side: GnuplotCode = x > 0.5 ? "right" : "left"
      let shift = x > 0.5 ? -0.005 : 0.005
      return
        "set label \(Script.quoted(Script.shortened(text, to: request.layout.letters(60)))) at graph \(x + shift), graph \(min(y, 0.97)) \(side)"
    }
  }
}

/// A bar chart of the first-order and total share of the variance of each field, with their intervals.
struct SobolPlot {
  private let request: PictureRequest
  private let finding: SobolFinding

  init(_ request: PictureRequest) throws(ReportError) {
    self.request = request
    finding = try SobolFinding(request.study, request.figures[0])
  }

  var picture: Picture {
    let layout = request.layout
    var script = Script(layout)
    let (title, caption) = request.heading(
      "what explains the variance of \(finding.figure.title)",
      [request.caption("\(finding.count) rows"), ["in total beyond alone: together with other fields"]])
    script.add(title: title)
    let share =
      layout.isTerse
      ? "share of the variance" : "share of the variance of \(finding.figure.title) (1 = all of it)"
    script.add("set ylabel \(Script.quoted(share))")
    if !layout.isNarrow { script.add("set key inside top right") }
    script.add("set xrange [-0.6:\(Double(finding.rows.count) - 0.4)]")
    script.add("set yrange [*<0:*]")
    let names = finding.rows.enumerated().map { place, row in
      "\(Script.tic(name(of: row.parameter))) \(place)" as GnuplotCode
    }
    script.add("set xtics (\(names.joined(separator: ", "))) rotate by \(layout.isNarrow ? 40 : 20) right")
    script.add(data: "alone", [finding.rows.enumerated().map { bar($0, -0.17, $1.index.first) }])
    script.add(data: "total", [finding.rows.enumerated().map { bar($0, 0.17, $1.index.total) }])
    script.add("set boxwidth 0.3")
    script.add("set style fill solid 0.7")
    script.plot([
      "$alone using 1:2 with boxes lc rgb '#1f4e79' title 'alone'",
      "$total using 1:2 with boxes lc rgb '#d98c3f' title 'in total'",
      "$alone using 1:2:3:4 with yerrorbars lc rgb '#202020' pt 0 notitle",
      "$total using 1:2:3:4 with yerrorbars lc rgb '#202020' pt 0 notitle",
    ])
    return Picture(kind: .sobol, figures: [finding.figure.name], script: script, caption: caption)
  }

  /// Returns the label of a field: its path, or its last part where labels are short.
  private func name(of path: String) -> String {
    guard request.layout.isTerse, let index = request.study.parameters.firstIndex(of: path) else {
      return path
    }
    return Script.shortened(FieldAxis(request.study, index).title, to: request.layout.letters(40))
  }

  private func bar(_ place: Int, _ shift: Double, _ share: SobolIndices.Share) -> [GnuplotCode] {
    [
      Double(place) + shift, share.value, share.interval.lowerBound, share.interval.upperBound,
    ].map { Script.number($0) }
  }
}
