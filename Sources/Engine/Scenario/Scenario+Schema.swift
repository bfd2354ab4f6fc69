public import JSON5

extension Scenario {
  /// Returns the JSON Schema (draft 2020-12) of scenario files of `markets`, for editors and other tools.
  public static func schema(_ markets: ScenarioMarkets) -> JSON {
    Schema.scenarios(
      "Detour scenario", "The supply, demand, rules and period of a Detour run.", markets)
  }
}

extension StudyPlan {
  /// The JSON Schema (draft 2020-12) of study files.
  public static var schema: JSON {
    Schema.document(
      "Detour study", "The fields of a scenario to vary, the design points and the number of replications.",
      members().declarations)
  }
}

/// Converts declarations to JSON Schema.
private enum Schema {
  /// Returns the schema of files that contain an object with `fields`.
  static func document(_ title: String, _ description: String, _ fields: [FieldDeclaration]) -> JSON {
    .object(head(title, description) + object([link] + fields, required: fields))
  }

  /// Returns the schema of scenarios: `market` determines the fields, as `kind` does in an object. Each market's
  /// branch is closed separately, so that a fault in one field does not make others unknown; common parts are in
  /// `$defs`.
  static func scenarios(_ title: String, _ description: String, _ markets: ScenarioMarkets) -> JSON {
    let standard = markets.standard.members.declarations
    guard markets.entries.count > 1 else { return document(title, description, standard) }
    let shared = standard.filter { markets.share($0.name) || $0.name == "space" }
    let branches = markets.entries.map { entry in
      JSON.object([
        JSON.Member("if", .object(names(entry, isStandard: entry.name == markets.standard.name))),
        JSON.Member("then", .object(branch(entry, shared: shared.map(\.name)))),
      ])
    }
    let market = shared.filter { $0.name == "market" }.map { JSON.Member($0.name, .object(property($0))) }
    let definitions = shared.filter { $0.name != "market" }.map {
      JSON.Member($0.name, .object(property($0)))
    }
    return .object(
      head(title, description)
        + [
          JSON.Member("$defs", .object(definitions)), type("object"),
          JSON.Member("properties", .object(market)), JSON.Member("allOf", .list(branches)),
        ])
  }

  /// Returns the condition that a scenario belongs to the market of `entry`; the default market need not be
  /// named.
  private static func names(_ entry: ScenarioMarkets.Entry, isStandard: Bool) -> [JSON.Member] {
    let constant = JSON.object([JSON.Member("const", .text(entry.name))])
    let names = [JSON.Member("properties", ["market": constant])]
    return isStandard ? names : names + [JSON.Member("required", .list([.text("market")]))]
  }

  /// Returns the schema for the market of `entry`; the fields `shared` are in the schema's `$defs`.
  private static func branch(_ entry: ScenarioMarkets.Entry, shared: [String]) -> [JSON.Member] {
    var members = object([link] + entry.members.declarations, required: entry.members.declarations)
    guard let place = members.firstIndex(where: { $0.key == "properties" }),
      case .object(var properties) = members[place].value
    else { return members }
    for index in properties.indices {
      let name = properties[index].key
      if name == "market" {
        properties[index].value = [
          "const": .text(entry.name), "description": .text(entry.market.sentence),
        ]
      } else if shared.contains(name) {
        properties[index].value = ["$ref": .text("#/$defs/" + name)]
      }
    }
    members[place].value = .object(properties)
    return members
  }

