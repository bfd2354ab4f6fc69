import Metrics
import Quantities
import Quoting
import Statistics

/// A figure of two runs, with its difference.
struct FigurePair {
  let figure: FigureColumn
  /// The values in summary.csv; nil if a run has none.
  let a, b: Double?

  /// Whether B is better, worse or neither, in words; empty if the figure has no better direction, or a value is
  /// missing.
  var verdict: String {
    guard let a, let b, let direction = figure.direction else { return "" }
    if a == b { return "equal" }
    return (b > a) == (direction == .higherIsBetter) ? "better" : "worse"
  }

  /// The row of the table.
  var html: HTML {
    let metric = figure.metric
    let difference = a.flatMap { a in b.map { figure.difference($0 - a) } } ?? "–"
    let verdict: HTML =
      switch self.verdict {
      case "better": "<td class=\"verdict good\">▲ better</td>"
      case "worse": "<td class=\"verdict bad\">▼ worse</td>"
      default: "<td class=\"verdict\">\(self.verdict)</td>"
      }
    func cell(_ value: Double?) -> HTML {
      "<td class=\"number\" title=\"\(value.map { String($0) } ?? "no value")\">\(value.map(figure.words) ?? "–")</td>"
    }
    return """
      <tr data-figure="\(figure.name)"><th scope="row"><abbr title="\(metric.meaning)" tabindex="0">\(figure.title)</abbr> <code class="column">\(figure.name)</code></th>\(verdict)\(cell(a))\(cell(b))<td class="number">\(difference)</td></tr>

      """
  }
}

extension RunSummary {
  /// Returns the figures that this run or `other` has, in the order of summary.csv: single numbers, means and 95 %
  /// quantiles.
  func beside(_ other: RunSummary) -> [FigurePair] {
    metrics(with: other).flatMap { metric in
      metric.statistics.filter { [.value, .mean, .p95].contains($0) }.compactMap { statistic in
        let values = (self[metric.name, statistic], other[metric.name, statistic])
        guard values.0 != nil || values.1 != nil else { return nil }
        return FigurePair(figure: FigureColumn(metric, statistic), a: values.0, b: values.1)
      }
    }
  }
}
