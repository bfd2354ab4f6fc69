import Statistics
public import Tables

/// All that the result files of a market hold: the tables with their columns, and the words and figures in them.
public struct DataDictionary: Sendable {
  /// The tables of a result folder and of a study's folder, in the order of the documentation.
  public let tables: [TableSchema]
  /// The tables that scenarios and commands read, in the order of the documentation.
  public let inputs: [InputTable]
  /// The lists of words, likewise.
  public let glossaries: [Glossary]
  /// The figures that runs have.
  let figures: FigureList
  /// The tables of a run alone.
  let tablesOfRun: [TableSchema]
  /// The lists that depend on the market.
  let ownGlossaries: [Glossary]

  /// Describes the files of a market.
  ///
  /// - Parameters:
  ///   - tables: of a run; those of a study are every market's.
  ///   - inputs: the tables that its scenarios read.
  ///   - glossaries: the words of the market, before the figures.
  ///   - populations: those of its figures.
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

  /// The table called `name`, with or without `.csv`; nil where there is none.
  public func table(named name: String) -> TableSchema? {
    tables.first { $0.name == name || $0.fileName == name }
  }

  /// A list of the words that a column may hold, or of the figures in summary.csv.
  public struct Glossary: Sendable {
    public var title: String
    /// The place of the words, in a few words.
    public var place: String
    public var entries: [Entry]

    /// A word with its meaning; `note` says more where there is more to say.
    public struct Entry: Sendable {
      public var word: String
      public var unit: Unit?
      /// The population of a figure.
      public var population: String?
      public var meaning: String
      public var note: String?

      /// Explains `word` in a sentence.
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

    /// Lists `entries` under `title`.
    public init(_ title: String, _ place: String, _ entries: [Entry]) {
      self.title = title
      self.place = place
      self.entries = entries
    }

    /// Lists those words of `type` that have a meaning; it gets its capital and its full stop here.
    public init<Words: CaseIterable & RawRepresentable<String>>(
      _ title: String, _ place: String, those type: Words.Type, _ meaning: (Words) -> String?
    ) {
      self.init(
        title, place,
        Words.allCases.compactMap { word in
          meaning(word).map { Entry(word.rawValue, DataDictionary.sentence($0)) }
        })
    }

    /// Lists the words of `type`; what they mean gets its capital and its full stop here.
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

  /// `text` with a capital and a full stop.
  static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }
}
