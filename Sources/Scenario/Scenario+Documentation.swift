import JSON5

extension Scenario {
  /// Every field with its values, default and meaning, as Markdown tables: the body of the documentation.
  public static var documentation: String {
    FieldDocument(of: "The scenario", members.declarations).text
  }

  /// The dotted path of every field, in the order of the documentation; a path may belong to several kinds.
  public static var fieldPaths: [String] {
    var paths: [String] = []
    collect(members.declarations, path: "", into: &paths)
    return paths
  }

  private static func collect(_ fields: [FieldDeclaration], path: String, into paths: inout [String]) {
    for field in fields {
      let place = path.member(field.name)
      paths.append(place)
      switch field.declaration.content {
      case .object(let fields): collect(fields, path: place, into: &paths)
      case .union(let kinds):
        paths.append(place.member("kind"))
        for kind in kinds { collect(kind.fields, path: place, into: &paths) }
      default: break
      }
    }
  }
}

extension StudyPlan {
  /// Every field of a study file, as `Scenario.documentation` has those of a scenario.
  public static var documentation: String { FieldDocument(of: "The study", members.declarations).text }
}

extension Declaration {
  /// The declaration below `null` and lists: that which may have fields.
  var content: Declaration {
    switch self {
    case .nullable(let declaration), .list(let declaration, _): declaration.content
    case .either(let forms): forms.first(where: \.hasFields)?.content ?? self
    default: self
    }
  }

  /// Whether there are fields below this one.
  var hasFields: Bool {
    switch content {
    case .object, .union: true
    default: false
    }
  }
}

/// Writes tables of fields.
private struct FieldDocument {
  var text = ""
  /// The bodies of sections that stand in the text: kinds share fields, which are told once.
  private var told: Set<String> = []

  init() {}

  /// Writes all `fields` of what is called `title`, each part that has fields in a section of its own.
  init(of title: String, _ fields: [FieldDeclaration]) {
    table(title, fields.filter { !$0.declaration.hasFields }, path: "")
    for field in fields where field.declaration.hasFields { section(field, path: field.name, level: 2) }
  }

  /// Writes a section for a field that has fields, and for those below it.
  mutating func section(_ field: FieldDeclaration, path: String, level: Int) {
    text += "\(String(repeating: "#", count: level)) `\(path)`\n\n\(field.summary)"
    if let kind = field.defaultValue?["kind"] { text += " Default: kind `\(kind.compact)`." }
    if field.defaultValue == .null { text += " Default: `null`." }
    text += "\n\n"
    var inner = FieldDocument()
    inner.members(of: field, path: path, level: level)
    if told.insert(inner.text).inserted {
      text += inner.text
    } else {
      text += "The fields are those of `\(path)` above.\n\n"
    }
  }

  private mutating func members(of field: FieldDeclaration, path: String, level: Int) {
    switch field.declaration.content {
    case .object(let fields): body("`\(path)`", fields, path: path, level: level)
    case .union(let kinds):
      for kind in kinds {
        text += "`kind: \"\(kind.name)\"`: \(kind.summary)\n\n"
        body("`\(path)` of kind `\(kind.name)`", kind.fields, path: path, level: level)
      }
    default: break
    }
  }

  private mutating func body(_ title: String, _ fields: [FieldDeclaration], path: String, level: Int) {
    table(title, fields.filter { !$0.declaration.hasFields }, path: path)
    for field in fields where field.declaration.hasFields {
      section(field, path: path.member(field.name), level: min(level + 1, 6))
    }
  }

  mutating func table(_ title: String, _ fields: [FieldDeclaration], path: String) {
    guard !fields.isEmpty else { return }
    text += "| \(title) | value | default | meaning |\n|---|---|---|---|\n"
    for field in fields {
      let standard = field.defaultValue.map { "`\($0.compact)`" } ?? "required"
      let cells = ["`\(path.member(field.name))`", field.declaration.words, standard, field.summary]
      text += "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }
    text += "\n"
  }
}
