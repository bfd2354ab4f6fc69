import JSON5
import Tables

/// Proof that files whose content depends on the machine, and that which lists them, are as they were written.
///
/// Their digests cannot stand in the manifest, which is the same for the same run; they stand at the end of performance.json,
/// and behind them the digest of all that stands above it.
enum Seal {
  private static let mark = ",\n  \"sha256_of_the_above\": \""
  private static let end = "\"\n}\n"

  /// The text of `json`, an object, with the digests of `files` and the seal.
  static func text(of json: JSON, _ files: [(name: String, sha256: String)]) -> String {
    let list = files.map { JSON.object([.init("file", .text($0.name)), .init("sha256", .text($0.sha256))]) }
    let text = JSON.object((json.members ?? []) + [.init("files", .list(list))]).indented
    precondition(text.hasSuffix("\n}\n"), "an object ends with its bracket")
    let above = String(text.dropLast(3))
    return above + mark + Digest.of(above) + end
  }

  /// Tells whether `text` was sealed and has not been changed since, or nil if nobody has sealed it.
  static func isWhole(_ text: String) -> Bool? {
    guard let range = text.ranges(of: mark).last else { return nil }
    let above = String(text[..<range.lowerBound])
    return text[range.upperBound...] == Digest.of(above) + end
  }

  /// The digests in `json`, by the names of the files.
  static func digests(in json: JSON) -> [String: String] {
    (json["files"]?.items ?? []).reduce(into: [:]) { digests, file in
      if let name = file["file"]?.words { digests[name] = file["sha256"]?.words }
    }
  }
}
