import JSON5
import Metrics
import Models
import Quoting
import Run
import Tables

/// The figures of a run in its summary.csv.
struct RunSummary {
  private struct Entry {
    let metric, statistic, text, unit: String
  }

  private let entries: [Entry]
  /// The figures of its market's runs.
  private let figures: FigureList

  /// Reads the figures.
  ///
  /// - Throws: `TableError` or `RecordedRunError` if the folder is damaged.
  init(_ run: RecordedRun) throws {
    figures = run.market.figures
    let columns = ["metric", "statistic", "value", "unit"]
    let table = try run.table(SummaryRow.table.schema, columns.map { .word($0) })
    let words = columns.map { table.words($0) }
    entries = (0..<table.count).map { row in
      let field = words.map { $0.texts[Int($0.places[row])] }
      return Entry(metric: field[0], statistic: field[1], text: field[2], unit: field[3])
    }
  }

  /// The value of `metric`; nil if not applicable.
  subscript(metric: String, statistic: Statistic = .value) -> Double? {
    text(metric, statistic).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  private func text(_ metric: String, _ statistic: Statistic) -> String? {
    entries.first { $0.metric == metric && $0.statistic == statistic.rawValue }?.text
  }

  // MARK: - Tables

  /// The headline figures, with the number of participants.
  var headline: HTML {
    let counts = ["requests", "drivers", "matches"].compactMap { name in
      figures.named(name).map { tile($0) }
    }
    return "<dl class=\"tiles\">\n\(figures.headline.map(tile) + counts)</dl>"
  }

  private func tile(_ figure: FigureColumn) -> HTML {
    guard let text = text(figure.metric.name, figure.statistic) else { return "" }
    return """
      <div data-figure="\(figure.name)"><dt>\(term(figure.name, figure.metric))</dt><dd title="\(text)">\(words(text, figure))</dd></div>

      """
  }

  /// Returns `text` from summary.csv in readable form.
  private func words(_ text: String?, _ figure: FigureColumn) -> String {
    guard let text, let value = Double(text), value.isFinite else { return text ?? "" }
    return figure.words(value)
  }

  /// Returns a cell with the readable value, and the digits of summary.csv on hover.
  private func cell(_ metric: Metric, _ statistic: Statistic) -> HTML {
    let exact = text(metric.name, statistic) ?? ""
    return
      "<td class=\"number\" data-statistic=\"\(statistic.rawValue)\" title=\"\(exact)\">\(words(exact, FigureColumn(metric, statistic)))</td>"
  }

  /// Returns the name of a figure, with its meaning on hover and for screen readers.
  private func term(_ name: String, _ metric: Metric) -> HTML {
    let meaning = ([metric.meaning] + [metric.elsewhere].compactMap(\.self)).joined(separator: " ")
    // Allows line breaks after the words of long names.
    let parts = name.split(separator: "_", omittingEmptySubsequences: false).enumerated().map {
      place, part -> HTML in
      place == 0 ? "\(String(part))" : "_<wbr>\(String(part))"
    }
    return "<abbr title=\"\(meaning)\" tabindex=\"0\">\(parts)</abbr>"
  }

  /// All figures: the single numbers, then the distributions.
  var tables: HTML {
    let metrics = figures.metrics.filter { metric in entries.contains { $0.metric == metric.name } }
    let known = Set(figures.metrics.map(\.name))
    let statistics = Statistic.allCases.filter { $0 != .value }
    let singles = metrics.filter { !$0.isDistribution }.map { metric -> HTML in
      """
      <tr data-metric="\(metric.name)"><th scope="row">\(term(metric.name, metric))</th>\(cell(metric, .value))</tr>

      """
    }
    // Causes are separate metrics, as are figures of later versions.
    let others = entries.filter { !known.contains($0.metric) }.map { entry -> HTML in
      """
      <tr data-metric="\(entry.metric)"><th scope="row">\(entry.metric)</th><td class="number" data-statistic="\(entry.statistic)" title="\(entry.text)">\(entry.text)</td></tr>

      """
    }
    let distributions = metrics.filter(\.isDistribution).map { metric -> HTML in
      let cells = statistics.map { cell(metric, $0) }
      return """
        <tr data-metric="\(metric.name)"><th scope="row">\(term(metric.name, metric))</th>\(cells)</tr>

        """
    }
    let heads = statistics.map { "<th scope=\"col\" class=\"number\">\($0.rawValue)</th>" as HTML }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="Single figures"><table>
      <thead><tr><th scope="col">figure</th><th scope="col" class="number">value</th></tr></thead>
      <tbody>
      \(singles)\(others)</tbody></table></div>
      <div class="scroll" tabindex="0" role="region" aria-label="Distributions"><table>
      <thead><tr><th scope="col">distribution</th>\(heads)</tr></thead>
      <tbody>
      \(distributions)</tbody></table></div>

      """
  }
}

/// The distribution of one figure: a histogram with equal intervals, and quantiles.
struct FigureSpread {
  private let title: String
  private let metric: Metric
  /// The beginning of the first interval; detours are negative if the same trip takes less time later.
  private let from: Double
  private let width: Double
  private let counts: [Int]
  private let marks: [(name: String, value: Double)]
  /// The population, in the plural.
  private let whom: String

  /// Creates the distribution of `values`, in the unit of `metric`.
  init(of values: [Double], metric: Metric, title: String, whom: String, in summary: RunSummary) {
    self.whom = whom
    self.metric = metric
    self.title = title
    let (least, most) = (min(0, values.min() ?? 0), max(0, values.max() ?? 0))
    let largest = most - least
    // Round widths, for at most 48 intervals.
    let widths: [Double] =
      metric.unit == .seconds
      ? [15, 30, 60, 120, 300, 600, 900, 1800, 3600] : [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
    width = widths.first { largest / $0 < 48 } ?? (largest / 48).rounded(.up)
    let first = (least / width).rounded(.down)
    from = first * width
    var counts = [Int](
      repeating: 0, count: values.isEmpty ? 0 : Int((most / width).rounded(.down) - first) + 1)
    for value in values { counts[Int((value / width).rounded(.down) - first)] += 1 }
    self.counts = counts
    marks = [Statistic.median, .p90, .p95, .p99].compactMap { statistic in
      summary[metric.name, statistic].map { (statistic.rawValue, $0) }
    }
  }

  var json: JSON {
    [
      "metric": .text(metric.name), "title": .text(title), "whom": .text(whom),
      "meaning": .text(metric.meaning), "unit": .text(metric.unit.rawValue),
      "from": .number(from), "width": .number(width),
      "counts": .list(counts.map { .integer($0) }),
      "marks": .list(marks.map { ["name": .text($0.name), "value": .number($0.value)] }),
    ]
  }
}
