public import Metrics
import Quantities
import Statistics

extension PaperTable {
  /// A table that `detour analyse` can write.
  public enum Finding: String, CaseIterable, Sendable {
    /// The Pareto-optimal points.
    case front
    /// All points.
    case points
    /// The elementary effects of each field (Morris).
    case screening
    /// The share of the variance due to each field (Sobol').
    case sobol
  }

  /// Creates the table of the points of `study`: the varied values, the runs, and the means of `figures` with their
  /// 95 % intervals.
  public init(points study: StudyTable, _ figures: [FigureColumn]) {
    self.init(
      caption: Self.caption(study, "means ± half of the 95 % intervals"),
      columns: Self.fields(study) + [Self.runs] + figures.map(Self.column),
      rows: study.points.map { point in
        Self.values(point) + [Self.runs(point.runs.count)]
          + figures.map { .measured(point.statistics($0), $0) }
      })
  }

  /// Creates the table of a finding of `analysis`.
  ///
  /// - Throws: `ReportError` if the study does not allow it.
  public init(_ finding: Finding, of analysis: Analysis) throws(ReportError) {
    let study = analysis.study
    switch finding {
    case .points: self.init(points: study, analysis.figures)
    case .front: self.init(try analysis.front.get(), of: study)
    case .screening:
      guard let screening = analysis.screenings.first else { throw Self.nothing(finding, study) }
      self.init(try screening.get(), of: study)
    case .sobol:
      guard let sobol = analysis.sobol.first else { throw Self.nothing(finding, study) }
      self.init(try sobol.get(), of: study)
    }
  }

  private static func nothing(_ finding: Finding, _ study: StudyTable) -> ReportError {
    .impossible(
      what: "the table \(finding.rawValue)",
      reason: "\(study.folder) has another design; sweep with --design saltelli")
  }

  private init(_ finding: FrontFinding, of study: StudyTable) {
    let names = zip(finding.figures, finding.directions).map { "\($0.title) (\($1.rawValue))" }
    self.init(
      caption: Self.caption(
        study, "Pareto front of \(names.joined(separator: " and ")), means ± half of the 95 % intervals"),
      columns: Self.fields(study) + finding.figures.map(Self.column) + [
        Column(head: "", names: ["knee"], isText: true)
      ],
      rows: finding.ordered.map { index in
        let isKnee = finding.front.knee == index
        return Self.values(finding.points[index])
          + finding.figures.map { .measured(finding.points[index].statistics($0), $0) }
          + [Cell(shown: isKnee ? "knee" : "", values: [isKnee ? "true" : "false"])]
      })
  }

  private init(_ finding: ScreeningFinding, of study: StudyTable) {
    let figure = finding.figure
    let unit = figure.unitOfDifference
    func number(_ value: Double?) -> Cell {
      Cell(
        shown: value.map {
          Words.fixed($0 * figure.scaleInColumn, figure.isShare ? 2 : figure.decimalsInColumn)
        } ?? "–",
        values: [Self.plain(value)])
    }
    self.init(
      caption: Self.caption(study, "elementary effects on \(figure.title)"),
      columns: [
        Column(head: "field", names: ["field"], isText: true),
        Column(head: "μ*" + Self.inParentheses(unit), names: ["mean_magnitude"]),
        Column(head: "σ" + Self.inParentheses(unit), names: ["standard_deviation"]),
      ],
      rows: finding.rows.map { row in
        [
          Cell(shown: Self.name(of: row.parameter, in: study), values: [row.parameter]),
          number(row.effect.meanMagnitude), number(row.effect.standardDeviation),
        ]
      })
  }

  private init(_ finding: SobolFinding, of study: StudyTable) {
    func cells(_ share: SobolIndices.Share) -> [Cell] {
      let (low, high) = (share.interval.lowerBound, share.interval.upperBound)
      return [
        Cell(shown: Words.fixed(share.value, 3), values: [Self.plain(share.value)]),
        Cell(
          shown: "\(Words.fixed(low, 3)) … \(Words.fixed(high, 3))",
          values: [Self.plain(low), Self.plain(high)]),
      ]
    }
    self.init(
      caption: Self.caption(study, "Sobol' indices of \(finding.figure.title) with 95 % intervals"),
      columns: [
        Column(head: "field", names: ["field"], isText: true),
        Column(head: "alone", names: ["first"]),
        Column(head: "95 % interval", names: ["first_lower_95", "first_upper_95"]),
        Column(head: "in total", names: ["total"]),
        Column(head: "95 % interval", names: ["total_lower_95", "total_upper_95"]),
      ],
      rows: finding.rows.map { row in
        [Cell(shown: Self.name(of: row.parameter, in: study), values: [row.parameter])]
          + cells(row.index.first) + cells(row.index.total)
      })
  }

