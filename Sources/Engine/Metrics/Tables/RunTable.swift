public import Tables

/// A table of a market's result folder, with the function that writes its rows for a run.
///
///     RunTable("jobs", ServicesTable.jobs) { run in run.jobs.indices.lazy.map { JobRow($0, run) } }
///
/// Tables are created lazily: a table that is not written is never created, although its name is known.
public struct RunTable<Run>: Sendable {
  /// The file's name without `.csv`.
  public let name: String
  private let describe: @Sendable () -> TableSchema
  private let put: @Sendable (Run, inout ResultTables) throws(TableError) -> Void
  /// Returns whether a run has the table.
  private let isPart: @Sendable (Run) -> Bool

  /// Creates the entry of `table` with the given `name`; `rows` takes its rows from a run, `isPart` decides which
  /// runs have it.
  @inlinable
  public init<Row, Rows: Sequence<Row> & SendableMetatype>(
    _ name: String, _ table: @autoclosure @escaping @Sendable () -> Table<Row>,
    where isPart: @escaping @Sendable (Run) -> Bool = { _ in true },
    rows: @escaping @Sendable (Run) -> Rows
  ) {
    self.init(name, schema: table().schema, where: isPart) { run, tables throws(TableError) in
      try tables.write(table(), rows(run))
    }
  }

  /// Creates the entry of a table with the given `name` and `schema`; `put` writes it for runs accepted by
  /// `isPart`.
  public init(
    _ name: String, schema: @autoclosure @escaping @Sendable () -> TableSchema,
    where isPart: @escaping @Sendable (Run) -> Bool = { _ in true },
    put: @escaping @Sendable (Run, inout ResultTables) throws(TableError) -> Void
  ) {
    self.name = name
    describe = schema
    self.put = put
    self.isPart = isPart
  }

  /// Creates the entry of `table` with the given `name`, restricted to the columns that `columns` keeps for a
  /// run.
  public init<Row, Rows: Sequence<Row> & SendableMetatype>(
    _ name: String, _ table: @autoclosure @escaping @Sendable () -> Table<Row>,
    columns: @escaping @Sendable (Run) -> Table<Row>, rows: @escaping @Sendable (Run) -> Rows
  ) {
    self.init(name, schema: table().schema) { run, tables throws(TableError) in
      try tables.write(columns(run), rows(run))
    }
  }

  /// Returns the same table, restricted to runs also accepted by `isPart`.
  public func only(where isPart: @escaping @Sendable (Run) -> Bool) -> RunTable {
    let isFormerPart = self.isPart
    return RunTable(name, schema: describe(), where: { isFormerPart($0) && isPart($0) }, put: put)
  }

  public var schema: TableSchema { describe() }

  /// Returns whether `run` has the table.
  func isPart(of run: Run) -> Bool { isPart(run) }

  /// Writes the rows of `run`.
  ///
  /// - Throws: `TableError.unwritable` if the folder is missing or not writable, or the device is full.
  public func write(_ run: Run, into tables: inout ResultTables) throws(TableError) { try put(run, &tables) }
}

/// The tables of a market's result folder: the source of files, fingerprint, manifest and dictionary.
///
/// `summary.csv` is common to all markets; it follows the tables of the fingerprint.
public struct RunTables<Run>: Sendable {
  /// The tables in the fingerprint, in order; a run may lack some.
  public let results: [RunTable<Run>]
  /// The tables written if a scenario records them (`--record NAME`).
  public let onRequest: [RunTable<Run>]
  /// The machine-dependent tables.
  public let ofMachine: [RunTable<Run>]

  /// Creates the list of a market's tables.
  public init(
    _ results: [RunTable<Run>], onRequest: [RunTable<Run>] = [], ofMachine: [RunTable<Run>] = []
  ) {
    self.results = results
    self.onRequest = onRequest
    self.ofMachine = ofMachine
  }

