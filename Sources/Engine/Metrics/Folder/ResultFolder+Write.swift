public import JSON5
public import Tables

extension ResultFolder {
  /// Writes the tables of `body` and their manifest to this folder.
  ///
  /// - Returns: the fingerprint of the results.
  /// - Throws: `ResultFolderError.unwritable` if the device is full or fails.
  public func write(
    _ subject: Manifest.Subject, from origin: Manifest.Origin, recipe: Fingerprint.Recipe,
    tables body: (inout ResultTables) throws(TableError) -> Fingerprint
  ) throws(ResultFolderError) -> Fingerprint {
    var tables = ResultTables(folder: partial, runID: subject.identity.runID)
    let fingerprint = try named { () throws(TableError) in try body(&tables) }
    let manifest = Manifest(
      of: subject, from: origin, tables: tables, fingerprint: fingerprint, recipe: recipe)
    try write(manifest.json, as: Self.manifestName)
    return fingerprint
  }

  /// Writes performance.json, after everything else: it seals the files without a digest in the manifest.
  public func write(_ performance: Performance) throws(ResultFolderError) {
    try named { () throws(TableError) in
      let text = Seal.text(of: performance.json, try Self.unlisted(at: partial))
      try AtomicFile.write(text, to: partial + "/" + Performance.fileName)
    }
  }

  /// Writes `json` as the file `name`.
  public func write(_ json: JSON, as name: String) throws(ResultFolderError) {
    try named { () throws(TableError) in try AtomicFile.write(json.indented, to: partial + "/" + name) }
  }

  /// Calls `body`, which writes to the hidden folder; its errors name the final folder, because the user does not
  /// know the hidden one.
  private func named<Result>(
    _ body: () throws(TableError) -> Result
  ) throws(ResultFolderError) -> Result {
    do {
      return try body()
    } catch {
      if case .unwritable(_, let reason) = error { throw .unwritable(path: path, reason: reason) }
      throw .unwritable(path: path, reason: "\(error.description)")
    }
  }
}
