extension Scenario {
  /// The documentation of a field.
  public struct FieldNote: Hashable, Sendable {
    /// The description, one sentence.
    public var summary: String
    /// The unit; empty if there is none.
    public var unit: String
  }

  /// Returns the note on the field at the dotted `path`, with list items as in `a.b[2].c`; nil if there is no such
  /// field. For a field of several kinds, the first one.
  ///
  /// - Parameter market: the field's market; nil: the first of `markets` that has the field.
  public static func note(
    on path: String, of market: String? = nil, markets: ScenarioMarkets
  ) -> FieldNote? {
    let steps = path.replacing(#/\[[0-9]*\]/#, with: "").split(separator: ".").map(String.init)
    return markets.entries.lazy.filter { market == nil || $0.name == market }
      .compactMap { note(on: steps[...], in: $0.members.declarations) }.first
  }

  private static func note(on steps: ArraySlice<String>, in fields: [FieldDeclaration]) -> FieldNote? {
    guard let step = steps.first, let field = fields.first(where: { $0.name == step }) else { return nil }
    guard steps.count > 1 else { return FieldNote(summary: field.summary, unit: field.declaration.unit) }
    switch field.declaration.content {
    case .object(let fields): return note(on: steps.dropFirst(), in: fields)
    case .union(let kinds, _):
      return kinds.lazy.compactMap { note(on: steps.dropFirst(), in: $0.fields) }.first
    case .named: return FieldNote(summary: field.summary, unit: "")
    default: return nil
    }
  }
}

extension Declaration {
  /// The unit of the number, or of the numbers in a list; empty if there is none.
  fileprivate var unit: String {
    switch self {
    case .number(_, let unit): unit
    case .nullable(let declaration), .list(let declaration, _): declaration.unit
    case .either(let forms): forms.lazy.map(\.unit).first { !$0.isEmpty } ?? ""
    default: ""
    }
  }
}
