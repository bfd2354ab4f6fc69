public import Metrics
public import Quantities
import Statistics
import Tables

/// The figures of what people of the service decide.
public struct TeamMetrics: Sendable {
  /// The metric of the time from the coming of a case to its decision.
  public let time: Metric
  /// The share of decided cases that are turned down.
  public let refused: Metric
  /// The share of the team's working time in which it works.
  public let utilisation: Metric

  /// Returns the metrics of applications to be verified.
  public static func ofApplications(over population: Metric.Population) -> Self {
    Self(
      time: Metric(
        "application_s", .seconds, over: population, better: .lowerIsBetter, isDistribution: true,
        "From an application to be verified to the decision, of those decided before the run's end."),
      refused: Metric(
        "applications_refused", .ratio, over: population, better: .lowerIsBetter,
        "Applications that were refused ÷ applications decided before the run's end."),
      utilisation: Metric(
        "application_utilisation", .ratio, over: population,
        "Working time spent on applications ÷ working time of the people who decide, until the run's end; not there without a team."
      ))
  }

  /// Returns the metrics of reviews.
  public static func ofModeration(over population: Metric.Population) -> Self {
    Self(
      time: Metric(
        "moderation_s", .seconds, over: population, better: .lowerIsBetter, isDistribution: true,
        "From the writing of a review to the decision on it, of those decided before the run's end."),
      refused: Metric(
        "reviews_rejected", .ratio, over: population, better: .lowerIsBetter,
        "Reviews that were rejected ÷ reviews decided before the run's end."),
      utilisation: Metric(
        "moderation_utilisation", .ratio, over: population,
        "Working time spent on reviews ÷ working time of the people who look at them, until the run's end."))
  }
}

/// The totals from which these figures are made.
public struct TeamTotals: Sendable {
  /// Seconds from coming to the decision, of the cases decided in the run.
  public var spans: [Double] = []
  public var refused = 0
  /// Nil without a team, or where it has not worked yet.
  public var utilisation: Double?

  /// Sums up `cases`, of which those count that are decided until `end`, in a run that begins `phase` after a Monday.
  public init(
    _ cases: [(way: TeamCase, isRefused: Bool)], by rules: TeamRules?, until end: Milliseconds,
    phase: Milliseconds
  ) {
    for decided in cases where decided.way.decided <= end {
      spans.append(decided.way.span.seconds)
      if decided.isRefused { refused += 1 }
    }
    utilisation = rules?.utilisation(of: cases.lazy.map(\.way), until: end, phase: phase)
  }
}

extension Figures {
  /// Returns the words of a summary on cases that were decided: `1,204 applications`, how many were `refused`, how long it
  /// took; nil if there was none.
  public func words(of metrics: TeamMetrics, _ noun: String, _ refusal: String) -> String? {
    guard let median = self[metrics.time, .median], let refused = self[metrics.refused],
      let count = self[metrics.time, .count]
    else { return nil }
    let busy =
      self[metrics.utilisation].map { ["\(Words.tenths(ofPercent: $0)) of the team's hours at work"] } ?? []
    return SummaryText.joined(
      [
        Words.plural(Int(count), noun) + " decided", "\(Words.tenths(ofPercent: refused)) \(refusal)",
        "median \(Words.span(median))",
      ] + busy)
  }
}
