import Hindsight
public import Metrics
import Models
import Quantities
import Simulation
import Statistics
import Tables

extension Metric {
  public static let hindsightRate = Metric(
    "hindsight_rate", .ratio, over: .settled,
    title: "Match rate in hindsight",
    "Settled requests servable with perfect information and one request per driver (exact) ÷ settled requests.",
    elsewhere: "The static optimum of Agatz and others (doi:10.1016/j.trb.2011.05.017).")

  public static let hindsightBoundRate = Metric(
    "hindsight_bound_rate", .ratio, over: .settled,
    title: "Bound on the match rate in hindsight",
    "Settled requests servable with perfect information and as many requests per driver as fit ÷ settled requests: an upper bound "
      + "that may not be attainable.")

  public static let regret = Metric(
    "regret", .ratio, over: .settled, better: .lowerIsBetter,
    "hindsight_bound_rate − service_rate: an upper bound on the regret.")

  public static let regretAtLeast = Metric(
    "regret_at_least", .ratio, over: .settled, better: .lowerIsBetter,
    "hindsight_rate − service_rate, or 0 if more were served than with one request per driver: a lower bound on the"
      + " regret."
  )

  public static let announcedRate = Metric(
    "announced_rate", .ratio, over: .settled,
    "Settled requests servable, with one request per driver, by pairs still feasible when both were"
      + " announced ÷ settled requests: the optimum without advance information.")

  public static let lostToCommitment = Metric(
    "lost_to_commitment_rate", .ratio, over: .settled, better: .lowerIsBetter,
    "announced_rate − service_rate, or 0 if more were served: the loss from pairs binding before the end of the day, and"
      + " from limits and answers that hindsight ignores.",
    elsewhere:
      "The part of the gap between a rolling horizon and the static optimum of Agatz and others that is not due to lack of"
      + " information (doi:10.1016/j.trb.2011.05.017).")

  public static let lostKilometres = Metric(
    "lost_to_commitment_km", .kilometres, over: .vehicles, better: .lowerIsBetter,
    "The maximum kilometres that such pairs could have saved − vkt_saved_km, or 0 if more were saved.")
}

extension CarpoolFigure {
  static let ofHindsight = [
    Self(.hindsightRate, .number { totals in totals.best(\.oneEach) }),
    Self(.hindsightBoundRate, .number { totals in totals.best(\.several) }),
    Self(.regret, .number { totals in totals.missed(\.several) }),
    Self(.regretAtLeast, .number { totals in totals.missed(\.oneEach).map { max(0, $0) } }),
  ]

  static let ofOneRider = [
    Self(.announcedRate, .number { totals in totals.best { $0.announced?.served } }),
    Self(
      .lostToCommitment, .number { totals in totals.missed { $0.announced?.served }.map { max(0, $0) } }),
    Self(
      .lostKilometres,
      .number { totals in
        totals.hindsight?.announced.map { max(0, $0.savedMetres - totals.savedMetres) / 1_000 }
      }),
  ]
}

extension RunTotals {
  /// Returns the share of settled requests that could have been served according to `count`; nil if not computed.
  fileprivate func best(_ count: (Hindsight) -> Int?) -> Double? {
    hindsight.flatMap(count).flatMap { Self.share($0, of: settled) }
  }

  fileprivate func missed(_ count: (Hindsight) -> Int?) -> Double? {
    hindsight.flatMap(count).flatMap { Self.share($0 - outcomes[.served], of: settled) }
  }
}

extension Feature<CarpoolRun> {
  /// The hindsight feature: the perfect-information optimum is computed.
  static var hindsight: Self {
    Feature(
      ["results", "hindsight"], isPart: { $0.hindsight != nil }, extras: CarpoolFigure.ofHindsight,
      summary: { _, figures in [Placed(.init("hindsight", figures.best), after: "coverage")] })
  }

  /// The one-rider feature: the optimum with at most one passenger per driver is computed.
  static var oneRider: Self {
    Feature(
      ["matching", "batch", "riders"], isPart: { $0.hindsight?.announced != nil },
      extras: CarpoolFigure.ofOneRider)
  }
}

extension Figures {
  fileprivate var best: String? {
    guard let one = self[.hindsightRate], let several = self[.hindsightBoundRate],
      let least = self[.regretAtLeast], let most = self[.regret]
    else { return nil }
    return SummaryText.joined([
      "\(Words.tenths(ofPercent: one)) could be served, a request for each driver",
      "at most \(Words.tenths(ofPercent: several)), if cars take several",
      "missed \(Words.tenths(ofPercent: least)) to \(Words.tenths(ofPercent: most))",
    ])
  }
}
