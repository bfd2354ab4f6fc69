import Market
import Quantities
import Simulation
public import Tables

/// The deterministic tables of a run as they are written into a folder, and what is known of them afterwards.
public struct ResultTables: Sendable {
  /// The tables that make the fingerprint, in its order: those of events. The summary has a digest of its own in the
  /// manifest, so that a new figure changes no fingerprint.
  public static let fingerprinted: [TableSchema] = [.requests, .attempts, .drivers, .stops, .timeseries]

  /// The rows and the digest of each table written, in the order of writing.
  public private(set) var receipts: [(table: TableSchema, receipt: TableFile.Receipt)] = []
  private let folder: String?
  private let runID: String

  /// Prepares to write into the existing folder `folder`; nil writes no file, for the fingerprint alone.
  public init(folder: String?, runID: String) {
    self.folder = folder
    self.runID = runID
  }

  /// Writes the six tables of `run`, with the figures that were taken from it.
  ///
  /// - Throws: `TableError.unwritable` where the folder is missing, full or not to be written in.
  /// - Complexity: linear in requests, attempts, drivers, stops and intervals.
  public mutating func write(_ run: FinishedRun, figures: Figures, course: TimeSeries) throws(TableError) {
    try write(.requests) { table throws(TableError) in try run.writeRequests(into: &table) }
    try write(.attempts) { table throws(TableError) in try run.writeAttempts(into: &table) }
    try write(.drivers) { table throws(TableError) in try run.writeDrivers(into: &table) }
    try write(.stops) { table throws(TableError) in try run.writeStops(into: &table) }
    try write(.timeseries) { table throws(TableError) in try course.write(into: &table) }
    try write(.summary) { table throws(TableError) in
      try figures.write(into: &table, identity: run.identity)
    }
  }

  /// Writes `timing.csv`, which depends on the machine.
  public mutating func writeTiming(of run: FinishedRun) throws(TableError) {
    try write(.timing) { table throws(TableError) in try run.writeTiming(into: &table) }
  }

  /// Writes `candidates.csv`, of which the records hold something only where a run was asked for it.
  public mutating func writeCandidates(of run: FinishedRun) throws(TableError) {
    try write(.candidates) { table throws(TableError) in try run.writeCandidates(into: &table) }
  }

  /// Writes `events.csv`, likewise.
  public mutating func writeEvents(of run: FinishedRun) throws(TableError) {
    try write(.events) { table throws(TableError) in try run.writeEvents(into: &table) }
  }

  /// Writes one table by `body`; its run_id column, where it has one, comes by itself.
  mutating func write(
    _ schema: TableSchema, _ body: (inout TableFile) throws(TableError) -> Void
  ) throws(TableError) {
    let path = folder.map { $0 + "/" + schema.fileName }
    let hasRunID = schema.columns.first == .runID
    var table = try TableFile(
      path: path, columns: Array(schema.columnNames.dropFirst(hasRunID ? 1 : 0)),
      constant: hasRunID ? (Column.runID.name, runID) : nil)
    try body(&table)
    receipts.append((schema, try table.close()))
  }

  /// The fingerprint of the tables written: equal scenarios and seeds have equal ones.
  ///
  /// - Precondition: those tables have been written.
  public var fingerprint: Fingerprint {
    Fingerprint(
      digests: Self.fingerprinted.map { schema in
        guard let entry = receipts.first(where: { $0.table.name == schema.name }) else {
          preconditionFailure("\(schema.fileName) has not been written")
        }
        return (schema.name, entry.receipt.sha256)
      })
  }
}
