public import Tables

extension DataDictionary {
  /// Returns the page docs/columns.md: every table and list in Markdown.
  ///
  /// - Parameters:
  ///   - others: the dictionaries of further markets, each with the heading of its part; what every market has does not stand
  ///     there again.
  ///   - more: tables that are read in all markets.
  public func markdown(
    _ others: [(heading: String, dictionary: DataDictionary)] = [], inputs more: [InputTable] = []
  ) -> String {
    let units = Self.rows(["unit", "meaning"], Unit.allCases.map { ["`\($0.rawValue)`", $0.meaning] })
    let head = """
      # Columns of result files and input files

      Made by `detour columns --markdown`; do not edit. Every table has a header line; `,` between fields, `.` as the
      decimal mark, UTF-8, LF. An empty field means not applicable. Times are seconds since the scenario's start. The tables that
      are read come [last](#tables-that-are-read).


      """
    return head + units + tables.map(Self.markdown(of:)).joined()
      + glossaries.map(Self.markdown(of:)).joined()
      + others.map { "\n# \($0.heading)\n" + $0.dictionary.part }.joined()
      + "\n# Tables that are read\n\n\(Self.inputRules)\n" + Self.markdown(ofInputs: inputs + more)
      + others.map {
        "\n# Tables that are read: \($0.heading.prefix(1).lowercased() + $0.heading.dropFirst())\n"
          + Self.markdown(ofInputs: $0.dictionary.inputs)
      }.joined()
  }

  /// The part specific to this market.
  private var part: String {
    tablesOfRun.filter { $0 != SummaryRow.table.schema }.map(Self.markdown(of:)).joined()
      + ownGlossaries.map(Self.markdown(of:)).joined()
  }

  private static func markdown(of table: TableSchema) -> String {
    let key = table.key.map { "`\($0)`" }.joined(separator: ", ")
    let columns = table.columns.map { column in
      [
        "`\(column.name)`", column.unit.rawValue, column.type.rawValue, column.meaning,
        column.formula ?? "",
      ]
    }
    return "\n## `\(table.fileName)`\n\n\(table.meaning) Ordered by \(key).\n\n"
      + rows(["column", "unit", "type", "meaning", "formula"], columns)
  }

  private static func markdown(of glossary: Glossary) -> String {
    let hasUnits = glossary.entries.contains { $0.unit != nil }
    let hasPopulations = glossary.entries.contains { $0.population != nil }
    let hasNotes = glossary.entries.contains { $0.note != nil }
    let entries = glossary.entries.map { entry in
      ["`\(entry.word)`"] + (hasUnits ? [entry.unit?.rawValue ?? ""] : [])
        + (hasPopulations ? [entry.population ?? ""] : []) + [entry.meaning]
        + (hasNotes ? [entry.note ?? ""] : [])
    }
    return "\n## \(glossary.title)\n\nIn \(glossary.place).\n\n"
      + rows(
        ["word"] + (hasUnits ? ["unit"] : []) + (hasPopulations ? ["over"] : []) + ["meaning"]
          + (hasNotes ? ["elsewhere"] : []), entries)
  }

  static func rows(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map { cells in
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }.joined()
  }
}
