import Metrics
import Statistics

/// Two bars for each field, with their intervals: its first-order and its total share of the variance.
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