  /// The schemas of the tables of any run.
  public var list: TableList {
    TableList(
      fingerprinted: results.map(\.schema), onRequest: onRequest.map(\.schema),
      ofMachine: ofMachine.map(\.schema))
  }

  /// Returns the recipe for recomputing the fingerprint of `run`.
  public func recipe(of run: Run) -> Fingerprint.Recipe {
    Fingerprint.Recipe(tables: results.filter { $0.isPart(of: run) }.map(\.name))
  }
}

extension RunTables where Run: Sendable {
  /// Writes the deterministic tables of `run`, with its computed figures.
  ///
  /// - Throws: `TableError.unwritable` if the folder is missing or not writable, or the device is full.
  /// - Returns: the fingerprint.
  public func writeResults(
    of run: Run, _ identity: RunIdentity, _ figures: Figures, into tables: inout ResultTables
  ) throws(TableError) -> Fingerprint {
    let parts = resultParts(of: run, identity, figures)
    for part in parts.list { try part(&tables) }
    return tables.fingerprint(of: parts.fingerprinted)
  }

  /// Writes the tables of `run` requested by `names`, and the machine-dependent ones.
  ///
  /// - Throws: the same errors as `writeResults`.
  public func writeOthers(
    of run: Run, asked names: [String], into tables: inout ResultTables
  ) throws(TableError) {
    for part in otherParts(of: run, asked: names) { try part(&tables) }
  }

  /// Writes the tables of `writeResults` and `writeOthers`, `threads` at a time; the files do not depend on that
  /// number.
  ///
  /// - Throws: the same errors as `writeResults`.
  /// - Returns: the fingerprint.
  public func writeAll(
    of run: Run, _ identity: RunIdentity, _ figures: Figures, asked names: [String], threads: Int,
    into tables: inout ResultTables
  ) throws(TableError) -> Fingerprint {
    let parts = resultParts(of: run, identity, figures)
    try tables.writeAtOnce(parts.list + otherParts(of: run, asked: names), threads: threads)
    return tables.fingerprint(of: parts.fingerprinted)
  }

  /// A function that writes one table.
  private typealias Part = @Sendable (inout ResultTables) throws(TableError) -> Void

  private func resultParts(
    of run: Run, _ identity: RunIdentity, _ figures: Figures
  ) -> (list: [Part], fingerprinted: [TableSchema]) {
    let parts = results.filter { $0.isPart(of: run) }
    let summary: Part = { tables throws(TableError) in
      try tables.write(
        SummaryRow.table, figures.rows.lazy.map { SummaryRow(identity: identity, figure: $0) })
    }
    return (parts.map { Self.part($0, run) } + [summary], parts.map(\.schema))
  }

  private func otherParts(of run: Run, asked names: [String]) -> [Part] {
    (onRequest.filter { names.contains($0.name) } + ofMachine).map { Self.part($0, run) }
  }

  private static func part(_ table: RunTable<Run>, _ run: Run) -> Part {
    { tables throws(TableError) in try table.write(run, into: &tables) }
  }
}

/// The schemas of the tables in a market's result folder.
public struct TableList: Sendable {
  /// The tables in the fingerprint, in order. The summary has a separate digest in the manifest, so that a new
  /// figure does not change fingerprints.
  public let fingerprinted: [TableSchema]
  /// The tables written if a scenario records them.
  public let onRequest: [TableSchema]
  /// The machine-dependent tables.
  public let ofMachine: [TableSchema]

  /// All tables, in documentation order.
  public var all: [TableSchema] { fingerprinted + [SummaryRow.table.schema] + onRequest + ofMachine }

}

/// A row of summary.csv: one figure of a run.
public struct SummaryRow: Sendable {
  let identity: RunIdentity
  let figure: Figures.Row
}

/// The columns of summary.csv that are also used for reading it.
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
    "value", "The value, with as many decimals as its unit has, or 6 for fractions of counts."
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
