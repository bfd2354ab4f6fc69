/// The reason a text is not JSON5, with its origin.
public struct Malformation: Error, Sendable {
  public var kind: Kind
  public var origin: Origin

  init(_ kind: Kind, _ origin: Origin) {
    self.kind = kind
    self.origin = origin
  }

  /// Returns `text` as messages show it, shortened if it is long.
  static func shown(_ text: String) -> String { text.utf8.count > 240 ? text.prefix(60) + "…" : text }

  /// The kind of fault.
  public enum Kind: Hashable, Sendable {
    case unexpected(found: String, expected: String)
    case unexpectedEnd(expected: String)
    case openText
    case openComment
    case badEscape
    case badNumber(String)
    case tooDeep(Int)
  }
}

extension Malformation.Kind: CustomStringConvertible {
  /// The fault, with the remedy.
  public var description: String {
    switch self {
    case .unexpected(let found, let expected): "found \(found) where \(expected) should stand"
    case .unexpectedEnd(let expected): "the text ends where \(expected) should stand"
    case .openText: "a text is not closed on its line; close it with the quote that opens it"
    case .openComment: "a comment is not closed; close it with `*/`"
    case .badEscape: "an escape in a text is none of JSON5's; write `\\\\` for a backslash"
    case .badNumber(let text): "`\(Malformation.shown(text))` is not a number; put quotes around a text"
    case .tooDeep(let limit): "more than \(limit) lists and objects stand within one another"
    }
  }
}
