import JSON5
import Tables

extension ResultFolder {
  /// The files that a run writes beside its tables.
  private static let otherFiles = [manifestName, Performance.fileName]

  /// What in the folder at `path`, which holds `content`, keeps it from being replaced, in words; nil where every
  /// file is what a run has written there, whole and unchanged.
  ///
  /// Tables whose digests stand in the manifest are read and compared. What depends on the machine has no digest; of
  /// it the name is all that is known.
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
    let digests = tables.reduce(into: [String: String?]()) { digests, table in
      if let file = table["file"]?.words { digests[file] = table["sha256_without_run_id"]?.words }
    }
    func isOurs(_ entry: FolderContent.Entry) -> Bool {
      entry.isFile && (otherFiles.contains(entry.name) || digests[entry.name] != nil)
    }
    let strangers = content.entries.filter { !isOurs($0) }.map(\.name)
    guard strangers.isEmpty else { return listed(strangers) + ", which no run writes" }
    let changed = content.entries.map(\.name).first { (name: String) -> Bool in
      guard case .some(.some(let digest)) = digests[name] else { return false }
      let found = try? Digest.ofTable(path + "/" + name)
      return found != digest
    }
    return changed.map { "`\($0)`, which was changed since the run wrote it" }
  }

  /// The first of `names` and how many more there are.
  private static func listed(_ names: [String]) -> String {
    let first = names.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > 3 ? "\(first) and \(names.count - 3) more" : first
  }
}
