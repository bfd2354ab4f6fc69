public import Metrics
import Scenario
import Statistics

/// The lack of precision of a study that was to know a figure well enough.
public struct PrecisionFinding: Sendable {
  public let figure: FigureColumn
  /// The half-width of the 95 % interval ÷ the mean that was asked for.
  public let halfWidth: Double
  /// The number at which adding replications ended in any case.
  public let most: Int
  /// The number of points that do not reach it.
  public let missing: Int
  /// The replications that would reach it at all points, by the spread so far; nil where that says nothing.
  public let wanted: Int?

  /// Looks at the points of `study`; nil where it asked for no precision, or has it everywhere.
  public init?(_ study: StudyTable) {
    guard let asked = study.precision, let figure = study.figures.named(asked.figure) else { return nil }
    let rule = StoppingRule(halfWidth: asked.halfWidth)
    let missed = study.points.filter { !rule.isMet(by: $0.statistics(figure)) }
    guard !missed.isEmpty else { return nil }
    self.figure = figure
    halfWidth = asked.halfWidth
    most = asked.maxReplications
    missing = missed.count
    let estimates = missed.compactMap { rule.estimate($0.runs.count, $0.statistics(figure)) }
    wanted = estimates.count == missed.count ? estimates.max() : nil
  }
}
