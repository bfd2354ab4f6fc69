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
  /// Whether a run has the table.
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

  public var schema: TableSchema { describe() }

  /// Whether `run` has the table.
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
  /// Those that make the fingerprint, in its order: what happened. A run may lack some.
  public let results: [RunTable<Run>]
  /// Those that are written where a scenario records them (`--record NAME`).
  public let onRequest: [RunTable<Run>]
  /// Those that depend on the machine.
  public let ofMachine: [RunTable<Run>]

  /// Lists the tables of a market.
  public init(
    _ results: [RunTable<Run>], onRequest: [RunTable<Run>] = [], ofMachine: [RunTable<Run>] = []
  ) {
    self.results = results
    self.onRequest = onRequest
    self.ofMachine = ofMachine
  }

  /// What tables there are, whatever runs they are of.
  public var list: TableList {
    TableList(
      fingerprinted: results.map(\.schema), onRequest: onRequest.map(\.schema),
      ofMachine: ofMachine.map(\.schema))
  }

  /// How anyone can recompute the fingerprint of `run`.
  public func recipe(of run: Run) -> Fingerprint.Recipe {
    Fingerprint.Recipe(tables: results.filter { $0.isPart(of: run) }.map(\.name))
  }

  /// Writes the tables of `run` that hang on scenario and seed alone, with the figures that were taken from it.
  ///
  /// - Throws: `TableError.unwritable` where the folder is missing, full or not to be written in.
  /// - Returns: The fingerprint.
  public func writeResults(
    of run: Run, _ identity: RunIdentity, _ figures: Figures, into tables: inout ResultTables
  ) throws(TableError) -> Fingerprint {
    let parts = results.filter { $0.isPart(of: run) }
    for table in parts { try table.write(run, into: &tables) }
    try tables.write(SummaryRow.table, figures.rows.lazy.map { SummaryRow(identity: identity, figure: $0) })
    return tables.fingerprint(of: parts.map(\.schema))
  }

  /// Writes the tables of `run` that were asked for by the names `names`, and those that depend on the machine.
  ///
  /// - Throws: As `writeResults`.
  public func writeOthers(
    of run: Run, asked names: [String], into tables: inout ResultTables
  ) throws(TableError) {
    for table in onRequest where names.contains(table.name) { try table.write(run, into: &tables) }
    for table in ofMachine { try table.write(run, into: &tables) }
  }
}

/// What tables the result folder of a market's run has.
public struct TableList: Sendable {
  /// Those that make the fingerprint, in its order. The summary has a digest of its own in the manifest, so that a new
  /// figure changes no fingerprint.
  public let fingerprinted: [TableSchema]
  /// Those that are written where a scenario records them.
  public let onRequest: [TableSchema]
  /// Those that depend on the machine.
  public let ofMachine: [TableSchema]

  /// All, in the order of the documentation.
  public var all: [TableSchema] { fingerprinted + [SummaryRow.table.schema] + onRequest + ofMachine }

}
