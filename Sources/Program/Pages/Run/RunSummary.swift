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
  /// The figures of runs in its market.
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

  /// Returns the metrics of the market that this run or `other` has.
  func metrics(with other: RunSummary) -> [Metric] {
    let names = Set((entries + other.entries).map(\.metric))
    return figures.metrics.filter { names.contains($0.name) }
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
      <div data-figure="\(figure.name)"><dt>\(term(figure.title, figure.name, figure.metric))</dt><dd title="\(text)">\(words(text, figure))</dd></div>

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

  /// Returns the title of a figure, with its meaning on hover and for screen readers, and its name in files beside it.
  private func term(_ title: String, _ name: String, _ metric: Metric) -> HTML {
    let meaning = ([metric.meaning] + [metric.elsewhere].compactMap(\.self)).joined(separator: " ")
    return "<abbr title=\"\(meaning)\" tabindex=\"0\">\(title)</abbr> \(Self.column(name))"
  }

  /// Returns the name of a column, with line breaks allowed between its words.
  private static func column(_ name: String) -> HTML {
    let parts = name.split(separator: "_", omittingEmptySubsequences: false).enumerated().map {
      place, part -> HTML in
      place == 0 ? "\(String(part))" : "_<wbr>\(String(part))"
    }
    return "<code class=\"column\">\(parts)</code>"
  }

  /// All figures: the single numbers, then the distributions.
  var tables: HTML {
    let metrics = figures.metrics.filter { metric in entries.contains { $0.metric == metric.name } }
    let known = Set(figures.metrics.map(\.name))
    let statistics = Statistic.allCases.filter { $0 != .value }
    let singles = metrics.filter { !$0.isDistribution }.map { metric -> HTML in
      """
      <tr data-metric="\(metric.name)"><th scope="row">\(term(metric.title, metric.name, metric))</th>\(cell(metric, .value))</tr>

      """
    }
    // Causes are separate metrics, as are figures of later versions.
    let others = entries.filter { !known.contains($0.metric) }.map { entry -> HTML in
      """
      <tr data-metric="\(entry.metric)"><th scope="row">\(Metric.title(of: entry.metric, in: entry.unit)) \(Self.column(entry.metric))</th><td class="number" data-statistic="\(entry.statistic)" title="\(entry.text)">\(entry.text)</td></tr>

      """
    }
    let distributions = metrics.filter(\.isDistribution).map { metric -> HTML in
      let cells = statistics.map { cell(metric, $0) }
      return """
        <tr data-metric="\(metric.name)"><th scope="row">\(term(metric.title, metric.name, metric))</th>\(cells)</tr>

        """
    }
    let heads = statistics.map { statistic -> HTML in
      "<th scope=\"col\" class=\"number\"><abbr title=\"\(statistic.meaning)\" tabindex=\"0\">\(statistic.title)</abbr></th>"
    }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="Single figures"><table class="stack">
      <thead><tr><th scope="col">figure</th><th scope="col" class="number">value</th></tr></thead>
      <tbody>
      \(singles)\(others)</tbody></table></div>
      <div class="scroll" tabindex="0" role="region" aria-label="Distributions"><table class="stack">
      <thead><tr><th scope="col">distribution</th>\(heads)</tr></thead>
      <tbody>
      \(distributions)</tbody></table></div>

      """
  }
}

/// The distribution of one figure, drawn by the page's scripts over the requests shown.
struct FigureSpread {
  let metric: Metric
  let title: String
  /// The plural noun for the population.
  let population: String
  /// Whether the figure includes requests in progress at the run's end.
  var countsOpen = false

  var json: JSON {
    [
      "metric": .text(metric.name), "title": .text(title), "whom": .text(population),
      "meaning": .text(metric.meaning), "unit": .text(metric.unit.rawValue),
      "perOne": .number(metric.unit.perOne), "countsOpen": .boolean(countsOpen),
    ]
  }
}
