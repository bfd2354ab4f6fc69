public import Tables

/// A figure of a run.
public struct SummaryRow: Sendable {
  let identity: RunIdentity
  let figure: Figures.Row
}

extension RunTable {
  /// A row per metric and statistic.
  public static let summary = Table<SummaryRow>(
    "summary", "A row per metric and statistic; what does not apply has no row.",
    key: ["metric", "statistic"], constant: .runID,
    columns: [
      .text("scenario", "The scenario's name.") { $0.identity.scenario },
      .seed { $0.identity.seed },
      .integer("replication", .identifier, "The replication, counted from 0.") { $0.identity.replication },
      .text("metric", "The figure; see the list of metrics.") { $0.figure.metric.name },
      .word(
        "statistic",
        "Which number of it: value, or a statistic of a distribution; see the list of statistics."
      ) { $0.figure.statistic },
      .figure("value", "The number, with the decimals of its unit.") {
        ($0.figure.value, $0.figure.unit.decimals)
      },
      .word("unit", "What the number is counted in; count for the statistic count.") { $0.figure.unit },
    ])
}
