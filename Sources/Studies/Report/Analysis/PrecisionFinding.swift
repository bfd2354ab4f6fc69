public import Metrics
import Scenario
import Statistics

/// The missing precision of a study with a target for a figure.
public struct PrecisionFinding: Sendable {
  public let figure: FigureColumn
  /// The required half-width of the 95 % interval ÷ the mean.
  public let halfWidth: Double
  /// The maximum number of replications.
  public let most: Int
  /// The number of points that miss the target.
  public let missing: Int
  /// The estimated number of replications for the target at all points; nil if unknown.
  public let wanted: Int?

  /// Evaluates the points of `study`; nil if there is no target, or it is reached everywhere.
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
