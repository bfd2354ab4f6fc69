import CarpoolScenario
public import Ground
import Matching
public import Metrics
public import Models
import Quantities
public import RoadNetwork
public import Scenario
public import Simulation
public import Synthesis
public import Tables
public import Travellers

/// A carpool scenario ready to run, from its input to its results.
///
///     var run = try CarpoolWorld(contentsOf: "Scenarios/quickstart.json5")
///     run.setup.policy = LeastDetour()                    // to replace the scenario's
///     let results = try run.results()
///     results.figures[.matchRate]                         // 0.62
///     try results.keep(in: ResultFolder(path: "Results/quickstart"), version: "mine")
///
/// Repeated runs give the same results.
public struct CarpoolWorld {
  public let input: CarpoolInput
  /// The setup of the simulation, with its policy and progress listener.
  public var setup: SimulationSetup
  /// The running times measured so far.
  private var watch: Stopwatch
  /// The identity of the run with the scenario's policy; computing it takes longer than many a short run.
  private let ownIdentity: RunIdentity

  /// Prepares the run of `input`, with the records that its scenario requests.
  public init(_ input: CarpoolInput) { self.init(input, Stopwatch()) }

  /// Reads the scenario in the file at `path`, after applying `overrides` (`field=value`), and its input.
  ///
  /// - Throws: `ScenarioError`, `NetworkError`, `TableError` or `SynthesisError`, listing all faults.
  public init(contentsOf path: String, overrides: [String] = []) throws {
    try self.init(
      Scenario.load(contentsOf: path, overrides: overrides), folder: FilePath.folder(of: path))
  }

  /// Reads the input of `scenario`, whose files are relative to `folder`.
  ///
  /// - Parameters:
  ///   - method: the routing method; it does not affect results.
  ///   - progress: called with the progress of reading the input.
  /// - Throws: `NetworkError`, `TableError` or `SynthesisError`, listing all faults.
  public init(
    _ scenario: Scenario, folder: String, method: RoutingMethod = .advised(questions: nil),
    progress: Preparation.Progress = { _ in }
  ) throws {
    var watch = Stopwatch()
    let input = try watch.measure(Performance.input) {
      try CarpoolInput(scenario, folder: folder, method: method, progress: progress)
    }
    self.init(input, watch)
  }

  private init(_ input: CarpoolInput, _ watch: Stopwatch) {
    self.input = input
    self.watch = watch
    ownIdentity = input.identity
    setup = input.setup
    let record = input.scenario.results.record
    setup.observation.recordsTracks = record.contains("tracks")
    setup.observation.recordsCandidates = record.contains("candidates")
    setup.observation.recordsEvents = record.contains("events")
    setup.observation.recordsMessages = record.contains("messages")
    setup.observation.recordsReviews = record.contains("reviews")
    setup.observation.recordsFriendships = record.contains("friendships")
  }

  /// The identity of the run, which also depends on the policy if it is not the scenario's.
  public var identity: RunIdentity {
    guard let foreignPolicy else { return ownIdentity }
    return RunIdentity(of: input.scenario, inputs: input.inputs, policy: foreignPolicy)
  }

  /// The name of the policy, if it is not the scenario's.
  private var foreignPolicy: String? {
    setup.policy.name == input.scenario.matching.policy.name ? nil : setup.policy.name
  }

  /// Simulates the run, and returns its records.
  ///
  /// - Throws: any error of the simulator.
  public func records() throws -> RunRecords { try setup.records() }

  /// Simulates the run, and computes its figures.
  ///
  /// - Throws: `RunError`, or any error of the simulator.
  public func results() throws -> RunResults<CarpoolWorld> { try results(RunObservation(), watch) }
}

extension CarpoolWorld: MarketWorld {
  public var scenario: Scenario { input.scenario }
  public var folder: String { input.folder }
  public var inputs: [InputFile] { input.inputs }
  public var notices: [String] { input.notices.map(\.description) }

  public var counts: [(name: String, count: Int)] {
    [("drivers", input.population.drivers.count), ("requests", input.population.requests.count)]
  }

  public var undivided: String? { setup.undivided }

  public func run(_ observation: RunObservation) throws -> CarpoolRun {
    var setup = setup
    if !observation.records { setup.observation = Observation() }
    if let progress = observation.progress { setup.observation.progress = progress }
    setup.threads = observation.threads
    var run = try input.finished(setup.records(), identity: identity)
    run.policy = foreignPolicy
    return run
  }

  public func check() throws { try setup.policy.begin().end() }

  public func explanation(ofRequest id: String, showing shown: Int) throws -> RequestAccount? {
    try explanations(ofRequests: [id], showing: shown)[0]
  }

  public func explanations(ofRequests ids: [String], showing shown: Int) throws -> [RequestAccount?] {
    let population = input.population
    let requests = ids.map { id in
      let wanted = population.requestNames.id(called: id)
      return population.requests.firstIndex { $0.id == wanted }.map { RequestIndex($0) }
    }
    let known = requests.compactMap(\.self)
    guard !known.isEmpty else { return requests.map { _ in nil } }
    var explanations = try explanations(of: known, drivers: shown).explanations.makeIterator()
    return requests.map { request in
      request.flatMap { _ in explanations.next() }.map { RequestAccount($0.text, members: $0.members) }
    }
  }
}

extension CarpoolWorld {
  /// Simulates the run to explain what happened to `requests`; returns one explanation per request, in order, and the
  /// run's records.
  ///
  /// - Parameter drivers: the number of drivers shown for each attempt.
  /// - Throws: any error of the simulator.
  public func explanations(
    of requests: [RequestIndex], drivers: Int
  ) throws -> (explanations: [Explanation], records: RunRecords) {
    var run = self
    var isWanted = [Bool](repeating: false, count: input.population.requests.count)
    for request in requests { isWanted[Int(request)] = true }
    run.setup.observation = Observation()
    run.setup.observation.explained = .init(requests: isWanted, drivers: drivers)
    let records = try run.records()
    let attempts = Dictionary(
      grouping: records.attempts.indices.lazy.filter { isWanted[Int(records.attempts[$0].request)] },
      by: { records.attempts[$0].request })
    let candidates = Dictionary(grouping: records.candidates, by: \.request)
    let explanations = requests.map { request in
      Explanation(
        of: request, in: input, by: records, attempts: attempts[request] ?? [],
        candidates: candidates[request] ?? [], shown: drivers)
    }
    return (explanations, records)
  }
}
