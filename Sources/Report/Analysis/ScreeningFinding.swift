public import Metrics
public import Statistics

/// Which parameters of a study matter for a figure, by the elementary effects of its points' means.
public struct ScreeningFinding: Sendable {
  /// One parameter with its effect.
  public struct Row: Sendable {
    public let parameter: String
    public let effect: MorrisScreening.Effect
  }

  public let figure: FigureColumn
  /// Those that have elementary effects, the one that matters most first.
  public let rows: [Row]

  /// Screens the parameters of `study`.
  ///
  /// - Throws: `ReportError.impossible` where the points are no trajectories and no grid, or parameters are words.
  public init(_ study: StudyTable, _ figure: FigureColumn) throws(ReportError) {
    let what = "the screening for \(figure.name)"
    let factors = try Factors(of: study, for: what)
    let points = study.points.filter { $0.statistics(figure).count > 0 }
    let screening = MorrisScreening(
      points: points.map(factors.coordinates), responses: points.map { $0.statistics(figure).mean ?? 0 })
    self.figure = figure
    rows = zip(factors.names, screening.effects)
      .compactMap { name, effect in effect.map { Row(parameter: name, effect: $0) } }
      .enumerated().sorted {
        (-$0.element.effect.meanMagnitude, $0.offset) < (-$1.element.effect.meanMagnitude, $1.offset)
      }.map(\.element)
    guard rows.count == factors.names.count, rows.allSatisfy({ $0.effect.count >= 2 }) else {
      throw .impossible(
        what: what,
        reason: "needs, for each field, two pairs of points or more that differ in it alone, as grids and"
          + " trajectories have them")
    }
  }
}
