import Tables

/// One number for the results of a run: two runs with the same fingerprint have the same tables, byte for byte,
/// but for their `run_id` column.
public struct Fingerprint: Hashable, Sendable {
  /// 64 hexadecimal digits.
  public let text: String

  /// The SHA-256 over one line per table: its name, a space, its digest, a line feed.
  public init(digests: [(table: String, sha256: String)]) {
    text = Digest.of(digests.map { "\($0.table) \($0.sha256)\n" }.joined())
  }

  /// How anyone can recompute the fingerprint, in words.
  public static var recipe: String {
    let names = ResultTables.fingerprinted.map(\.name).joined(separator: ", ")
    return """
      For each of the tables \(names), in this order: take the file NAME.csv without its first column (run_id), \
      header included, and compute its SHA-256; write a line with NAME, a space, the 64 lower-case hex digits \
      and a line feed. The fingerprint is the SHA-256 of these lines.
      """
  }

  /// The same as a command for a POSIX shell in the result folder.
  public static var command: String {
    let names = ResultTables.fingerprinted.map(\.name).joined(separator: " ")
    return """
      for t in \(names); do echo "$t $(cut -d, -f2- $t.csv | sha256sum | cut -d' ' -f1)"; done \
      | sha256sum | cut -d' ' -f1
      """
  }
}
