import JSON5

extension Scenario {
  /// Returns every field with values, default and meaning, as Markdown tables: the body of the documentation. The
  /// part common to all `markets` comes first, then one for each.
  public static func documentation(_ markets: ScenarioMarkets) -> String {
    let placed = markets.entries.filter { $0.market.takesPlace }.map(\.name)
    let common = markets.standard.members.declarations.filter { markets.share($0.name) || $0.name == "space" }
    var document = FieldDocument()
    document.fields("The scenario", common, level: 2) { field in
      guard field.name == "space", placed.count < markets.entries.count else { return "" }
      return " Only in scenarios of \(ScenarioFault.Problem.words(placed))."
    }
    for entry in markets.entries {
      let name = entry.name
      document.text += "## Market `\(name)`\n\n\(entry.market.sentence)"
      document.text +=
        name == markets.standard.name ? " The default market.\n\n" : "\n\n"
      let own = entry.members.declarations.filter { field in !common.contains { $0.name == field.name } }
      document.fields("Market `\(name)`", own, level: 3)
    }
    return document.text
  }

  /// Returns the dotted path of every field, in documentation order; a path may belong to several kinds and
  /// several of the `markets`.
  public static func fieldPaths(_ markets: ScenarioMarkets) -> [String] {
    markets.entries.flatMap(\.paths).distinct.filter { !$0.hasSuffix("." + [FieldDeclaration].anyName) }
  }
}

extension Scenario {
  /// Returns the fields with word or Boolean values, each with its permitted values. A field of several kinds or
  /// markets is listed once for each.
  public static func fieldChoices(_ markets: ScenarioMarkets) -> [(field: String, values: [String])] {
    var choices: [(field: String, values: [String])] = []
    for entry in markets.entries { entry.members.declarations.collectChoices(path: "", into: &choices) }
    return choices
  }
}

extension [FieldDeclaration] {
  fileprivate func collectChoices(path: String, into choices: inout [(field: String, values: [String])]) {
    for field in self {
      let place = path.member(field.name)
      let values = field.declaration.choices
      if !values.isEmpty { choices.append((place, values)) }
      switch field.declaration.content {
      case .object(let fields): fields.collectChoices(path: place, into: &choices)
      case .union(let kinds, let tag):
        choices.append((place.member(tag), kinds.map(\.name)))
        for kind in kinds { kind.fields.collectChoices(path: place, into: &choices) }
      default: break
      }
    }
  }
}

extension Declaration {
  /// The permitted words.
  fileprivate var choices: [String] {
    switch self {
    case .boolean: ["true", "false"]
    case .choice(let names): names
    case .either(let forms): forms.flatMap(\.choices)
    case .nullable(let inner): inner.choices
    default: []
    }
  }
}

extension ScenarioMarkets {
  /// Returns whether the field `name` is the same in all markets.
  func share(_ name: String) -> Bool { Scenario.commonNames.contains(name) }
}

extension [FieldDeclaration] {
  /// The placeholder in paths for arbitrary names.
  static let anyName = "*"

  /// The dotted path of every field, in order, without duplicates.
  var paths: [String] {
    var paths: [String] = []
    collect(path: "", into: &paths)
    return paths.distinct
  }

  private func collect(path: String, into paths: inout [String]) {
    for field in self {
      let place = path.member(field.name)
      paths.append(place)
      switch field.declaration.content {
      case .object(let fields): fields.collect(path: place, into: &paths)
      case .union(let kinds, let tag):
        paths.append(place.member(tag))
        for kind in kinds { kind.fields.collect(path: place, into: &paths) }
      case .named: paths.append(place.member(Self.anyName))
      default: break
      }
    }
  }
}

extension [String] {
  /// The elements without duplicates, in order of first occurrence.
  var distinct: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

extension StudyPlan {
  /// Every field of a study file, in the form of `Scenario.documentation`.
  public static var documentation: String { FieldDocument(of: "The study", members().declarations).text }
}

extension Declaration {
  /// The innermost declaration, with any `null` and lists unwrapped; it may have fields.
  var content: Declaration {
    switch self {
    case .nullable(let declaration), .list(let declaration, _): declaration.content
    case .either(let forms): forms.first(where: \.hasFields)?.content ?? self
    default: self
    }
  }

  /// Whether the field contains further fields.
  var hasFields: Bool {
    switch content {
    case .object, .union: true
    default: false
    }
  }
}

/// A writer of field tables.
private struct FieldDocument {
  var text = ""
  /// The sections already written: fields shared between kinds are documented once.
  private var told: Set<String> = []

  init() {}

  /// Writes all `fields` of the object `title`, with a separate section for each field with members.
  init(of title: String, _ fields: [FieldDeclaration]) {
    self.fields(title, fields, level: 2)
  }

  /// Writes `fields` of the object `title`, with a separate section at `level` for each field with members.
  ///
  /// - Parameter remark: the text after a section's description.
  mutating func fields(
    _ title: String, _ fields: [FieldDeclaration], level: Int,
    remark: (FieldDeclaration) -> String = { _ in "" }
  ) {
    table(title, fields.filter { !$0.declaration.hasFields }, path: "")
    for field in fields where field.declaration.hasFields {
      section(field, path: field.name, level: level, remark: remark(field))
    }
  }

  /// Writes a section for a field with members, and sections for nested fields with members.
  mutating func section(_ field: FieldDeclaration, path: String, level: Int, remark: String = "") {
    text += "\(String(repeating: "#", count: level)) `\(path)`\n\n\(field.summary)\(remark)"
    if let kind = field.defaultValue?["kind"] { text += " Default: kind `\(kind.compact)`." }
    if case .either = field.declaration, let value = field.defaultValue {
      text += " Default: `\(value.compact)`."
    }
    if field.defaultValue == .null { text += " Default: `null`." }
    text += "\n\n"
    var inner = FieldDocument()
    inner.members(of: field, path: path, level: level)
    if told.insert(inner.text).inserted {
      text += inner.text
    } else {
      text += "The same fields as `\(path)` above.\n\n"
    }
  }

  private mutating func members(of field: FieldDeclaration, path: String, level: Int) {
    switch field.declaration.content {
    case .object(let fields): body("`\(path)`", fields, path: path, level: level)
    case .union(let kinds, let tag):
      for kind in kinds {
        text += "`\(tag): \"\(kind.name)\"`: \(kind.summary)\n\n"
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
