extension JSON {
  /// Parses a JSON5 text; nil if it is malformed.
  public init?(parsing text: String) {
    var parser = JSON5Parser(text)
    guard let node = try? parser.parse() else { return nil }
    self.init(node)
  }

  /// Creates the value of `node`, without its origins.
  public init(_ node: Node) {
    switch node.value {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .number(let value, let exact): self = exact.map { .integer($0) } ?? .number(value)
    case .text(let text): self = .text(text)
    case .list(let items): self = .list(items.map(JSON.init))
    case .object(let members): self = .object(members.map { Member($0.key, JSON($0.value)) })
    }
  }
}
