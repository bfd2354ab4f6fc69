import Hindsight
public import Metrics
import Simulation
import Statistics
import Tables

extension Metric {
  public static let hindsightRate = Metric(
    "hindsight_rate", .ratio, over: .settled,
    "Settled requests that perfect information could have had served, a request for each driver: exact ÷ settled requests.",
    elsewhere: "The static optimum of Agatz and others (doi:10.1016/j.trb.2011.05.017).")

  public static let hindsightBoundRate = Metric(
    "hindsight_bound_rate", .ratio, over: .settled,
    "The same where a car takes as many as fit: no plan serves more, and the best plan may serve fewer.")

  public static let regret = Metric(
    "regret", .ratio, over: .settled, better: .lowerIsBetter,
    "hindsight_bound_rate − service_rate: an upper bound on what was missed.")

  public static let regretAtLeast = Metric(
    "regret_at_least", .ratio, over: .settled, better: .lowerIsBetter,
    "hindsight_rate − service_rate, or 0 where more were served than with one request per driver: a lower bound on what"
      + " was missed."
  )
}

extension CarpoolFigure {
  static let ofHindsight = [
    Self(.hindsightRate, .number { totals in totals.best(\.oneEach) }),
    Self(.hindsightBoundRate, .number { totals in totals.best(\.several) }),
    Self(.regret, .number { totals in totals.missed(\.several) }),
    Self(.regretAtLeast, .number { totals in totals.missed(\.oneEach).map { max(0, $0) } }),
  ].map { $0.needing([.hindsight]) }
}

extension RunTotals {
  /// The share of the settled requests that could have been served by `count`.
  fileprivate func best(_ count: KeyPath<Hindsight, Int>) -> Double? {
    hindsight.flatMap { Self.share($0[keyPath: count], of: settled) }
  }

  fileprivate func missed(_ count: KeyPath<Hindsight, Int>) -> Double? {
    hindsight.flatMap { Self.share($0[keyPath: count] - (outcomes[.served] ?? 0), of: settled) }
  }
}
