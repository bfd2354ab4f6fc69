public import Metrics
public import Scenario
public import Tables

/// A scenario of a market made ready to run: who asks, who provides, and the files they came from.
public protocol MarketWorld {
  associatedtype Run: MarketRun

  var scenario: Scenario { get }
  /// The folder that the scenario's files are relative to.
  var folder: String { get }
  /// All files read: what for, under which path, and the hash of what they hold.
  var inputs: [InputFile] { get }
  /// Notices for the user about the input, a sentence each.
  var notices: [String] { get }
  /// The counts of `detour validate`: `("drivers", 500)`.
  var counts: [(name: String, count: Int)] { get }
  /// The quantities of the input that tell how a run of it comes out, before anything is decided: control variates.
  var controls: [InputControl] { get }
  /// The identity of its run.
  var identity: RunIdentity { get }

  /// The reason why a run that is given several threads divides no search among them, for people; nil where it does.
  var undivided: String? { get }

  /// Simulates; the same comes of it each time.
  ///
  /// - Throws: What keeps a run from its end, `RunError` among it.
  func run(_ observation: RunObservation) throws -> Run

  /// Asks what else has to be there for a run, as a process that is to decide: for `detour validate`, which runs nothing.
  ///
  /// - Throws: What would keep a run from beginning.
  func check() throws

  /// Simulates to say what became of the request that files call `id`, attempt by attempt; nil where there is none of that
  /// id.
  ///
  /// - Parameter shown: how many providers are shown for each attempt.
  func explanation(ofRequest id: String, showing shown: Int) throws -> RequestAccount?

  /// Returns the explanations of the requests that files call `ids`, by one simulation where the market can; in their
  /// order, nil where there is none of an id.
  func explanations(ofRequests ids: [String], showing shown: Int) throws -> [RequestAccount?]
}

extension MarketWorld {
  public var undivided: String? { "only searches of the carpool are divided among threads" }

  public func check() {}

  public var controls: [InputControl] { [] }

  public func explanations(ofRequests ids: [String], showing shown: Int) throws -> [RequestAccount?] {
    try ids.map { try explanation(ofRequest: $0, showing: shown) }
  }

  public var identity: RunIdentity { RunIdentity(of: scenario, inputs: inputs) }

  /// The defaults by which recorded people act, as `behaviour.decline_probability: 0.1`; none where all are drawn.
  public var actingDefaults: [String] {
    inputs.contains { $0.rows > 0 } ? scenario.actingDefaults : []
  }

  /// Notices for the user about the scenario and the input, a sentence each.
  public var warnings: [String] { scenario.idleFields.map(\.description) + notices }
}

/// A quantity of the input of a run.
public struct InputControl: Hashable, Sendable {
  /// `trip_m`.
  public let name: String
  public let unit: Tables.Unit
  /// A noun phrase for people.
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

/// Records beyond the results of a run, the receiver of its progress, and its threads. None of it changes a result.
public struct RunObservation {
  /// True if what the scenario asks for is recorded; false if nothing of it is, because nobody reads it.
  public var records: Bool
  /// The number of threads among which searches are divided, where the market can.
  public var threads: Int
  /// A closure that is called now and then with the share of requests that were submitted (0 … 1) and the events so far.
  public var progress: ((Double, Int64) -> Void)?

  /// Records what the scenario asks for.
  public init(records: Bool = true, threads: Int = 1, progress: ((Double, Int64) -> Void)? = nil) {
    self.records = records
    self.threads = threads
    self.progress = progress
  }
}
