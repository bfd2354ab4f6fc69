public import JSON5
public import Tables

extension DataDictionary {
  /// The rules common to all input tables.
  static let inputRules = """
    Columns may be in any order; unknown columns are reported and ignored. An empty field counts as missing. Times are seconds \
    since the scenario's start, or, if `time.start` is set, dates with times and times of day.
    """

  /// The output of `detour columns` for input tables, in aligned lines of at most `width` characters.
  public static func text(of inputs: [InputTable], width: Int = 100) -> String {
    let rules = wrapped(inputRules.replacing("`", with: ""), width: width).map { $0 + "\n" }.joined()
    return inputs.map { text(of: $0, width: width) }.joined(separator: "\n") + "\n" + rules
  }

  private static func text(of table: InputTable, width: Int) -> String {
    let rows = table.columns.map { column in
      (
        cells: [
          column.name, column.unit.rawValue, column.type.rawValue, column.isAlwaysRequired ? "yes" : "",
        ],
        sentence: column.meaning.replacing("`", with: "") + column.note.replacing("`", with: "")
      )
    }
    let title = wrapped("\(table.title): \(table.meaning.replacing("`", with: ""))", width: width)
    return (title + [""]).map { $0 + "\n" }.joined()
      + aligned(head: ["column", "unit", "type", "required", "meaning"], rows: rows, width: width)
  }

  /// The input tables as a Data Package (Frictionless).
  public static func json(of inputs: [InputTable]) -> JSON {
    [
      "profile": .text("tabular-data-package"), "name": .text("detour"),
      "resources": .list(inputs.map(resource)), "figures": .list([]),
    ]
  }

  private static func resource(_ table: InputTable) -> JSON {
    [
      "name": .text(table.title.replacing("/", with: "-").replacing("_", with: "-")),
      "path": .text(table.title + ".csv"), "description": .text(table.meaning),
      "profile": .text("tabular-data-resource"),
      "schema": [
        "fields": .list(table.columns.map(field)), "missingValues": .list([.text("")]),
        "primaryKey": .list([]),
      ],
    ]
  }

  private static func field(_ column: InputColumn) -> JSON {
    let constraints =
      column.isAlwaysRequired ? [JSON.Member("constraints", ["required": .boolean(true)])] : []
    return .object(
      [
        .init("name", .text(column.name)), .init("type", .text(column.type.jsonName)),
        .init("description", .text(column.meaning + column.note)), .init("unit", .text(column.unit.rawValue)),
      ] + constraints)
  }

  /// The part of docs/columns.md on input tables.
  static func markdown(ofInputs inputs: [InputTable]) -> String {
    inputs.map { table in
      let columns = table.columns.map { column in
        [
          "`\(column.name)`", column.unit.rawValue, column.type.rawValue,
          column.isAlwaysRequired ? "yes" : "",
          column.meaning + column.note,
        ]
      }
      return "\n## `\(table.title)`\n\n\(table.meaning)\n\n"
        + rows(["column", "unit", "type", "required", "meaning"], columns)
    }.joined()
  }
}

extension InputColumn {
  fileprivate var isAlwaysRequired: Bool { presence == .required }

  /// The condition under which files need the column, and what an empty field means, each as a sentence preceded by a
  /// space.
  fileprivate var note: String {
    let condition: String? =
      switch presence {
      case .required, .optional: nil
      case .requiredIf(let condition): "Required where \(condition)."
      case .requiredUnless(let condition): "Required unless \(condition)."
      }
    return [condition, fallback.map { "Empty: \($0)." }].compactMap { $0.map { " " + $0 } }.joined()
  }
}

extension ColumnType {
  /// The name of the type in JSON Schema and Data Packages.
  var jsonName: String {
    switch self {
    case .integer: "integer"
    case .decimal: "number"
    case .boolean: "boolean"
    case .text, .identifier: "string"
    }
  }
}

extension DataDictionary {
  /// Returns the output of `detour columns`: `table` with its word lists, or every table and list, in aligned
  /// lines of at most `width` characters.
  public func text(of table: TableSchema? = nil, width: Int = 100) -> String {
    let shown = table.map { [$0] } ?? tables
    let lists = glossaries.filter { list in table.map { list.place.contains($0.fileName) } ?? true }
    let parts = shown.map { Self.text(of: $0, width: width) } + lists.map { Self.text(of: $0, width: width) }
    return parts.joined(separator: "\n")
  }

  private static func text(of table: TableSchema, width: Int) -> String {
    let rows = table.columns.map { column in
      (
        cells: [column.name, column.unit.rawValue, column.type.rawValue],
        sentence: column.meaning + (column.formula.map { " = " + $0 } ?? "")
      )
    }
    let title = wrapped("\(table.fileName): \(table.meaning)", width: width)
    let key = wrapped(
      "Ordered by \(table.key.joined(separator: ", ")). An empty field means not applicable.", width: width)
    return (title + key + [""]).map { $0 + "\n" }.joined()
      + aligned(head: ["column", "unit", "type", "meaning"], rows: rows, width: width)
  }

  private static func text(of glossary: Glossary, width: Int) -> String {
    let hasUnits = glossary.entries.contains { $0.unit != nil }
    let hasPopulations = glossary.entries.contains { $0.population != nil }
    let rows = glossary.entries.map { entry in
      (
        cells: [entry.word] + (hasUnits ? [entry.unit?.rawValue ?? ""] : [])
          + (hasPopulations ? [entry.population ?? ""] : []),
        sentence: entry.meaning + (entry.note.map { " " + $0 } ?? "")
      )
    }
    return "\(glossary.title) (\(glossary.place))\n\n"
      + aligned(
        head: ["word"] + (hasUnits ? ["unit"] : []) + (hasPopulations ? ["over"] : []) + ["meaning"],
        rows: rows, width: width)
  }

  /// Returns lines with the cells in aligned columns and the sentence wrapped in the last column.
  static func aligned(
    head: [String], rows: [(cells: [String], sentence: String)], width: Int
  ) -> String {
    let widths = head.indices.dropLast().map { column in
      max(head[column].count, rows.map { $0.cells[column].count }.max() ?? 0)
    }
    let indent = widths.reduce(2) { $0 + $1 + 2 }
    func line(_ cells: [String], _ sentence: String) -> String {
      let left = zip(cells, widths).reduce("  ") { $0 + padded($1.0, to: $1.1) + "  " }
      let right = wrapped(sentence, width: max(20, width - indent))
      return left + right.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
    }
    return line(Array(head.dropLast()), head.last ?? "")
      + rows.map { line($0.cells, $0.sentence) }.joined()
  }

  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Returns `text` wrapped into lines of at most `width` characters; a longer word gets a separate line.
  public static func wrapped(_ text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
