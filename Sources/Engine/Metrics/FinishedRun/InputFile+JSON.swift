public import JSON5
public import Tables

extension InputFile {
  /// The input file as an entry in manifests.
  public var json: JSON {
    ["role": .text(role), "path": .text(path), "sha256": .text(sha256)]
  }

  /// Creates the input file from its entry in a manifest; nil if `json` is not such an entry.
  public init?(_ json: JSON) {
    guard let role = json["role"]?.words, let path = json["path"]?.words, let sha256 = json["sha256"]?.words
    else { return nil }
    self.init(role: role, path: path, sha256: sha256)
  }
}
