public import Metrics
public import Statistics

/// The parameters of a study, ranked by their elementary effects on a figure.
public struct ScreeningFinding: Sendable {
  /// One parameter with its effect.
  public struct Row: Sendable {
    public let parameter: String
    public let effect: MorrisScreening.Effect
  }

  public let figure: FigureColumn
  /// The parameters with elementary effects, the most important first.
  public let rows: [Row]
  /// The number of trajectories; nil if the effects come from neighbouring points.
  public let trajectories: Int?

  /// Screens the parameters of `study` by the steps of its trajectories if it has any, and otherwise by all pairs of
  /// points that differ in only one parameter, as in grids.
  ///
  /// - Throws: `ReportError.impossible` if the points are neither trajectories nor a grid, or a parameter of a grid
  ///   is not numerical.
  public init(_ study: StudyTable, _ figure: FigureColumn) throws(ReportError) {
    let what = "the screening for \(figure.name)"
    let (names, effects) =
      if let trajectories = study.trajectories {
        (study.parameters, Self.effects(of: trajectories, in: study, figure))
      } else {
        try Self.effects(ofNeighboursIn: study, figure, for: what)
      }
    self.figure = figure
    trajectories = study.trajectories?.count
    rows = zip(names, effects)
      .compactMap { name, effect in effect.map { Row(parameter: name, effect: $0) } }
      .enumerated().sorted {
        (-$0.element.effect.meanMagnitude, $0.offset) < (-$1.element.effect.meanMagnitude, $1.offset)
      }.map(\.element)
    guard rows.count == names.count, rows.allSatisfy({ $0.effect.count >= 2 }) else {
      throw .impossible(
        what: what,
        reason: study.trajectories == nil
          ? "requires, for each field, at least two pairs of points that differ only in this field, as in grids and trajectories"
          : "requires at least two complete trajectories with values of \(figure.name)")
    }
  }

  /// Returns the effects between points that differ in only one parameter, computed from the points' means.
  private static func effects(
    ofNeighboursIn study: StudyTable, _ figure: FigureColumn, for what: String
  ) throws(ReportError) -> ([String], [MorrisScreening.Effect?]) {
    let factors = try Factors(of: study, for: what)
    // Every parameter is compared with all others.
    guard factors.indices.count <= 200 else {
      throw .impossible(what: what, reason: "takes at most 200 parameters; fix some of them with --at")
    }
    let points = study.points.filter { $0.statistics(figure).count > 0 }
    let screening = MorrisScreening(
      points: points.map(factors.values(of:)), responses: points.map { $0.statistics(figure).mean ?? 0 })
    return (factors.names, screening.effects)
  }

  /// Returns the effects of the steps of `trajectories`, each over the replications common to both of its
  /// points.
  private static func effects(
    of trajectories: Trajectories, in study: StudyTable, _ figure: FigureColumn
  ) -> [MorrisScreening.Effect?] {
    let values = study.points.map { point in
      Dictionary(
        point.runs.compactMap { run in run[figure].map { (run.key, $0) } },
        uniquingKeysWith: { first, _ in first })
    }
    let steps = trajectories.steps.compactMap { step -> MorrisScreening.Step? in
      var change = RunningStatistics()
      for run in study.points[step.to].runs {
        if let before = values[step.from][run.key], let after = run[figure] { change.add(after - before) }
      }
      return change.mean.map {
        .init(parameter: step.parameter, size: step.size, change: $0)
      }
    }
    return MorrisScreening(parameters: study.parameters.count, steps: steps).effects
  }
}

/// The Sobol' indices of a figure: the shares of its variance over a study due to each parameter.
public struct SobolFinding: Sendable {
  /// One parameter with its indices.
  public struct Row: Sendable {
    public let parameter: String
    public let index: SobolIndices.Index
  }

  public let figure: FigureColumn
  /// The parameters, the largest total index first.
  public let rows: [Row]
  /// The number of design rows used.
  public let count: Int

  /// Estimates the indices of the parameters of `study` from the rows of the design `saltelli`.
  ///
  /// - Throws: `ReportError.impossible` if the study has another design or fewer than two complete rows, or the
  ///   figure does not vary.
  public init(_ study: StudyTable, _ figure: FigureColumn) throws(ReportError) {
    let what = "the Sobol' indices of \(figure.name)"
    guard let places = study.rows else {
      throw .impossible(
        what: what, reason: "require a study with the design saltelli, such as --design saltelli 128")
    }
    let rows = places.compactMap { row in Self.row(row.map { study.points[$0] }, figure) }
    guard rows.count >= 2 else {
      throw .impossible(
        what: what, reason: "require at least two complete rows with values of \(figure.name)")
    }
    let indices = SobolIndices(rows, seed: 1).indices
    guard !indices.isEmpty else {
      throw .impossible(
        what: what,
        reason:
          "it does not vary beyond the noise of the replications; widen the ranges, or run more replications")
    }
    self.figure = figure
    count = rows.count
    self.rows = zip(study.parameters, indices).map { Row(parameter: $0, index: $1) }.enumerated().sorted {
      (-$0.element.index.total.value, $0.offset) < (-$1.element.index.total.value, $1.offset)
    }.map(\.element)
  }

  /// Returns the figure at the points of a row, over the replications common to all of them; nil if there are
  /// none.
  private static func row(_ points: [StudyTable.Point], _ figure: FigureColumn) -> SobolIndices.Row? {
    let values = points.observed([figure])[0]
    let shared = values[0].indices.filter { column in values.allSatisfy { $0[column] != nil } }
    guard !shared.isEmpty else { return nil }
    let responses = values.map { row in shared.compactMap { row[$0] } }
    return .init(a: responses[0], b: responses[1], mixed: Array(responses[2...]))
  }
}
