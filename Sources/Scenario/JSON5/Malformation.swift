/// Why a text is not JSON5, and where.
struct Malformation: Error, Sendable {
  var kind: Kind
  var origin: Origin

  init(_ kind: Kind, _ origin: Origin) {
    self.kind = kind
    self.origin = origin
  }

  enum Kind: Hashable, Sendable {
    case unexpected(found: String, expected: String)
    case unexpectedEnd(expected: String)
    case openText
    case openComment
    case badEscape
    case badNumber(String)
    case tooDeep(Int)
  }
}
