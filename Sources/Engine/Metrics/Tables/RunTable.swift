public import Tables

/// A table of a market's result folder: what it is, and how its rows are written for a run.
///
///     RunTable("jobs", ServicesTable.jobs) { run in run.jobs.indices.lazy.map { JobRow($0, run) } }
///
/// Tables are made when they are first looked at: those that a run does not record, not for their names alone.
public struct RunTable<Run>: Sendable {
  /// The file's name without `.csv`.
  public let name: String
  private let describe: @Sendable () -> TableSchema
  private let put: @Sendable (Run, inout ResultTables) throws(TableError) -> Void
  /// Tells whether a run has the table.
  private let isPart: @Sendable (Run) -> Bool

  /// Lists `table`, which is called `name`, whose rows `rows` takes from a run, and which runs have of which `isPart` holds.
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

  /// Lists the table of `schema`, which is called `name` and which `put` writes for runs of which `isPart` holds.
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

  /// Lists `table`, which is called `name`, and of which a run has those columns that `columns` leaves.
  public init<Row, Rows: Sequence<Row> & SendableMetatype>(
    _ name: String, _ table: @autoclosure @escaping @Sendable () -> Table<Row>,
    columns: @escaping @Sendable (Run) -> Table<Row>, rows: @escaping @Sendable (Run) -> Rows
  ) {
    self.init(name, schema: table().schema) { run, tables throws(TableError) in
      try tables.write(columns(run), rows(run))
    }
  }

  /// The same table, of runs of which `isPart` holds too.
  public func only(where isPart: @escaping @Sendable (Run) -> Bool) -> RunTable {
    let isFormerPart = self.isPart
    return RunTable(name, schema: describe(), where: { isFormerPart($0) && isPart($0) }, put: put)
  }

  public var schema: TableSchema { describe() }

  /// Tells whether `run` has the table.
  func isPart(of run: Run) -> Bool { isPart(run) }

  /// Writes the rows of `run`.
  ///
  /// - Throws: `TableError.unwritable` where the folder is missing, full or not to be written in.
  public func write(_ run: Run, into tables: inout ResultTables) throws(TableError) { try put(run, &tables) }
}

/// The tables of a market's result folder, each listed once: files, fingerprint, manifest and dictionary follow.
///
/// `summary.csv` is every market's; it stands behind those that make the fingerprint.
public struct RunTables<Run>: Sendable {
  /// The tables that make the fingerprint, in its order: what happened. A run may lack some.
  public let results: [RunTable<Run>]
  /// The tables that are written where a scenario records them (`--record NAME`).
  public let onRequest: [RunTable<Run>]
  /// The tables that depend on the machine.
  public let ofMachine: [RunTable<Run>]

  /// Lists the tables of a market.
  public init(
    _ results: [RunTable<Run>], onRequest: [RunTable<Run>] = [], ofMachine: [RunTable<Run>] = []
  ) {
    self.results = results
    self.onRequest = onRequest
    self.ofMachine = ofMachine
  }

  /// The available tables, whatever runs they are of.
  public var list: TableList {
    TableList(
      fingerprinted: results.map(\.schema), onRequest: onRequest.map(\.schema),
      ofMachine: ofMachine.map(\.schema))
  }

  /// A recipe for recomputing the fingerprint of `run`.
  public func recipe(of run: Run) -> Fingerprint.Recipe {
    Fingerprint.Recipe(tables: results.filter { $0.isPart(of: run) }.map(\.name))
  }
}

extension RunTables where Run: Sendable {
  /// Writes the tables of `run` that depend on scenario and seed alone, with the figures that were taken from it.
  ///
  /// - Throws: `TableError.unwritable` where the folder is missing, full or not to be written in.
  /// - Returns: The fingerprint.
  public func writeResults(
    of run: Run, _ identity: RunIdentity, _ figures: Figures, into tables: inout ResultTables
  ) throws(TableError) -> Fingerprint {
    let parts = resultParts(of: run, identity, figures)
    for part in parts.list { try part(&tables) }
    return tables.fingerprint(of: parts.fingerprinted)
  }

  /// Writes the tables of `run` that were asked for by the names `names`, and those that depend on the machine.
  ///
  /// - Throws: As `writeResults`.
  public func writeOthers(
    of run: Run, asked names: [String], into tables: inout ResultTables
  ) throws(TableError) {
    for part in otherParts(of: run, asked: names) { try part(&tables) }
  }

  /// Writes what `writeResults` and `writeOthers` write, `threads` tables at a time; their bytes do not depend on how
  /// many that are.
  ///
  /// - Throws: As `writeResults`.
  /// - Returns: The fingerprint.
  public func writeAll(
    of run: Run, _ identity: RunIdentity, _ figures: Figures, asked names: [String], threads: Int,
    into tables: inout ResultTables
  ) throws(TableError) -> Fingerprint {
    let parts = resultParts(of: run, identity, figures)
    try tables.writeAtOnce(parts.list + otherParts(of: run, asked: names), threads: threads)
    return tables.fingerprint(of: parts.fingerprinted)
  }

  /// The writer of one table.
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

/// The tables that the result folder of a market's run has.
public struct TableList: Sendable {
  /// The tables that make the fingerprint, in its order. The summary has a digest of its own in the manifest, so that a
  /// new figure changes no fingerprint.
  public let fingerprinted: [TableSchema]
  /// The tables that are written where a scenario records them.
  public let onRequest: [TableSchema]
  /// The tables that depend on the machine.
  public let ofMachine: [TableSchema]

  /// All, in the order of the documentation.
  public var all: [TableSchema] { fingerprinted + [SummaryRow.table.schema] + onRequest + ofMachine }

}
