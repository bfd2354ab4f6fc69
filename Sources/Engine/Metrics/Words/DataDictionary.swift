public import JSON5
import Statistics
public import Tables

/// The documentation of a market's result files: tables with columns, word lists and figures.
public struct DataDictionary: Sendable {
  /// The tables of a result folder and of a study's folder, in documentation order.
  public let tables: [TableSchema]
  /// The tables read by scenarios and commands, in documentation order.
  public let inputs: [InputTable]
  /// The word lists, in documentation order.
  public let glossaries: [Glossary]
  /// The figures of runs.
  let figures: FigureList
  /// The tables of a run, without those of a study.
  let tablesOfRun: [TableSchema]
  /// The market's own word lists.
  let ownGlossaries: [Glossary]

  /// Creates the documentation of a market's files.
  ///
  /// - Parameters:
  ///   - tables: the tables of a run; study tables are common to all markets.
  ///   - glossaries: the market's word lists, which precede the figures.
  ///   - populations: the populations of the market's figures.
  public init(
    tables: [TableSchema], inputs: [InputTable], glossaries: [Glossary], figures: FigureList,
    populations: [Metric.Population]
  ) {
    self.inputs = inputs
    tablesOfRun = tables
    self.figures = figures
    self.tables = tables + StudyTables.schemas
    ownGlossaries =
      glossaries + [
        Self.glossary(of: figures.metrics),
        Glossary(
          "Populations", "population of a figure", populations.map { .init($0.name, $0.meaning) }),
      ]
    self.glossaries =
      ownGlossaries + [Glossary("Statistics", "statistic of summary.csv", of: Statistic.self, \.meaning)]
  }

  /// Returns the table called `name`, with or without `.csv`; nil if there is none.
  public func table(named name: String) -> TableSchema? {
    tables.first { $0.name == name || $0.fileName == name }
  }

  /// A list of the words in a column, or of the figures in summary.csv.
  public struct Glossary: Sendable {
    public var title: String
    /// The location of the words, as a short phrase.
    public var place: String
    public var entries: [Entry]

    /// A word with its meaning and an optional note.
    public struct Entry: Sendable {
      public var word: String
      public var unit: Unit?
      /// The population of a figure.
      public var population: String?
      public var meaning: String
      public var note: String?

      /// Creates the entry of `word` with its meaning.
      public init(
        _ word: String, unit: Unit? = nil, population: String? = nil, _ meaning: String, note: String? = nil
      ) {
        self.word = word
        self.unit = unit
        self.population = population
        self.meaning = meaning
        self.note = note
      }
    }

    /// Creates a list of `entries` under `title`.
    public init(_ title: String, _ place: String, _ entries: [Entry]) {
      self.title = title
      self.place = place
      self.entries = entries
    }

    /// Creates a list of the words of `type` that have a meaning; an initial capital and a full stop are added.
    public init<Words: CaseIterable & RawRepresentable<String>>(
      _ title: String, _ place: String, those type: Words.Type, _ meaning: (Words) -> String?
    ) {
      self.init(
        title, place,
        Words.allCases.compactMap { word in
          meaning(word).map { Entry(word.rawValue, DataDictionary.sentence($0)) }
        })
    }

    /// Creates a list of the words of `type`; an initial capital and a full stop are added to their meanings.
    public init<Words: CaseIterable & RawRepresentable<String>>(
      _ title: String, _ place: String, of type: Words.Type, _ meaning: (Words) -> String
    ) {
      self.init(title, place, Words.allCases.map { Entry($0.rawValue, DataDictionary.sentence(meaning($0))) })
    }
  }

  private static func glossary(of metrics: [Metric]) -> Glossary {
    Glossary(
      "Figures", "metric of summary.csv",
      metrics.map {
        Glossary.Entry(
          $0.name, unit: $0.unit, population: $0.population.name,
          $0.meaning + ($0.direction.map { " " + sentence($0.rawValue) } ?? ""), note: $0.elsewhere)
      })
  }

  /// Returns `text` with an initial capital and a full stop.
  static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }
}

extension DataDictionary {
  /// Returns the page docs/columns.md: every table and list in Markdown.
  ///
  /// - Parameters:
  ///   - others: the dictionaries of further markets, each with the heading of its part; content common to all markets
  ///     is not repeated.
  ///   - more: input tables common to all markets.
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

extension DataDictionary {
  /// Returns the tables as a Data Package (Frictionless, https://specs.frictionlessdata.io) with additional units and
  /// formulas: `table` alone, or all tables of a run, but not of a study, whose columns depend on the study.
  public func json(of table: TableSchema? = nil) -> JSON {
    let resources = (table.map { [$0] } ?? tablesOfRun).map(Self.resource)
    return [
      "profile": .text("tabular-data-package"), "name": .text("detour"),
      "resources": .list(resources), "figures": .list(figures.columns.map(figure)),
    ]
  }

  /// Returns a figure of the market in readable form.
  private func figure(_ column: FigureColumn) -> JSON {
    [
      "name": .text(column.name), "unit": .text(column.unit.rawValue),
      "share": .boolean(column.isShare),
      "headline": .boolean(figures.headline.contains(column)),
    ]
  }

  private static func resource(_ table: TableSchema) -> JSON {
    [
      "name": .text(table.name.replacing("/", with: "-").replacing("_", with: "-")),
      "path": .text(table.fileName), "description": .text(table.meaning),
      "profile": .text("tabular-data-resource"),
      "schema": [
        "fields": .list(table.columns.map(field)),
        "missingValues": .list([.text("")]),
        "primaryKey": .list(table.key.map { .text($0) }),
      ],
    ]
  }

  private static func field(_ column: ColumnSchema) -> JSON {
    let words = column.words.map { words in
      JSON.Member("constraints", ["enum": .list(words.map { .text($0) })])
    }
    return .object(
      [
        .init("name", .text(column.name)), .init("type", .text(column.type.jsonName)),
        .init("description", .text(column.meaning)), .init("unit", .text(column.unit.rawValue)),
      ] + (column.formula.map { [.init("formula", .text($0))] } ?? []) + (words.map { [$0] } ?? []))
  }
}
