public import JSON5
import Scenario
public import Tables

extension ResultFolder {
  /// Writes all tables of `run`, its timing and its manifest.
  ///
  /// - Parameter extra: `.candidates` and `.events`, where the run was asked to record them.
  /// - Returns: The fingerprint of the results.
  /// - Throws: `TableError.unwritable` where the device is full or fails.
  public func write(
    _ run: FinishedRun, figures: Figures, from origin: Manifest.Origin, extra: [TableSchema] = []
  ) throws(TableError) -> Fingerprint {
    var tables = ResultTables(folder: partial, runID: run.identity.runID)
    try tables.write(run, figures: figures, course: TimeSeries(of: run))
    if extra.contains(.candidates) { try tables.writeCandidates(of: run) }
    if extra.contains(.events) { try tables.writeEvents(of: run) }
    try tables.writeTiming(of: run)
    try write(Manifest(of: run, from: origin, tables: tables).json, as: Self.manifestName)
    return tables.fingerprint
  }

  /// Writes performance.json.
  public func write(_ performance: Performance) throws(TableError) {
    try write(performance.json, as: Performance.fileName)
  }

  /// Writes `json` as the file `name`.
  public func write(_ json: JSON, as name: String) throws(TableError) {
    try AtomicFile.write(json.indented, to: partial + "/" + name)
  }
}
