public import JSON5

/// A fact of the account of a request: lines for people, and the members of JSON that hold the same for programs.
///
/// Text and JSON of an account are made from one list of facts, so that neither holds what the other lacks.
public struct AccountFact: Sendable {
  /// Lines without line feeds; none for a fact of which people are told nothing.
  public let lines: [String]
  public let members: [JSON.Member]

  /// States `members`, which people read as `lines`.
  ///
  /// - Precondition: Lines that are not empty come with members.
  public init(_ members: [JSON.Member], _ lines: [String] = []) {
    precondition(!members.isEmpty || lines.allSatisfy(\.isEmpty), "what people read, programs read too")
    self.members = members
    self.lines = lines
  }

  /// States that `key` is `value`, which people read as `lines`.
  public init(_ key: String, _ value: JSON, _ lines: [String] = []) { self.init([.init(key, value)], lines) }
}

extension [AccountFact] {
  /// The lines of the facts, in their order.
  public var lines: [String] { flatMap(\.lines) }
  /// The members of the facts, in their order.
  public var members: [JSON.Member] { flatMap(\.members) }
}
