public import Metrics
public import Scenario
public import Tables

/// A scenario of a market prepared for a run: requesters, providers, and their source files.
public protocol MarketWorld {
  associatedtype Run: MarketRun

  var scenario: Scenario { get }
  /// The folder to which the scenario's files are relative.
  var folder: String { get }
  /// All input files: role, path and content hash.
  var inputs: [InputFile] { get }
  /// Notices for the user about the input, one sentence each.
  var notices: [String] { get }
  /// The counts shown by `detour validate`, such as `("drivers", 500)`.
  var counts: [(name: String, count: Int)] { get }
  /// The control variates: quantities of the input that are known before any decision and correlated with the results.
  var controls: [InputControl] { get }
  /// The identity of its run.
  var identity: RunIdentity { get }

  /// The reason, for the user, that a run's searches are not divided among several threads; nil if they are.
  var undivided: String? { get }

  /// Runs the simulation; the result is the same each time.
  ///
  /// - Throws: the error that ends a run early, such as `RunError`.
  func run(_ observation: RunObservation) throws -> Run

  /// Checks the other prerequisites of a run, such as a policy process, without running; used by `detour validate`.
  ///
  /// - Throws: the error that would prevent a run.
  func check() throws

  /// Runs the simulation to explain the outcome of the request with the file id `id`, attempt by attempt; nil if there
  /// is no such request.
  ///
  /// - Parameter shown: the number of providers shown for each attempt.
  func explanation(ofRequest id: String, showing shown: Int) throws -> RequestAccount?

  /// Returns the explanations of the requests with the file ids `ids`, in that order, nil for unknown ids; runs a
  /// single simulation if the market supports it.
  func explanations(ofRequests ids: [String], showing shown: Int) throws -> [RequestAccount?]
}

extension MarketWorld {
  public var undivided: String? { "only carpool searches are split among threads" }

  public func check() {}

  public var controls: [InputControl] { [] }

  public func explanations(ofRequests ids: [String], showing shown: Int) throws -> [RequestAccount?] {
    try ids.map { try explanation(ofRequest: $0, showing: shown) }
  }

  public var identity: RunIdentity { RunIdentity(of: scenario, inputs: inputs) }

  /// The default behaviours applied to recorded participants, such as `behaviour.decline_probability: 0.1`; empty if
  /// all are generated.
  public var actingDefaults: [String] {
    inputs.contains { $0.rows > 0 } ? scenario.actingDefaults : []
  }

  /// Notices for the user about scenario and input, one sentence each.
  public var warnings: [String] { scenario.idleFields.map(\.description) + notices }
}

/// A quantity of a run's input.
public struct InputControl: Hashable, Sendable {
  /// The name, such as `trip_m`.
  public let name: String
  public let unit: Tables.Unit
  /// A readable noun phrase.
  public let meaning: String
  public let value: Double

  /// Creates a quantity.
  public init(_ name: String, _ unit: Tables.Unit, _ meaning: String, _ value: Double) {
    self.name = name
    self.unit = unit
    self.meaning = meaning
    self.value = value
  }
}

/// Options for observing a run: additional records, progress and threads; none affects results.
public struct RunObservation {
  /// Whether the records requested by the scenario are kept; false if they will not be read.
  public var records: Bool
  /// The number of threads for searches, if the market supports it.
  public var threads: Int
  /// A closure called periodically with the share of requests submitted (0 … 1) and the number of events so far.
  public var progress: ((Double, Int64) -> Void)?

  /// Creates the options; by default the scenario's records are kept.
  public init(records: Bool = true, threads: Int = 1, progress: ((Double, Int64) -> Void)? = nil) {
    self.records = records
    self.threads = threads
    self.progress = progress
  }
}

extension MarketWorld {
  /// Runs the simulation and computes the figures.
  ///
  /// - Parameter watch: the stopwatch that has timed the earlier phases.
  /// - Throws: as `run`.
  public func results(
    _ observation: RunObservation = RunObservation(), _ watch: Stopwatch = Stopwatch()
  ) throws -> RunResults<Self> {
    var watch = watch
    let run: Run = try watch.measure(Performance.simulation) { try self.run(observation) }
    return RunResults(world: self, run: run, watch: watch)
  }
}
