import JSON5
import Tables

extension ResultFolder {
  /// The files of a run besides its tables.
  private static let otherFiles = [manifestName, Performance.fileName]

  /// Returns a description of a file in the folder at `path`, with `content`, that prevents its replacement; nil if
  /// every file was written by a run and is unchanged.
  ///
  /// Tables with digests in the manifest are read and compared, and so are files with digests sealed in
  /// performance.json. Files without any digest are recognised by name only.
  static func stranger(in content: FolderContent, at path: String) -> String? {
    guard content.has(manifestName) else {
      return listed(content.entries.map(\.name)) + " and no \(manifestName)"
    }
    guard let text = try? FileBytes(contentsOf: path + "/" + manifestName).text,
      let manifest = JSON(parsing: text)
    else { return "a \(manifestName) of another program" }
    if manifest["points"] != nil, manifest["plan"] != nil { return "a study" }
    guard manifest["run_id"]?.words != nil, manifest["fingerprint"]?.words != nil,
      let tables = manifest["tables"]?.items
    else { return "a \(manifestName) of another program" }
    let digests = digests(of: tables)
    let written = otherFiles + tables.compactMap { $0["file"]?.words }
    let strangers = content.entries.filter { !$0.isFile || !written.contains($0.name) }.map(\.name)
    guard strangers.isEmpty else { return listed(strangers) + ", which no run writes" }
    let run = manifest["run_id"]?.words ?? ""
    let changed = content.entries.map(\.name).first { (name: String) -> Bool in
      guard let digest = digests[name] else { return false }
      let found = try? Digest.ofTable(path + "/" + name, constant: ("run_id", run))
      return found != digest
    }
    return (changed ?? broken(content, at: path)).map { "`\($0)`, which was changed since the run wrote it" }
  }

  /// Returns the changed file among those with digests sealed in performance.json, including that file; nil if
  /// there is none, or no seal.
  private static func broken(_ content: FolderContent, at path: String) -> String? {
    guard content.has(Performance.fileName) else { return nil }
    guard let text = try? FileBytes(contentsOf: path + "/" + Performance.fileName).text,
      let json = JSON(parsing: text)
    else { return Performance.fileName }
    guard let isWhole = Seal.isWhole(text) else { return nil }
    guard isWhole else { return Performance.fileName }
    let digests = Seal.digests(in: json)
    return content.entries.map(\.name).first { (name: String) -> Bool in
      guard let digest = digests[name] else { return false }
      let found = try? Digest.ofFile(path + "/" + name)
      return found != digest
    }
  }

  /// Returns the digests of those `tables` of a manifest that have one, by file name.
  private static func digests(of tables: [JSON]) -> [String: String] {
    tables.reduce(into: [:]) { digests, table in
      if let file = table["file"]?.words { digests[file] = table["sha256_without_run_id"]?.words }
    }
  }

  /// Returns the files at `path`, a folder just written by a run, without a digest in the manifest.
  static func unlisted(at path: String) throws(TableError) -> [(name: String, sha256: String)] {
    let manifest = JSON(parsing: try FileBytes(contentsOf: path + "/" + manifestName).text)
    let listed = digests(of: manifest?["tables"]?.items ?? [])
    var files: [(name: String, sha256: String)] = []
    for entry in FolderContent(of: path)?.entries ?? [] where listed[entry.name] == nil {
      files.append((entry.name, try Digest.ofFile(path + "/" + entry.name)))
    }
    return files
  }

  /// Returns the first of `names` with the number of others.
  private static func listed(_ names: [String]) -> String {
    let first = names.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > 3 ? "\(first) and \(names.count - 3) more" : first
  }
}
