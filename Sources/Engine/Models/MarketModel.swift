public import Ground
public import JSON5
public import Metrics
public import Quantities
public import RoadNetwork
public import Scenario
public import Tables

/// A market as used by the commands: its names, the contents of its runs, and how to create a world from a scenario.
///
/// Each market is a conforming type, with a type of worlds and a type of finished runs; the rest of the program only
/// needs its name in the registry `Markets`.
public protocol MarketModel: SendableMetatype {
  associatedtype Ready: MarketWorld

  /// The scenario definition of the market: its name and its fields.
  static var scenarios: ScenarioMarket { get }
  /// The words for its requests.
  static var request: RequestWords { get }
  /// The figures of its runs, with selections of the most important ones.
  static var figures: FigureList { get }
  /// Returns the figures of runs whose scenario has the members accepted by `has`, such as `["users", "churn"]`.
  static func figures(where has: ([String]) -> Bool) -> FigureList
  /// Returns the figures named after elements of the resolved `scenario`, such as kinds or days, in addition to
  /// `figures`.
  static func metrics(namedBy scenario: JSON) -> [Metric]
  /// A possible reason that all replications of a scenario are identical, with the remedy.
  static var sameness: String { get }
  /// The populations of its figures, in documentation order.
  static var populations: [Metric.Population] { get }
  /// The word lists of its tables: outcomes, causes, stages, events.
  static var glossaries: [DataDictionary.Glossary] { get }

  /// The tables read by scenarios of the market, in documentation order; the role of an input file is the name of its
  /// table.
  static var inputTables: [InputTable] { get }
  /// Returns the same tables as read by `scenario`: a column is described as replacing a field only if it overrides
  /// that field in the scenario.
  static func inputTables(of scenario: Scenario, folder: String) -> [InputTable]

  /// Returns the input files of a run of `scenario`, in the order listed by its world, without reading them as
  /// tables.
  ///
  /// - Throws: `NetworkError` or `TableError` if a file is missing or unreadable.
  static func inputs(of scenario: Scenario, _ digests: inout InputDigests) throws -> [InputFile]

  /// Returns the part of `scenario` that determines the participants, with defaults for the rest; scenarios with
  /// equal parts share their participants through the stock passed to `world`. Nil if the market's runs share none.
  static func travellers(of scenario: Scenario) -> Scenario?

  /// Returns the part of `scenario` that determines its worlds' input quantities (`MarketWorld.controls`), with
  /// defaults for the rest; nil if the market's worlds have none.
  static func controlled(_ scenario: Scenario) -> Scenario?

  /// Prepares `scenario` for a run.
  ///
  /// - Parameters:
  ///   - folder: the folder to which its files are relative.
  ///   - ground: the foundation of its space, for markets with one.
  ///   - progress: called with the progress of the preparation.
  /// - Throws: all faults of the input.
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

  /// Returns the figures possible in runs of the resolved `scenario` if the fields `varied` take other values.
  public static func figures(of scenario: JSON, varying varied: [String]) -> FigureList {
    figures { member in
      let path = member.joined(separator: ".")
      // A path may end in the field's value, such as `matching.policy.insertion`.
      let value = member.reduce(Optional(scenario)) { object, key in
        object == .text(key) ? .boolean(true) : object?[key]
      }
      return ![.null, .boolean(false)].contains(value ?? .null)
        || varied.contains { "\($0).".hasPrefix(path + ".") || path.hasPrefix($0 + ".") }
    }.adding(metrics(namedBy: scenario))
  }

  /// Returns all figures possible in runs with the `manifest`, or in a study with that manifest.
  public static func figures(ofManifest manifest: JSON) -> FigureList {
    figures.adding(manifest["scenario"].map(metrics(namedBy:)) ?? [])
  }

  /// The market's name in scenarios, such as `services`.
  public static var name: String { scenarios.name }
  /// The participants of the market, in one sentence.
  public static var sentence: String { scenarios.sentence }

