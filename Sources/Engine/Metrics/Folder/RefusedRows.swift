import JSON5
public import Quantities

/// The rows of one kind of input that took no part in a run, as its manifest tells of them.
public struct RefusedRows: Sendable {
  /// The number of ids listed.
  public static let idsListed = 1000

  /// The rows' kind: `requests`.
  let kind: String
  let json: JSON

  /// Tells of `rows`, each with its id, as the input file calls it, and the cause.
  ///
  /// - Parameters:
  ///   - kind: what the rows are, in the plural.
  ///   - causes: all that there are, in the order of the documentation.
  public init(
    _ kind: String, _ rows: [(id: Int64, cause: String?)], names: Names = .numbers, causes: [String]
  ) {
    self.kind = kind
    let counts = causes.compactMap { cause in
      let count = rows.count { $0.cause == cause }
      return count > 0 ? JSON.Member(cause, .integer(count)) : nil
    }
    json = [
      "rows": .integer(rows.count),
      "causes": .object(counts),
      "first_ids": .list(
        rows.prefix(Self.idsListed).map { row in
          names.name(of: row.id).map { .text($0) } ?? .integer(row.id)
        }),
    ]
  }
}
