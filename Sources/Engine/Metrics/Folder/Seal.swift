import JSON5
import Tables

/// Digests that prove files with machine-dependent content, and the list of them, unchanged.
///
/// They cannot be part of the manifest, which is the same for the same run; they are at the end of
/// performance.json, followed by the digest of everything above.
enum Seal {
  private static let mark = ",\n  \"sha256_of_the_above\": \""
  private static let end = "\"\n}\n"

  /// Returns the text of `json`, an object, with the digests of `files` and the seal.
  static func text(of json: JSON, _ files: [(name: String, sha256: String)]) -> String {
    let list = files.map { JSON.object([.init("file", .text($0.name)), .init("sha256", .text($0.sha256))]) }
    let text = JSON.object((json.members ?? []) + [.init("files", .list(list))]).indented
    precondition(text.hasSuffix("\n}\n"), "an object ends with its bracket")
    let above = String(text.dropLast(3))
    return above + mark + Digest.of(above) + end
  }

  /// Returns whether the sealed `text` is unchanged; nil if it has no seal.
  static func isWhole(_ text: String) -> Bool? {
    guard let range = text.ranges(of: mark).last else { return nil }
    let above = String(text[..<range.lowerBound])
    return text[range.upperBound...] == Digest.of(above) + end
  }

  /// Returns the digests in `json`, by file name.
  static func digests(in json: JSON) -> [String: String] {
    (json["files"]?.items ?? []).reduce(into: [:]) { digests, file in
      if let name = file["file"]?.words { digests[name] = file["sha256"]?.words }
    }
  }
}
