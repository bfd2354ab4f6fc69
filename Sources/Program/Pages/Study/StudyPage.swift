import JSON5
import Metrics
import Quantities
import Quoting
import Report
import Statistics

/// The page of a study: any figure over any field, the front, the significant differences, and commands for
/// repeating each point.
///
/// All numbers are those in the study's summary.csv; the scripts only select among them.
public struct StudyPage {
  private let source: StudySource
  private let numbers: StudyNumbers
  private let fronts: StudyFronts
  private let verdicts: StudyVerdicts
  private let influence: StudyInfluence
  private let tuning: [[String]]?
  private let calibration: StudyCalibration?
  private let analysis: String
  private let surfaces: StudySurfaces?

  /// Reads the study in `folder`.
  ///
  /// - Throws: `ReportError`, `TableError` or `PageError` if the folder is not a study, or is damaged.
  public init(folder: String) throws {
    source = try StudySource(folder)
    numbers = StudyNumbers(source.table)
    fronts = StudyFronts(numbers)
    verdicts = StudyVerdicts(numbers)
    influence = StudyInfluence(numbers)
    tuning = try source.tuning()
    calibration = try StudyCalibration(folder)
    let figures = source.table.figures.tradeOff.filter(source.table.has)
    let found = figures.isEmpty ? nil : Analysis(source.table, figures)
    analysis = found?.text ?? ""
    surfaces = StudySurfaces(
      numbers, known: found?.surfaces.compactMap { try? $0.get() } ?? [], PointCommand(source))
  }

  /// The page.
  public var page: Page {
    Page(title: "\(source.name) · Detour", body: body, data: blocks, scripts: PageAsset.study)
  }

  private var blocks: [HTML] {
    [
      .block(
        "study",
        [
          "name": .text(source.name), "points": .integer(source.table.points.count),
          "fields": numbers.fieldsJSON, "figures": numbers.figuresJSON,
          "fronts": fronts.json, "verdicts": verdicts.json,
          "runs": .list(source.table.points.map { .integer($0.runs.count) }),
        ]),
      .block("values", numbers.packedValues), .block("numbers", numbers.packed),
      .block("front-points", fronts.packed), .block("verdicts", verdicts.packed),
    ]
      + [
        influence.json.map { .block("influence-data", $0) }, surfaces.map { .block("what-if", $0.json) },
        surfaces.map { .block("what-if-numbers", $0.packed) },
      ].compactMap(\.self)
  }

  private var body: HTML {
    let sections = StudySections(
      source: source, numbers: numbers, verdicts: verdicts, command: PointCommand(source))
    let omitted: HTML =
      numbers.omitted > 0
      ? "<p class=\"note\">The page would become too large: \(Words.plural(numbers.omitted, "further figure")) of the study stand in its summary.csv alone.</p>\n"
      : ""
    return """
      <header>
      <h1>\(source.name)</h1>
      \(sections.sentences)\(limits)\(omitted)</header>
      \(calibration?.section ?? "")\(tuningSection)\(source.table.points.count > 1 ? Self.explore : "")\(surfaces == nil ? "" : StudySurfaces.section)\(influence.section)\(sections.settled)<section aria-labelledby="points-title">
      <h2 id="points-title">Points</h2>
      <p class="quiet">Means over the runs of a point ± half of the 95 % interval of Student's t, as summary.csv of the study has them.</p>
      <div id="points-controls"></div>
      <div id="points-table">
      \(sections.table)</div>
      <div id="point" aria-live="polite"></div>
      \(sections.commands)</section>
      \(StudyPlanSection(source: source).html)\(analysisSection)
      """
  }

  /// The section on binding limits, and on field values without effect.
  private var limits: HTML {
    let lines = EqualRuns(source.table).lines
    return lines.isEmpty ? "" : "<p class=\"note\">\(lines.map { $0 + "." }.joined(separator: " "))</p>\n"
  }

  /// The sections filled by scripts.
  private static let explore: HTML = """
    <section aria-labelledby="explore-title" class="scripted">
    <h2 id="explore-title">Any figure over any field</h2>
    <div class="controls" id="explore-controls" role="group" aria-label="What is shown"></div>
    <p id="figure-meaning" class="quiet"></p>
    <div class="columns"><div id="heat"></div><div id="curves"></div></div>
    </section>
    <section aria-labelledby="front-title" class="scripted" id="front-section">
    <h2 id="front-title">The Pareto front</h2>
    <div class="controls" id="front-controls" role="group" aria-label="Figures of the front"></div>
    <p id="front-words"></p>
    <div id="front"></div>
    <details id="front-details"><summary>The points on the front, from left to right, by number and setting</summary><ul id="front-members"></ul></details>
    </section>

    """