  private static func head(_ title: String, _ description: String) -> [JSON.Member] {
    [
      JSON.Member("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      JSON.Member("title", .text(title)), JSON.Member("description", .text(description)),
    ]
  }

  private static var link: FieldDeclaration {
    FieldDeclaration(
      name: "$schema", summary: "The location of this schema, for editors.",
      declaration: .text(words: "a text", pattern: nil), defaultValue: nil)
  }

  static func object(
    _ fields: [FieldDeclaration], required: [FieldDeclaration]? = nil,
    kind: (tag: String, declaration: KindDeclaration)? = nil
  ) -> [JSON.Member] {
    var properties = fields.map { JSON.Member($0.name, .object(property($0))) }
    var names = (required ?? fields).filter { $0.defaultValue == nil }.map { JSON.text($0.name) }
    if let kind {
      let constant: [JSON.Member] = [
        JSON.Member("const", .text(kind.declaration.name)),
        JSON.Member("description", .text(kind.declaration.summary)),
      ]
      properties.insert(JSON.Member(kind.tag, .object(constant)), at: 0)
      names.insert(.text(kind.tag), at: 0)
    }
    var members = [JSON.Member("type", .text("object")), JSON.Member("properties", .object(properties))]
    if !names.isEmpty { members.append(JSON.Member("required", .list(names))) }
    return members + [JSON.Member("additionalProperties", .boolean(false))]
  }

  private static func property(_ field: FieldDeclaration) -> [JSON.Member] {
    var members = [JSON.Member("title", .text(field.name))]
    members.append(JSON.Member("description", .text(field.summary)))
    members += value(field.declaration)
    if let value = field.defaultValue { members.append(JSON.Member("default", value)) }
    return members
  }

  private static func value(_ declaration: Declaration) -> [JSON.Member] {
    switch declaration {
    case .boolean: return [type("boolean")]
    case .integer(let interval):
      return [
        type("integer"), JSON.Member("minimum", .integer(interval.lower)),
        JSON.Member("maximum", .integer(interval.upper)),
      ]
    case .number(let interval, _):
      let lower = interval.includesLower ? "minimum" : "exclusiveMinimum"
      return [
        type("number"), JSON.Member(lower, .number(interval.lower)),
        JSON.Member("maximum", .number(interval.upper)),
      ]
    case .text(_, let pattern):
      return [type("string")] + (pattern.map { [JSON.Member("pattern", .text($0))] } ?? [])
    case .dateTime:
      let pattern = #"^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$"#
      return [type("string"), JSON.Member("pattern", .text(pattern))]
    case .choice(let names): return [type("string"), JSON.Member("enum", .list(names.map { .text($0) }))]
    case .list(let item, let counts):
      var members = [type("array"), JSON.Member("items", .object(value(item)))]
      if counts.lowerBound > 0 {
        members.append(JSON.Member("minItems", .integer(counts.lowerBound)))
      }
      if counts.upperBound < .max {
        members.append(JSON.Member("maxItems", .integer(counts.upperBound)))
      }
      return members
    case .object(let fields): return object(fields)
    case .anyObject: return [type("object")]
    case .named(let value):
      return [type("object"), JSON.Member("additionalProperties", .object(self.value(value)))]
    case .union(let kinds, let tag): return union(kinds, tag)
    case .either(let forms): return [JSON.Member("oneOf", .list(forms.map { .object(value($0)) }))]
    case .nullable(let declaration): return nullable(declaration)
    }
  }

  /// Returns the schema of a union by `tag`: editors read the choice from `properties`, the rest from the branch.
  private static func union(_ kinds: [KindDeclaration], _ tag: String) -> [JSON.Member] {
    let names = JSON.list(kinds.map { .text($0.name) })
    let kind = JSON.object([JSON.Member("enum", names)])
    let branches = kinds.map { kind in
      JSON.object([
        JSON.Member("if", ["properties": [tag: isKind(kind)]]),
        JSON.Member("then", .object(object(kind.fields, kind: (tag, kind)))),
      ])
    }
    return [
      type("object"), JSON.Member("properties", [tag: kind]),
      JSON.Member("required", .list([.text(tag)])), JSON.Member("allOf", .list(branches)),
    ]
  }

  private static func isKind(_ kind: KindDeclaration) -> JSON {
    ["const": .text(kind.name)]
  }

  /// Returns the schema that also allows `null`: as an additional type for scalars, as an alternative for objects and
  /// lists.
  private static func nullable(_ declaration: Declaration) -> [JSON.Member] {
    var members = value(declaration)
    let isScalar =
      switch declaration {
      case .boolean, .integer, .number, .text, .dateTime: true
      default: false
      }
    if isScalar, case .text(let name) = members[0].value {
      members[0].value = .list([.text(name), .text("null")])
      return members
    }
    return [JSON.Member("oneOf", .list([.object([type("null")]), .object(members)]))]
  }

  private static func type(_ name: String) -> JSON.Member { JSON.Member("type", .text(name)) }
}