  /// The tables in its result folder.
  public static var tables: TableList { Ready.Run.tables.list }

  /// The documentation of the market's result files.
  public static var dictionary: DataDictionary {
    DataDictionary(
      tables: tables.all, inputs: inputTables, glossaries: glossaries, figures: figures,
      populations: populations)
  }
}

/// The words for a market's requests, and their id column in the files.
public struct RequestWords: Hashable, Sendable {
  /// The singular and the plural, such as `job` and `jobs`.
  public let one, many: String
  /// The id column, and the table with one row per request, such as `job_id` of `jobs.csv`.
  public let column, table: String

  /// Creates the words for a market's requests.
  public init(_ one: String, _ many: String, column: String, table: String) {
    self.one = one
    self.many = many
    self.column = column
    self.table = table
  }
}

/// The source of the ground of a run's space.
public enum GroundSource {
  /// A new ground, with a routing method that does not affect results.
  case method(RoutingMethod)
  /// A ground shared with other runs; with a stock, runs may also share participants.
  case shared(Ground, InputStock? = nil)

  /// Returns the ground of `space`, with files relative to `folder`.
  ///
  /// - Throws: `NetworkError` or `TableError` with all faults in the network's files.
  public func ground(of space: Scenario.Space, folder: String) throws -> Ground {
    switch self {
    case .method(let method): try Ground(space, folder: folder, method: method)
    case .shared(let ground, _): ground
    }
  }

  /// The stock for sharing participants with other runs; nil: not shared.
  public var inputs: InputStock? {
    switch self {
    case .method: nil
    case .shared(_, let stock): stock
    }
  }
}

/// A finished run of a market: the source of its tables, figures and manifest.
public protocol MarketRun: Sendable {
  /// The tables of the market's runs.
  static var tables: RunTables<Self> { get }
  /// The optional features of the market, in the order of their figures and columns.
  static var features: [Feature<Self>] { get }

  /// The identity of the run.
  var identity: RunIdentity { get }
  /// Computes the figures; called once.
  func measured() -> Figures
  /// Computes the figures of the requests submitted within `span`; nil if the market has no such figures.
  func measured(during span: Range<Milliseconds>) -> Figures?
  /// Returns whether `metric`, computed for a span, counts only the requests submitted in it.
  static func isTimed(_ metric: Metric) -> Bool
  /// The amount of simulation work.
  var effort: Performance.Effort { get }
  /// The work counts for benchmarks: the same in each run of a scenario.
  var work: [(name: String, count: Int)] { get }
  /// The input rows that took no part, one list for each kind of rows.
  var refused: [RefusedRows] { get }
  /// Returns the summary of the run's `figures` for a terminal.
  func summary(of figures: Figures) -> SummaryText.Body

  /// The geometry of straight lines between coordinates; nil in a market without a space.
  var coordinates: Geometry? { get }
  /// The additional members of its manifest.
  var manifestMembers: [JSON.Member] { get }
  /// The end of the warm-up: requests submitted before it are excluded from the figures.
  var warmUp: Milliseconds { get }
  /// The start-up of the run; nil if its scenario is not stationary.
  var startUp: StartUp? { get }
}

extension MarketRun {
  public var work: [(name: String, count: Int)] {
    [("events", effort.events), ("requests", effort.requests)]
  }
  public func measured(during span: Range<Milliseconds>) -> Figures? { nil }
  public static func isTimed(_ metric: Metric) -> Bool { false }
  public var coordinates: Geometry? { nil }
  public var manifestMembers: [JSON.Member] { [] }
  public var warmUp: Milliseconds { .zero }
  public var startUp: StartUp? { nil }

  /// The market's part of its manifest.
  var subject: Manifest.Subject {
    Manifest.Subject(identity, geometry: coordinates, refused: refused, more: manifestMembers)
  }
}
