import Hindsight
public import Metrics
import Quantities
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

  public static let announcedRate = Metric(
    "announced_rate", .ratio, over: .settled,
    "Settled requests that could have been served, a request for each driver, by pairs that were still possible when both were"
      + " announced ÷ settled requests: what nobody has to know beforehand.")

  public static let lostToCommitment = Metric(
    "lost_to_commitment_rate", .ratio, over: .settled, better: .lowerIsBetter,
    "announced_rate − service_rate, or 0 where more were served: what was missed because pairs bound before the day was over, and"
      + " by limits and answers that hindsight does not have.",
    elsewhere:
      "The part of the gap between a rolling horizon and the static optimum of Agatz and others that is not for lack of"
      + " information (doi:10.1016/j.trb.2011.05.017).")

  public static let lostKilometres = Metric(
    "lost_to_commitment_km", .kilometres, over: .vehicles, better: .lowerIsBetter,
    "The most kilometres that those pairs could have saved − vkt_saved_km, or 0 where more were saved.")
}

extension CarpoolFigure {
  static let ofHindsight =
    [
      Self(.hindsightRate, .number { totals in totals.best(\.oneEach) }),
      Self(.hindsightBoundRate, .number { totals in totals.best(\.several) }),
      Self(.regret, .number { totals in totals.missed(\.several) }),
      Self(.regretAtLeast, .number { totals in totals.missed(\.oneEach).map { max(0, $0) } }),
    ].map { $0.needing([.hindsight]) }
    + [
      Self(.announcedRate, .number { totals in totals.best { $0.announced?.served } }),
      Self(
        .lostToCommitment, .number { totals in totals.missed { $0.announced?.served }.map { max(0, $0) } }),
      Self(
        .lostKilometres,
        .number { totals in
          totals.hindsight?.announced.map { max(0, $0.savedMetres - totals.savedMetres) / 1_000 }
        }),
    ].map { $0.needing([.oneRider]) }
}

extension RunTotals {
  /// Returns the share of settled requests that could have been served according to `count`; nil if it is not
  /// known.
  fileprivate func best(_ count: (Hindsight) -> Int?) -> Double? {
    hindsight.flatMap(count).flatMap { Self.share($0, of: settled) }
  }

  fileprivate func missed(_ count: (Hindsight) -> Int?) -> Double? {
    hindsight.flatMap(count).flatMap { Self.share($0 - outcomes[.served], of: settled) }
  }
}
