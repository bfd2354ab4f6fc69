public import Tables

/// A figure of a run.
public struct SummaryRow: Sendable {
  let identity: RunIdentity
  let figure: Figures.Row
}

/// The columns of summary.csv used to read it again.
public enum SummaryColumn {
  public static let seed = Column<SummaryRow>.seed { $0.identity.seed }
  public static let replication = Column<SummaryRow>.integer(
    "replication", .identifier, "The replication number, from 0."
  ) { $0.identity.replication }
  public static let metric = Column<SummaryRow>.metric { $0.figure.metric }
  public static let statistic = Column<SummaryRow>.word(
    "statistic",
    "The statistic: value, or a statistic of a distribution; see the list of statistics."
  ) { $0.figure.statistic }
  public static let value = Column<SummaryRow>.figure(
    "value", "The number, with the decimals of its unit, or 6 for fractions of counts."
  ) {
    ($0.figure.value, $0.figure.decimals)
  }
}

extension SummaryRow {
  /// The table with a row per metric and statistic, in all markets.
  public static let table = Table<SummaryRow>(
    "summary", "A row per figure and statistic; those that do not apply have no row.",
    key: [SummaryColumn.metric, SummaryColumn.statistic].map(\.schema.name), constant: .runID,
    columns: [
      .text("scenario", "The scenario's name.") { $0.identity.scenario },
      SummaryColumn.seed, SummaryColumn.replication, SummaryColumn.metric, SummaryColumn.statistic,
      SummaryColumn.value,
      .word("unit", "The unit of the number; `count` for the statistic count.") { $0.figure.unit },
    ])
}
