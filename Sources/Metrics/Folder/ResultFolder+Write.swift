public import JSON5
public import Tables

extension ResultFolder {
  /// Writes all tables of `run`, its timing and its manifest.
  ///
  /// - Parameter extra: `tracks`, `candidates` and `events`, where the run was asked to record them.
  /// - Returns: The fingerprint of the results.
  /// - Throws: `ResultFolderError.unwritable` where the device is full or fails.
  public func write(
    _ run: FinishedRun, figures: Figures, from origin: Manifest.Origin, extra: [TableSchema] = []
  ) throws(ResultFolderError) -> Fingerprint {
    let tables = try named { () throws(TableError) in
      try writeTables(run, figures, extra)
    }
    try write(Manifest(of: run, from: origin, tables: tables).json, as: Self.manifestName)
    return tables.fingerprint
  }

  private func writeTables(
    _ run: FinishedRun, _ figures: Figures, _ extra: [TableSchema]
  ) throws(TableError) -> ResultTables {
    var tables = ResultTables(folder: partial, runID: run.identity.runID)
    try tables.write(run, figures: figures, course: TimeSeries(of: run))
    // Tables are made when they are first looked at: those that a run does not record, not for their names alone.
    if !extra.isEmpty {
      if extra.contains(RunTable.tracks.schema) { try tables.writeTracks(of: run) }
      if extra.contains(RunTable.candidates.schema) { try tables.writeCandidates(of: run) }
      if extra.contains(RunTable.events.schema) { try tables.writeEvents(of: run) }
    }
    try tables.writeTiming(of: run)
    return tables
  }

  /// Writes performance.json.
  public func write(_ performance: Performance) throws(ResultFolderError) {
    try write(performance.json, as: Performance.fileName)
  }

  /// Writes `json` as the file `name`.
  public func write(_ json: JSON, as name: String) throws(ResultFolderError) {
    try named { () throws(TableError) in try AtomicFile.write(json.indented, to: partial + "/" + name) }
  }

  /// Does `body`, which writes into the hidden folder, that the user knows nothing of: what it throws names the final one.
  private func named<Result>(
    _ body: () throws(TableError) -> Result
  ) throws(ResultFolderError) -> Result {
    do {
      return try body()
    } catch {
      guard case .unwritable(_, let reason) = error else { preconditionFailure("\(error)") }
      throw .unwritable(path: path, reason: reason)
    }
  }
}
