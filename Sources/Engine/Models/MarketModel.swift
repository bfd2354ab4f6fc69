public import Ground
public import JSON5
public import Metrics
public import RoadNetwork
public import Scenario
public import Tables

/// A market as the commands see it: what it is called, what its runs hold, and how a scenario becomes a world.
///
/// A market is a type that conforms to it, a type of worlds and a type of finished runs; its name in the registry
/// `Markets` is all that the rest of the program needs.
public protocol MarketModel: SendableMetatype {
  associatedtype Ready: MarketWorld

  /// The scenarios of the market: its name, and the fields of its own.
  static var scenarios: ScenarioMarket { get }
  /// The name of its requests.
  static var request: RequestWords { get }
  /// The figures that its runs have, and which of them people look at first.
  static var figures: FigureList { get }
  /// The figures among them that runs have of scenarios with the members of which `has` holds: `["users", "churn"]`.
  static func figures(where has: ([String]) -> Bool) -> FigureList
  /// The figures that are called by what `scenario`, as resolved, names: kinds, days. They come beside those of `figures`.
  static func metrics(namedBy scenario: JSON) -> [Metric]
  /// The reason all replications of a scenario may come out the same, and what would make them differ.
  static var sameness: String { get }
  /// The population of its figures, in the order of the documentation.
  static var populations: [Metric.Population] { get }
  /// The lists of words in its tables: outcomes, causes, stages, events.
  static var glossaries: [DataDictionary.Glossary] { get }

  /// The tables that scenarios of the market read, in the order of the documentation; the role of an input file is the name of
  /// its table.
  static var inputTables: [InputTable] { get }
  /// The same tables as a scenario reads them: columns that do not silence a field there do not claim to replace it.
  static func inputTables(of scenario: Scenario, folder: String) -> [InputTable]

  /// The files that a run of `scenario` reads, in the order in which its world lists them, without reading them as
  /// tables.
  ///
  /// - Throws: `NetworkError` or `TableError` where a file is missing or cannot be read.
  static func inputs(of scenario: Scenario, _ digests: inout InputDigests) throws -> [InputFile]

  /// The part of `scenario` that decides who takes part, with all else as it is by default; scenarios in which it is
  /// equal share their people through the stock that `world` is given. nil in a market whose runs share none.
  static func travellers(of scenario: Scenario) -> Scenario?

  /// The part of `scenario` that decides what the worlds of it say of their input (`MarketWorld.controls`), with all else as it is by
  /// default. nil in a market whose worlds say nothing of it.
  static func controlled(_ scenario: Scenario) -> Scenario?

  /// Makes `scenario` ready to run.
  ///
  /// - Parameters:
  ///   - folder: what its files are relative to.
  ///   - ground: what its space stands on, for markets that take place in one.
  ///   - progress: hears how far the world is.
  /// - Throws: What is wrong with the input, all of it.
  static func world(
    of scenario: Scenario, folder: String, on ground: GroundSource, progress: Preparation.Progress
  ) throws -> Ready
}

extension MarketModel {
  public static var sameness: String { "what is recorded is the same in every replication" }

  public static func figures(where has: ([String]) -> Bool) -> FigureList { figures }

  public static func metrics(namedBy scenario: JSON) -> [Metric] { [] }

  public static var inputTables: [InputTable] { [] }

  public static func inputTables(of scenario: Scenario, folder: String) -> [InputTable] { inputTables }

  public static func travellers(of scenario: Scenario) -> Scenario? { nil }

  public static func controlled(_ scenario: Scenario) -> Scenario? { nil }

  /// The figures of runs of `scenario`, as resolved, in which the fields `varied` have other values.
  public static func figures(of scenario: JSON, varying varied: [String]) -> FigureList {
    figures { member in
      let path = member.joined(separator: ".")
      // A path may end in a word that the field has as its value, such as `matching.policy.insertion`.
      let value = member.reduce(Optional(scenario)) { object, key in
        object == .text(key) ? .boolean(true) : object?[key]
      }
      return ![.null, .boolean(false)].contains(value ?? .null)
        || varied.contains { "\($0).".hasPrefix(path + ".") || path.hasPrefix($0 + ".") }
    }.adding(metrics(namedBy: scenario))
  }

  /// All figures that runs may have whose `manifest`, or whose study's, this is.
  public static func figures(ofManifest manifest: JSON) -> FigureList {
    figures.adding(manifest["scenario"].map(metrics(namedBy:)) ?? [])
  }

  /// The market's name in scenarios: `services`.
  public static var name: String { scenarios.name }
  /// The participants of the market, in one sentence.
  public static var sentence: String { scenarios.sentence }

  /// The tables of its result folder.
  public static var tables: TableList { Ready.Run.tables.list }

  /// All that its files hold.
  public static var dictionary: DataDictionary {
    DataDictionary(
      tables: tables.all, inputs: inputTables, glossaries: glossaries, figures: figures,
      populations: populations)
  }
}

/// The words for requests of a market, and the column in which the files have their ids.
public struct RequestWords: Hashable, Sendable {
  /// `job`, `jobs`.
  public let one, many: String
  /// The column of ids and the table that has a row for each request: `job_id` of `jobs.csv`.
  public let column, table: String

  /// Names the requests of a market.
  public init(_ one: String, _ many: String, column: String, table: String) {
    self.one = one
    self.many = many
    self.column = column
    self.table = table
  }
}

/// The foundation of the space of a run.
public enum GroundSource {
  /// It is to be made, and answers on a network by a method that changes no result.
  case method(RoutingMethod)
  /// Others stand on it too; where there is a stock, they may have the same people on it.
  case shared(Ground, InputStock? = nil)

  /// The ground of `space`, whose files are relative to `folder`.
  ///
  /// - Throws: `NetworkError` or `TableError` with everything that is wrong with the network's files.
  public func ground(of space: Scenario.Space, folder: String) throws -> Ground {
    switch self {
    case .method(let method): try Ground(space, folder: folder, method: method)
    case .shared(let ground, _): ground
    }
  }

  /// The stock through which people are shared with other runs; nil where they are this run's alone.
  public var inputs: InputStock? {
    switch self {
    case .method: nil
    case .shared(_, let stock): stock
    }
  }
}
