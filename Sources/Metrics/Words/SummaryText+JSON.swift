public import JSON5
import Simulation
import Tables

extension SummaryText {
  /// The same figures for programs, with the decimals of their units; what does not apply is left out.
  public var json: JSON {
    .object(
      [
        .init("run_id", .text(identity.runID)),
        .init("scenario", .text(identity.scenario)),
        .init("seed", .integer(Int128(identity.seed))),
        .init("replication", .integer(Int128(identity.replication))),
        .init("attempts_per_cycle", .integer(Int128(attemptsPerCycle))),
        .init("outcomes", outcomes),
        .init("metrics", metrics),
      ]
        + (startUp.map { [.init("warm_up", $0.course.json(warmUp: $0.warmUp))] } ?? [])
        + (fingerprint.map { [.init("fingerprint", .text($0.text))] } ?? [])
        + (performance.map { [.init("performance", $0.json)] } ?? []))
  }

  private var outcomes: JSON {
    .object(
      RequestOutcome.allCases.map { .init($0.rawValue, .integer(Int128(figures.count($0)))) })
  }

  private var metrics: JSON {
    .object(
      Metric.all.compactMap { metric in
        metric.isDistribution
          ? .init(metric.name, distribution(metric))
          : figures[metric].map { .init(metric.name, Self.number($0, metric.unit)) }
      })
  }

  private func distribution(_ metric: Metric) -> JSON {
    .object(
      metric.statistics.compactMap { statistic in
        figures[metric, statistic].map {
          .init(statistic.rawValue, Self.number($0, statistic == .count ? .count : metric.unit))
        }
      })
  }

  private static func number(_ value: Double, _ unit: Unit) -> JSON {
    unit == .count ? .integer(Int128(value)) : .rounded(value, decimals: unit.decimals)
  }
}
