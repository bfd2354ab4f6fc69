import JSON5

/// The form of a value of JSON that a command prints: the one declaration of which its JSON Schema is made, and which
/// builds for development hold against whatever is printed.
indirect enum Form: Sendable {
  case text, flag, number, integer
  /// One of these words.
  case words([String])
  case list(Form)
  /// An object whose names are not known beforehand: those of figures, fields or counts.
  case map(Form)
  case object([Member])
  /// Or null, where it does not apply.
  case optional(Form)
  case either([Form])

  /// A list of objects.
  static func objects(_ members: [Member]) -> Form { .list(.object(members)) }

  /// A member of an object.
  struct Member: Sendable {
    let name: String
    let form: Form
    let meaning: String
    /// True if it is left out where it does not apply.
    var mayLack = false

    init(_ name: String, _ form: Form, _ meaning: String, mayLack: Bool = false) {
      self.name = name
      self.form = form
      self.meaning = meaning
      self.mayLack = mayLack
    }

    /// The same member, which is left out where it does not apply.
    var lackable: Member { Member(name, form, meaning, mayLack: true) }
  }

  /// The JSON Schema (draft 2020-12) of what the command called `command` prints.
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
