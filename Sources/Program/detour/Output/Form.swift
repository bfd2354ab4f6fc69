import JSON5

/// The form of a JSON value that a command prints. Its JSON Schema is derived from it, and development builds check
/// all output against it.
indirect enum Form: Sendable {
  case text, flag, number, integer
  /// One of these words.
  case words([String])
  case list(Form)
  /// An object whose keys are not known in advance, such as names of figures, fields or counts.
  case map(Form)
  case object([Member])
  /// The form, or null if it does not apply.
  case optional(Form)
  case either([Form])

  /// Returns the form of a list of objects.
  static func objects(_ members: [Member]) -> Form { .list(.object(members)) }

  /// A member of an object.
  struct Member: Sendable {
    let name: String
    let form: Form
    let meaning: String
    /// Whether the member is left out if it does not apply.
    var mayLack = false

    init(_ name: String, _ form: Form, _ meaning: String, mayLack: Bool = false) {
      self.name = name
      self.form = form
      self.meaning = meaning
      self.mayLack = mayLack
    }

    /// The same member, but omitted where it does not apply.
    var lackable: Member { Member(name, form, meaning, mayLack: true) }
  }

  /// Returns the JSON Schema (draft 2020-12) of the output of `command`.
  func schema(of command: String, _ meaning: String) -> JSON {
    .object(
      [
        .init("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
        .init("title", .text("detour \(command) --json")), .init("description", .text(meaning)),
      ] + members)
  }

  private var members: [JSON.Member] {
    switch self {
    case .text: return [Self.type("string")]
    case .flag: return [Self.type("boolean")]
    case .number: return [Self.type("number")]
    case .integer: return [Self.type("integer")]
    case .words(let words): return [Self.type("string"), .init("enum", .list(words.map { .text($0) }))]
    case .list(let item): return [Self.type("array"), .init("items", .object(item.members))]
    case .map(let value): return [Self.type("object"), .init("additionalProperties", .object(value.members))]
    case .either(let forms): return [.init("anyOf", .list(forms.map { .object($0.members) }))]
    case .optional(let form):
      return [.init("anyOf", .list([.object(form.members), .object([Self.type("null")])]))]
    case .object(let members):
      let properties = members.map { member in
        JSON.Member(
          member.name, .object([.init("description", .text(member.meaning))] + member.form.members))
      }
      let required = members.filter { !$0.mayLack }.map { JSON.text($0.name) }
      return [
        Self.type("object"), .init("properties", .object(properties)), .init("required", .list(required)),
        .init("additionalProperties", .boolean(false)),
      ]
    }
  }

  private static func type(_ name: String) -> JSON.Member { .init("type", .text(name)) }
}

extension Form {
  /// Returns the position at which `json` deviates from this form; nil if it conforms.
  func fault(in json: JSON, at place: String = "") -> String? {
    switch (self, json) {
    case (.text, .text), (.flag, .boolean), (.number, .number), (.number, .integer), (.integer, .integer):
      return nil
    case (.words(let words), .text(let text)) where words.contains(text): return nil
    // Numbers that are not finite are written as null.
    case (.optional, .null): return nil
    case (.optional(let form), .number(let value)) where !value.isFinite:
      return form.fault(in: .number(0), at: place)
    case (.optional(let form), _): return form.fault(in: json, at: place)
    case (.list(let form), .list(let items)):
      return items.enumerated().lazy.compactMap { form.fault(in: $1, at: "\(place)[\($0)]") }.first
    case (.map(let form), .object(let members)):
      return members.lazy.compactMap { form.fault(in: $0.value, at: "\(place).\($0.key)") }.first
    case (.object(let declared), .object(let members)): return Self.fault(in: members, declared, place)
    case (.either(let forms), _):
      let faults = forms.compactMap { $0.fault(in: json, at: place) }
      return faults.count < forms.count ? nil : faults.first
    default: return "\(place): \(json.compact.prefix(80)) is not of the form declared"
    }
  }

  private static func fault(in members: [JSON.Member], _ declared: [Member], _ place: String) -> String? {
    for member in declared where !member.mayLack && !members.contains(where: { $0.key == member.name }) {
      return "\(place).\(member.name) is missing"
    }
    for member in members {
      guard let form = declared.first(where: { $0.name == member.key })?.form else {
        return "\(place).\(member.key) is not declared"
      }
      if let fault = form.fault(in: member.value, at: "\(place).\(member.key)") { return fault }
    }
    return nil
  }
}
