public import Metrics
import Simulation
import Statistics
import Tables

extension Metric.Population {
  static let pairs = Self(
    "pairs", "Pairs that windows made, over the whole run; only with `matching.batch.commit` `latest`.")
}

extension Metric {
  public static let requestsPerWindow = Metric(
    "requests_per_window", .ratio, over: .windows, isDistribution: true, isShare: false,
    "Requests decided together per window with a request, over the whole run.")

  public static let pairsPerAttempt = Metric(
    "pairs_per_attempt", .ratio, over: .decisions, isShare: false,
    "Candidates ÷ attempts: pairs of an attempt and a candidate of its policy, over the whole run; under"
      + " `insertion` all drivers into whose plan the request fits.")

  public static let blockingPairs = Metric(
    "blocking_pairs_per_attempt", .ratio, over: .decisions, better: .lowerIsBetter, isShare: false,
    "Blocking pairs, that is, pairs of a passenger and a driver decided together who would both have preferred each other ÷"
      + " attempts; for a request decided alone, the candidates that the passenger would have preferred. Ties block nothing.",
    elsewhere: "Wang, Agatz and Erera (doi:10.1287/trsc.2017.0768) count them per window.")

  public static let provisionalPairs = Metric(
    "provisional_pairs", .count, over: .pairs, "Provisional pairs formed by windows before binding.")

  public static let provisionalBroken = Metric(
    "provisional_broken_ratio", .ratio, over: .pairs,
    "Pairs that a later window replaced or dissolved ÷ provisional_pairs.")
}

extension CarpoolFigure {
  static let ofBatch = [
    Self(.requestsPerWindow, .sample { $0.batch?.windows.map { Double($0.requests) } ?? [] }),
    Self(.pairsPerAttempt, .number { $0.batch.flatMap { RunTotals.share($0.pairs, of: $0.decided) } }),
    Self(.blockingPairs, .number { $0.batch.flatMap { RunTotals.share($0.blockingPairs, of: $0.decided) } }),
  ].map { $0.needing([.batch]) }

  static let ofProvisional = [
    Self(.provisionalPairs, .number { $0.provisional.map { Double($0.count) } }),
    Self(
      .provisionalBroken,
      .number { totals in
        totals.provisional.flatMap { pairs in
          RunTotals.share(pairs.count { $0.fate == .replaced || $0.fate == .dissolved }, of: pairs.count)
        }
      }),
  ].map { $0.needing([.provisional]) }
}
