import Tables

/// The fingerprint of a run's results: runs with the same fingerprint have identical tables, except for the `run_id`
/// column.
public struct Fingerprint: Hashable, Sendable {
  /// The fingerprint, 64 hexadecimal digits.
  public let text: String

  /// Computes the SHA-256 over one line per table: its name, a space, its digest, a line feed.
  public init(digests: [(table: String, sha256: String)]) {
    text = Digest.of(digests.map { "\($0.table) \($0.sha256)\n" }.joined())
  }

  /// A recipe for recomputing the fingerprint of the tables named in `tables`, in that order.
  public struct Recipe: Sendable {
    public let tables: [String]

    /// The recipe as text.
    public var words: String {
      """
      For each of the tables \(tables.joined(separator: ", ")), in this order: take the file NAME.csv without its first column (run_id), \
      header included, and compute its SHA-256; write a line with NAME, a space, the 64 lower-case hex digits \
      and a line feed. The fingerprint is the SHA-256 of these lines.
      """
    }

    /// The recipe as a command for a POSIX shell in the result folder.
    public var command: String {
      """
      for t in \(tables.joined(separator: " ")); do echo "$t $(cut -d, -f2- $t.csv | sha256sum | cut -d' ' -f1)"; done \
      | sha256sum | cut -d' ' -f1
      """
    }
  }
}
