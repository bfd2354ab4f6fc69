public import Tables

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

  /// Lines with the cells in columns and the sentence wrapped in the last one.
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

  /// Returns `text` wrapped into lines of at most `width` characters; a longer word gets a line of its own.
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
