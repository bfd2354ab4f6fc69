public import Metrics
import Quantities
import Statistics
import Tables

/// The figures of outages, over a market's settled requests.
public struct OutageMetrics: Sendable {
  public let outages: Metric
  public let share: Metric
  public let matchRate: Metric

  /// Creates the figures over `settled`.
  ///
  /// - Parameter requests: the market's word for requests, as *jobs*.
  public init(over settled: Metric.Population, _ requests: String) {
    outages = Metric(
      "outages", .count, over: settled, better: .lowerIsBetter,
      "Outages of the service that began before the run ended.")
    share = Metric(
      "outage_share", .ratio, over: settled, better: .lowerIsBetter,
      "Settled \(requests) with an attempt due during an outage ÷ settled \(requests).")
    matchRate = Metric(
      "outage_match_rate", .ratio, over: settled, better: .higherIsBetter,
      "Settled \(requests) with an attempt due during an outage that were matched at least once ÷ those with such an attempt."
    )
  }
}

extension OutageMetrics {
  /// Returns the words of a summary on outages; nil for a run without.
  public func words(of figures: Figures, _ requests: String) -> String? {
    guard let count = figures[outages] else { return nil }
    let met = figures[share].map { ["\(Words.tenths(ofPercent: $0)) of the \(requests) met one"] } ?? []
    let matched = figures[matchRate].map { ["\(Words.tenths(ofPercent: $0)) of these matched"] } ?? []
    return SummaryText.joined([Words.plural(Int(count), "outage")] + met + matched)
  }
}
