import Metrics
import Quantities
import Quoting
import Report
import Statistics

/// The sections of a study's page, as shown without scripts.
struct StudySections {
  let source: StudySource
  let numbers: StudyNumbers
  let verdicts: StudyVerdicts
  let command: PointCommand

  /// The maximum number of points in the table without scripts.
  static let mostRows = 1000

  private var study: StudyTable { source.table }

  /// The description of the study, in two sentences.
  var sentences: HTML {
    let scenario = source.scenario.map { "the scenario \($0)" } ?? "a scenario"
    let varied = study.parameters.indices.map(range)
    let counts = study.points.map(\.runs.count)
    let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
    let often =
      least == most ? Words.plural(least, "run") : "\(Words.grouped(least)) to \(Words.plural(most, "run"))"
    let points = Words.plural(study.points.count, "point")
    let what =
      varied.isEmpty
      ? "This study runs \(scenario) without varying anything."
      : "This study runs \(scenario) at \(points), along \(Self.joined(varied))."
    let pairing =
      most > 1 && study.points.count > 1 ? "; replication k has the same random numbers at every point" : ""
    let missing = source.plannedPoints - study.points.count
    let unfinished =
      missing > 0 ? " \(Words.plural(missing, "further point")) of its plan have no run yet." : ""
    return """
      <p>\(what)</p>
      <p>Each point has \(often), \(Words.plural(study.runCount, "run")) in all\(pairing).\(unfinished)</p>

      """
  }

  /// Returns text such as `matching.radius_m (8 values from 250 to 2000)`.
  private func range(_ field: Int) -> String {
    let values = study.values(of: field)
    let path = study.parameters[field]
    if values.count == 1 { return "\(path) = \(values[0])" }
    if study.isNumeric(field), values.count > 4 {
      return
        "\(path) (\(Words.grouped(values.count)) values from \(values[0]) to \(values[values.count - 1]))"
    }
    let shown = values.prefix(6).joined(separator: ", ")
    return values.count > 6 ? "\(path) (\(shown) and \(values.count - 6) more)" : "\(path) (\(shown))"
  }