  /// Creates the table of a comparison.
  public init(_ text: ComparisonText) {
    let comparison = text.comparison
    let interval = "\(Words.percent(comparison.confidence)) interval"
    self.init(
      caption:
        "A: \(Self.withoutPath(text.nameA)); B: \(Self.withoutPath(text.nameB)); runs are paired by seed and replication,"
        + " differences of shares are percentage points, and p is corrected after Holm",
      columns: comparison.shared.map { Column(head: $0, names: [$0]) } + [
        Column(head: "figure", names: ["figure"], isText: true), Column(head: "A", names: ["mean_a"]),
        Column(head: "B", names: ["mean_b"]), Column(head: "B − A", names: ["difference"]),
        Column(head: interval, names: ["lower", "upper"]), Column(head: "p", names: ["p_holm"]),
        Column(head: "pairs", names: ["pairs"]), Column(head: "B is", names: ["verdict"], isText: true),
      ],
      rows: comparison.blocks.flatMap { block in
        block.rows.map { row in block.values.map { .text($0) } + Self.cells(row) }
      })
  }

  /// Returns the name of a side, `FOLDER at CHOICE`, without the parent folders.
  private static func withoutPath(_ side: String) -> String {
    let parts = side.split(separator: " ", maxSplits: 1).map(String.init)
    let folder = parts.first?.split(separator: "/").last.map(String.init) ?? side
    return ([folder] + parts.dropFirst()).joined(separator: " ")
  }

  private static func cells(_ row: Comparison.Row) -> [Cell] {
    let (figure, difference) = (row.figure, row.difference)
    func mean(_ value: Double?) -> Cell {
      Cell(shown: value.map { figure.measured($0, half: nil) } ?? "–", values: [plain(value)])
    }
    func fixed(_ value: Double) -> String {
      Words.fixed(value * figure.scaleInColumn, figure.isShare ? 2 : figure.decimalsInColumn)
    }
    let interval = difference?.interval
    // Differences of shares are percentage points.
    return [
      Cell(shown: figure.label, values: [figure.name]), mean(row.meanA), mean(row.meanB),
      Cell(shown: difference.map { fixed($0.mean) } ?? "–", values: [plain(difference?.mean)]),
      Cell(
        shown: interval.map { "\(fixed($0.lowerBound)) … \(fixed($0.upperBound))" } ?? "–",
        values: [plain(interval?.lowerBound), plain(interval?.upperBound)]),
      Cell(shown: row.adjusted.map(Words.probability) ?? "–", values: [plain(row.adjusted)]),
      .text(String(difference?.count ?? 0)), .text(row.verdict.rawValue),
    ]
  }

  /// Creates the table of the points of a tuning, the selected one first.
  public init(_ finding: TuningFinding) {
    let (study, goal) = (finding.study, finding.tuning.goal)
    let figures = [goal.figure] + goal.constraints.map(\.figure)
    let bounds = goal.constraints.map(\.description).joined(separator: ", ")
    self.init(
      caption: Self.caption(
        study,
        "\(goal.figure.title)\(bounds.isEmpty ? "" : " where \(bounds)"), means ± half of the 95 % intervals"),
      columns: Self.fields(study) + [Self.runs] + figures.map(Self.column) + [
        Column(head: "state", names: ["state"], isText: true)
      ],
      rows: finding.ordered.map { index in
        let point = study.points[index]
        return Self.values(point) + [Self.runs(finding.tuning.counts[index])]
          + figures.map { .measured(point.statistics($0), $0) } + [.text(finding.stateName(index))]
      })
  }

  private static func caption(_ study: StudyTable, _ what: String) -> String {
    study.name.isEmpty ? what : "\(study.name): \(what)"
  }

  private static let runs = Column(head: "runs", names: ["runs"])

  private static func runs(_ count: Int) -> Cell { .text(String(count)) }

  private static func fields(_ study: StudyTable) -> [Column] {
    study.parameters.indices.map { index in
      let axis = FieldAxis(study, index)
      return Column(head: axis.nameWithUnit, names: [axis.path], isText: axis.numbers == nil)
    }
  }

  private static func name(of path: String, in study: StudyTable) -> String {
    study.parameters.firstIndex(of: path).map { FieldAxis(study, $0).nameWithUnit } ?? path
  }

  private static func values(_ point: StudyTable.Point) -> [Cell] { point.values.map { .text($0) } }

  private static func column(_ figure: FigureColumn) -> Column {
    Column(head: figure.label, names: [figure.name, figure.name + "_half_width_95"])
  }

  private static func inParentheses(_ unit: String) -> String { unit.isEmpty ? "" : " (\(unit))" }
}
