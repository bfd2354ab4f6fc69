import Lifecycle
import Matching
import Simulation
import Statistics
public import Tables
import Travellers

/// All that the result files hold: the tables with their columns, and the words and figures in them.
public enum DataDictionary {
  /// The tables of a result folder and of a study's folder, in the order of the documentation.
  public static let tables: [TableSchema] = RunTable.schemas + StudyTables.schemas

  /// The table called `name`, with or without `.csv`; nil where there is none.
  public static func table(named name: String) -> TableSchema? {
    tables.first { $0.name == name || $0.fileName == name }
  }

  /// A list of the words that a column may hold, or of the figures in summary.csv.
  public struct Glossary: Sendable {
    public var title: String
    /// Where the words stand, in a few words.
    public var place: String
    public var entries: [Entry]

    /// A word with its meaning; `note` says more where there is more to say.
    public struct Entry: Sendable {
      public var word: String
      public var unit: Unit?
      /// Whom a figure is over.
      public var population: String?
      public var meaning: String
      public var note: String?
    }
  }

  /// The lists of words, in the order of the documentation.
  public static let glossaries: [Glossary] = [
    words("Request outcomes", "outcome of requests.csv", RequestOutcome.self, \.meaning),
    words("Attempt outcomes", "outcome of attempts.csv", AttemptOutcome.self, \.meaning),
    words("Driver outcomes", "outcome of drivers.csv", DriverOutcome.self, \.meaning),
    words("Stop kinds", "kind of stops.csv", StopKind.self, \.meaning),
    words("Causes", "cause of requests.csv and attempts.csv", Cause.self, \.meaning),
    stages,
    words("Events", "event of events.csv", EventRecord.Kind.self, \.meaning),
    words("Limits", "binding_limit of attempts.csv and candidates.csv", Limit.self, \.meaning),
    metrics,
    words("Populations", "whom metrics are over", Metric.Population.self, \.meaning),
    words("Statistics", "statistic of summary.csv", Statistic.self, \.meaning),
  ]

  private static func words<Words: CaseIterable & RawRepresentable<String>>(
    _ title: String, _ place: String, _ type: Words.Type, _ meaning: (Words) -> String
  ) -> Glossary {
    let entries = Words.allCases.map { Glossary.Entry(word: $0.rawValue, meaning: sentence(meaning($0))) }
    return Glossary(title: title, place: place, entries: entries)
  }

  private static let stages = Glossary(
    title: "Stages", place: "failed_stage of candidates.csv",
    entries: Stage.allCases.map { Glossary.Entry(word: $0.name, meaning: $0.meaning) })

  private static let metrics = Glossary(
    title: "Metrics", place: "metric of summary.csv",
    entries: Metric.all.map {
      Glossary.Entry(
        word: $0.name, unit: $0.unit, population: $0.population.rawValue,
        meaning: $0.meaning + ($0.direction.map { " " + sentence($0.rawValue) } ?? ""), note: $0.elsewhere)
    })

  /// `text` with a capital and a full stop.
  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }
}