  private static func joined(_ texts: [String]) -> String {
    guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
    return texts.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The section on significant differences and noise.
  var settled: HTML {
    guard study.points.count > 1 else { return "" }
    let figures = verdicts.figures.compactMap(againstBest)
    let steps = verdicts.steps
    guard !figures.isEmpty else {
      return """
        <section aria-labelledby="settled-title">
        <h2 id="settled-title">What is settled, and what is noise</h2>
        <p>No figure of the study has a better way, so no point can be called better than another.</p>
        </section>

        """
    }
    return """
      <section aria-labelledby="settled-title">
      <h2 id="settled-title">What is settled, and what is noise</h2>
      <p class="quiet">Runs are paired by seed and replication. A verdict requires p of at most 5 % after Holm's correction over the comparisons of a figure with the best point; what is not settled so may be luck.</p>
      <dl class="settled columns">
      \(figures)</dl>
      \(steps.isEmpty ? "" : stepsTable(steps))</section>

      """
  }

  private func againstBest(_ figure: Int) -> HTML? {
    guard let (best, rows) = verdicts.againstBest(figure) else { return nil }
    let column = numbers.figures[figure]
    let others = study.points.indices.filter { $0 != best }
    func count(_ verdict: Comparison.Verdict) -> Int { others.count { rows[$0]?.verdict == verdict } }
    let (worse, close) = (count(.worse), others.filter { rows[$0]?.verdict == .noDifference })
    let few = others.count { place in
      rows[place].map { [.tooFewRuns, .noValueAtA, .noValueAtB, .noValue].contains($0.verdict) } ?? true
    }
    let identical = count(.noSpread)
    var sentences: [String] = []
    if worse > 0 {
      sentences.append(
        worse == others.count
          ? "All \(Words.plural(worse, "other point")) are settled as worse."
          : "\(Words.plural(worse, "point")) of the \(Words.grouped(others.count)) others \(worse == 1 ? "is" : "are") settled as worse."
      )
    }
    if !close.isEmpty {
      let named = close.prefix(4).map { setting(study.points[$0]) }.joined(separator: "; ")
      let more = close.count > 4 ? "; and \(Words.grouped(close.count - 4)) more" : ""
      sentences.append(
        "Not distinguishable from it so far: \(Words.plural(close.count, "point")) (\(named)\(more)).")
    }
    if few > 0 {
      sentences.append(
        "\(Words.plural(few, "point")) \(few == 1 ? "has" : "have") too few runs in common with it:"
          + " \(Comparison.leastPairs) pairs are required."
      )
    }
    if identical > 0 {
      sentences.append(
        "At \(Words.plural(identical, "point")) all replications are the same run, so the uncertainty of the difference is unknown."
      )
    }
    return """
      <div><dt><abbr title="\(column.meaning)">\(column.name)</abbr> <span class="quiet">\(column.direction?.rawValue ?? "")</span></dt>
      <dd>Best by its mean: <strong>\(setting(study.points[best]))</strong> with \(cell(numbers.cells[figure][best], figure))\(column.unitBesideName.isEmpty ? "" : "\u{A0}" + column.unitBesideName). \(sentences.joined(separator: " "))</dd></div>

      """
  }

  private func setting(_ point: StudyTable.Point) -> String {
    zip(study.parameters, point.values).map { "\(shortName($0)) = \($1)" }.joined(separator: ", ")
  }

  /// Returns the last part of a path, unless another field has the same one.
  private func shortName(_ field: String) -> String {
    let last = field.split(separator: ".").last.map(String.init) ?? field
    return study.parameters.count { $0 == last || $0.hasSuffix("." + last) } > 1 ? field : last
  }

  private func stepsTable(_ steps: [StudyVerdicts.Steps]) -> HTML {
    let fields = study.parameters.indices.filter { field in steps.contains { $0.field == field } }
    let head = verdicts.figures.map { figure -> HTML in
      "<th scope=\"col\"><abbr title=\"\(numbers.figures[figure].meaning)\">\(numbers.figures[figure].name)</abbr></th>"
    }
    let rows = fields.map { field -> HTML in
      let cells = verdicts.figures.map { figure -> HTML in
        guard let found = steps.first(where: { $0.field == field && $0.figure == figure }) else {
          return "<td>–</td>"
        }
        return "<td>\(words(found))</td>"
      }
      return "<tr><th scope=\"row\">\(study.parameters[field])</th>\(cells)</tr>\n"
    }
    return """
      <h3>From each value of a field to the next</h3>
      <p class="quiet">Points that differ in one field alone, each against its neighbour at the next value, everything else held; the correction is over the steps of a cell.</p>
      <div class="scroll" tabindex="0" role="region" aria-label="Steps along the fields">
      <table class="steps stack"><thead><tr><th scope="col">field</th>\(head)</tr></thead><tbody>
      \(rows)</tbody></table></div>

      """
  }

  private func words(_ steps: StudyVerdicts.Steps) -> HTML {
    let all = steps.better + steps.worse + steps.open
    if steps.open == all {
      return "<span class=\"quiet\">none of \(Words.plural(all, "step")) settled</span>"
    }
    let parts: [HTML] = [
      steps.better > 0 ? "<span class=\"good\">better in \(Words.grouped(steps.better))</span>" : nil,
      steps.worse > 0 ? "<span class=\"bad\">worse in \(Words.grouped(steps.worse))</span>" : nil,
      steps.open > 0 ? "<span class=\"quiet\">open in \(Words.grouped(steps.open))</span>" : nil,
    ].compactMap(\.self)
    return "\(parts)<span class=\"quiet\">of \(Words.plural(all, "step"))</span>"
  }

  /// Returns text such as `79.6 ± 0.2`, in the unit of its column.
  private func cell(_ cell: StudyFigure, _ figure: Int) -> String {
    guard let mean = cell.statistics.mean else { return "–" }
    return numbers.figures[figure].measured(mean, half: cell.halfWidth)
  }

  /// Returns text such as `0.796492 ± 0.002435`, as in summary.csv.
  private func exact(_ cell: StudyFigure) -> String {
    guard let mean = cell.statistics.mean else { return "–" }
    let half = cell.halfWidth.map { " ± " + Words.fixed($0, cell.decimals) }
    return Words.fixed(mean, cell.decimals) + (half ?? "")
  }

  /// Returns the unit beside a figure's name.
  private func unit(_ figure: Int) -> HTML {
    let unit = numbers.figures[figure].unitBesideName
    return unit.isEmpty ? "" : " <span class=\"unit\">\(unit)</span>"
  }

  /// The points with their main figures; scripts replace the table with a sortable one.
  var table: HTML {
    let heads = study.parameters.map { field -> HTML in
      "<th scope=\"col\" class=\"number\">\(field)</th>"
    }
    let figures = numbers.headline.map { place -> HTML in
      "<th scope=\"col\" class=\"number\"><abbr title=\"\(numbers.figures[place].meaning)\">\(numbers.figures[place].name)</abbr>\(unit(place))</th>"
    }
    let rows = study.points.prefix(Self.mostRows).enumerated().map { place, point -> HTML in
      let values = point.values.map { "<td class=\"number\">\($0)</td>" as HTML }
      let cells = numbers.headline.map {
        "<td class=\"number\" title=\"\(exact(numbers.cells[$0][place]))\">\(cell(numbers.cells[$0][place], $0))</td>"
          as HTML
      }
      return
        "<tr><td class=\"number\">\(place + 1)</td>\(values)<td class=\"number\">\(point.runs.count)</td>\(cells)</tr>\n"
    }
    let more = study.points.count - Self.mostRows
    let rest: HTML =
      more > 0
      ? "<p class=\"quiet\">and \(Words.plural(more, "more point")), in summary.csv of the study</p>" : ""
    return """
      <div class="scroll tall" tabindex="0" role="region" aria-label="Points">
      <table id="points"><thead><tr><th scope="col" class="number">point</th>\(heads)<th scope="col" class="number">runs</th>\(figures)</tr></thead><tbody>
      \(rows)</tbody></table></div>
      \(rest)
      """
  }

  /// The commands, one line each, in the order of the points.
  var commands: HTML {
    let lines = study.points.map { "\(command.text($0))\n" as HTML }
    let note: HTML =
      command.isThere
      ? ""
      : "<p class=\"note\">The study knows its scenario by its name alone, and there is no \(command.file) where it lay: put the way to the file in its place.</p>\n"
    return """
      <details id="commands"><summary>The command that does each point again</summary>
      \(note)<p class="quiet">One line a point, in the order of the table: its first run. Other replications of the point have other numbers after <code>--replication</code>.</p>
      <pre class="lines" id="command-lines">\(lines)</pre></details>

      """
  }
}
