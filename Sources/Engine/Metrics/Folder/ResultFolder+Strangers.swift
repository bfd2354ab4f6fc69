import JSON5
import Tables

extension ResultFolder {
  /// The files that a run writes beside its tables.
  private static let otherFiles = [manifestName, Performance.fileName]

  /// The file in the folder at `path`, which holds `content`, that keeps it from being replaced, in words; nil where
  /// every file is what a run has written there, whole and unchanged.
  ///
  /// Tables whose digests stand in the manifest are read and compared, and so are the files whose digests are sealed in
  /// performance.json. Of what has no digest at all the name is all that is known.
  static func stranger(in content: FolderContent, at path: String) -> String? {
    guard content.has(manifestName) else {
      return listed(content.entries.map(\.name)) + " and no \(manifestName)"
    }
    guard let text = try? FileBytes(contentsOf: path + "/" + manifestName).text,
      let manifest = JSON(parsing: text)
    else { return "a \(manifestName) that is none of ours" }
    if manifest["points"] != nil, manifest["plan"] != nil { return "a study" }
    guard manifest["run_id"]?.words != nil, manifest["fingerprint"]?.words != nil,
      let tables = manifest["tables"]?.items
    else { return "a \(manifestName) that is none of ours" }
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

  /// The changed one of the files whose digests are sealed in performance.json, that one included; nil for none, or
  /// where nothing is sealed.
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

  /// The digests of those `tables` of a manifest that have one, by their files.
  private static func digests(of tables: [JSON]) -> [String: String] {
    tables.reduce(into: [:]) { digests, table in
      if let file = table["file"]?.words { digests[file] = table["sha256_without_run_id"]?.words }
    }
  }

  /// The files at `path`, a folder that a run has just been written into, that no digest of its manifest tells of.
  static func unlisted(at path: String) throws(TableError) -> [(name: String, sha256: String)] {
    let manifest = JSON(parsing: try FileBytes(contentsOf: path + "/" + manifestName).text)
    let listed = digests(of: manifest?["tables"]?.items ?? [])
    var files: [(name: String, sha256: String)] = []
    for entry in FolderContent(of: path)?.entries ?? [] where listed[entry.name] == nil {
      files.append((entry.name, try Digest.ofFile(path + "/" + entry.name)))
    }
    return files
  }

  /// The first of `names` and how many more there are.
  private static func listed(_ names: [String]) -> String {
    let first = names.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > 3 ? "\(first) and \(names.count - 3) more" : first
  }
}
