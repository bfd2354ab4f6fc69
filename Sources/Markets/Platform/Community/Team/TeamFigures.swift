public import Metrics
public import Quantities
import Statistics
import Tables

/// The figures of decisions by staff.
public struct TeamMetrics: Sendable {
  /// The metric for the time from the arrival of a case to its decision.
  public let time: Metric
  /// The share of decided cases that are refused.
  public let refused: Metric
  /// The share of the team's working time spent on cases.
  public let utilisation: Metric

  /// Returns the metrics of applications for verification.
  public static func ofApplications(over population: Metric.Population) -> Self {
    Self(
      time: Metric(
        "application_s", .seconds, over: population, better: .lowerIsBetter, isDistribution: true,
        "The time from an application to the decision, for applications decided before the end of the run."),
      refused: Metric(
        "applications_refused", .ratio, over: population, better: .lowerIsBetter,
        "Refused applications ÷ applications decided before the end of the run."),
      utilisation: Metric(
        "application_utilisation", .ratio, over: population,
        "Working time spent on applications ÷ working hours of the team, until the end of the run; absent without a team."
      ))
  }

  /// Returns the metrics of reviews.
  public static func ofModeration(over population: Metric.Population) -> Self {
    Self(
      time: Metric(
        "moderation_s", .seconds, over: population, better: .lowerIsBetter, isDistribution: true,
        "The time from the writing of a review to the decision, for reviews decided before the end of the run."
      ),
      refused: Metric(
        "reviews_rejected", .ratio, over: population, better: .lowerIsBetter,
        "Rejected reviews ÷ reviews decided before the end of the run."),
      utilisation: Metric(
        "moderation_utilisation", .ratio, over: population,
        "Working time spent on reviews ÷ working hours of the moderators, until the end of the run."))
  }
}

/// The totals from which a team's figures are computed.
public struct TeamTotals: Sendable {
  /// The seconds from arrival to decision, for cases decided in the run.
  public var spans: [Double] = []
  public var refused = 0
  /// The team's utilisation; nil without a team, or if it had no working time.
  public var utilisation: Double?

  /// Sums up `cases`, counting those decided by `end`, in a run that begins `phase` after midnight on a Monday.
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
  /// Returns the summary text on decided cases: `1,204 applications`, the share refused and the median time; nil if
  /// there were none.
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
