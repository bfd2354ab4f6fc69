import Statistics
public import Tables

/// The documentation of a market's result files: tables with columns, word lists and figures.
public struct DataDictionary: Sendable {
  /// The tables of a result folder and of a study's folder, in documentation order.
  public let tables: [TableSchema]
  /// The tables that scenarios and commands read, in the order of the documentation.
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
  ///   - tables: those of a run; those of a study are common to all markets.
  ///   - glossaries: the market's word lists, which precede the figures.
  ///   - populations: the populations of its figures.
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
    /// The location of the words, in a few words.
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

    /// Creates a list of the words of `type` that have a meaning; capital and full stop are added.
    public init<Words: CaseIterable & RawRepresentable<String>>(
      _ title: String, _ place: String, those type: Words.Type, _ meaning: (Words) -> String?
    ) {
      self.init(
        title, place,
        Words.allCases.compactMap { word in
          meaning(word).map { Entry(word.rawValue, DataDictionary.sentence($0)) }
        })
    }

    /// Creates a list of the words of `type`; capital and full stop are added to their meanings.
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

  /// Returns `text` with a capital and a full stop.
  static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }
}
