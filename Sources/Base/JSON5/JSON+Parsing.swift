extension JSON {
  /// Reads a JSON5 text; nil where it is none.
  public init?(parsing text: String) {
    var parser = JSON5Parser(text)
    guard let node = try? parser.parse() else { return nil }
    self.init(node)
  }

  /// The value of `node`, without the places.
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
