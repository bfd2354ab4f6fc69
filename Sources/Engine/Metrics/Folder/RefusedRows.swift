import JSON5
public import Quantities

/// The refused rows of one kind of input, which took no part in a run, as listed in its manifest.
public struct RefusedRows: Sendable {
  /// The maximum number of ids listed.
  public static let idsListed = 1000

  /// The kind of rows: `requests`.
  let kind: String
  let json: JSON

  /// Creates the list of `rows`, each with its id in the input file and the cause.
  ///
  /// - Parameters:
  ///   - kind: the kind of rows, in the plural.
  ///   - causes: all possible causes, in documentation order.
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