  /// The section on the outcome of each point of a tuned study.
  private var tuningSection: HTML {
    guard let tuning, let head = tuning.first else { return "" }
    let state = head.firstIndex(of: "state")
    let best = tuning.dropFirst().first { row in state.map { row[$0] == "best" } ?? false }
    let sentence =
      best.map {
        "It selected point \($0[0]): \(zip(source.table.parameters, $0.dropFirst()).map { "\($0) = \($1)" }.joined(separator: ", "))."
      }
      ?? "It selected no point: none respects the bounds, or the search was undecided."
    let rows = tuning.dropFirst().prefix(StudySections.mostRows).map { row -> HTML in
      "<tr>\(row.map { "<td class=\"number\">\($0)</td>" as HTML })</tr>\n"
    }
    return """
      <section aria-labelledby="tuning-title">
      <h2 id="tuning-title">What the tuning selected</h2>
      <p>\(sentence)</p>
      <details><summary>What became of each point</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Tuning"><table><thead><tr>\(head.map { "<th scope=\"col\" class=\"number\">\($0)</th>" as HTML })</tr></thead><tbody>
      \(Array(rows))</tbody></table></div></details>
      </section>

      """
  }

  /// The section with the output of `detour analyse`.
  private var analysisSection: HTML {
    guard !analysis.isEmpty else { return "" }
    let lines = analysis.split(separator: "\n", omittingEmptySubsequences: false).map {
      "\(String($0))\n" as HTML
    }
    return """
      <section aria-labelledby="analysis-title">
      <h2 id="analysis-title">Analysis</h2>
      <details><summary>What <code>detour analyse</code> says</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Analysis"><pre class="lines">\(lines)</pre></div></details>
      </section>

      """
  }
}

/// The Pareto fronts of a study for each pair of figures, so that the page can show any of them.
struct StudyFronts {
  /// The indices of the figures with a better direction, limited so that all pairs are computed quickly.
  let figures: [Int]
  /// The front of each pair, in the order (0, 1), (0, 2), (1, 2), (0, 3), …: its points in the order of the first
  /// figure.
  let fronts: [(points: [Int], knee: Int?)]

  /// The maximum number of points examined over all pairs of figures.
  static let most = 3_000_000

  init(_ numbers: StudyNumbers, most: Int = most) {
    let judged = numbers.figures.indices.filter { numbers.figures[$0].direction != nil }
    let pairs = most / max(1, numbers.study.points.count)
    // k figures have k(k − 1) ÷ 2 pairs.
    let kept = max(2, Int((0.25 + 2 * Double(pairs)).squareRoot() + 0.5))
    let figures = Array(judged.prefix(kept))
    self.figures = figures
    let means = figures.map { numbers.cells[$0].map(\.statistics.mean) }
    fronts = figures.indices.flatMap { second in
      (0..<second).map { first in
        Self.front(
          means[first], means[second],
          [first, second].compactMap { numbers.figures[figures[$0]].direction })
      }
    }
  }

  /// Returns the front of the points that have values of both figures.
  private static func front(
    _ first: [Double?], _ second: [Double?], _ directions: [Direction]
  ) -> (points: [Int], knee: Int?) {
    let complete = first.indices.filter { first[$0] != nil && second[$0] != nil }
    let means = complete.map { [first[$0] ?? 0, second[$0] ?? 0] }
    let front = ParetoFront(means, directions)
    let ordered = front.members.sorted { (means[$0][0], $0) < (means[$1][0], $1) }
    return (ordered.map { complete[$0] }, front.knee.map { complete[$0] })
  }

  /// The number of points of each front; the points; the knees, −1 for none.
  var packed: PackedBytes {
    var block = PageBlock()
    block.add("counts", fronts.lazy.map { Int64($0.points.count) })
    block.add("points", fronts.flatMap { $0.points.map { Int64($0) } })
    block.add("knees", fronts.lazy.map { Int64($0.knee ?? -1) })
    return block.packed
  }

  var json: JSON { .list(figures.map { .integer($0) }) }
}
