import Matching
public import Metrics
public import RoadNetwork
public import Scenario
public import Simulation
public import Synthesis
import Tables

/// A run of a scenario, from its world to its results.
///
///     var run = try Run(contentsOf: "Scenarios/quickstart.json5")
///     run.setup.policy = LeastDetour()                    // where it shall not be the scenario's
///     let results = try run.results()
///     results.figures[.matchRate]                         // 0.62
///     try results.keep(in: ResultFolder(path: "Results/quickstart"), version: "mine")
///
/// The same results come of it each time that they are asked for.
public struct Run {
  public let world: World
  /// What is simulated, with which policy, and who hears how far it is.
  public var setup: SimulationSetup
  /// What has been measured so far.
  private var watch: Stopwatch

  /// Takes the run of `world`, with the records that its scenario asks for.
  public init(_ world: World) { self.init(world, Stopwatch()) }

  /// Reads the scenario in the file `path` and makes its world, with `overrides` (`field=value`) put into it.
  ///
  /// - Throws: `ScenarioError`, `NetworkError`, `TableError` or `SynthesisError`, with everything that is wrong.
  public init(contentsOf path: String, overrides: [String] = []) throws {
    try self.init(
      Scenario.load(contentsOf: path, overrides: overrides), folder: FilePath.folder(of: path))
  }

  /// Makes the world of `scenario`, the files of which are relative to `folder`.
  ///
  /// - Parameters:
  ///   - method: how a network answers; it changes no result.
  ///   - progress: hears how far the world is.
  /// - Throws: `NetworkError`, `TableError` or `SynthesisError`, with everything that is wrong.
  public init(
    _ scenario: Scenario, folder: String, method: RoutingMethod = .advised(questions: nil),
    progress: World.Progress = { _ in }
  ) throws {
    var watch = Stopwatch()
    let world = try watch.measure(Performance.input) {
      try World(scenario, folder: folder, method: method, progress: progress)
    }
    self.init(world, watch)
  }

  /// Makes the world of `scenario` on `ground`, likewise; of the processor's time only that of this thread counts.
  ///
  /// - Throws: `SynthesisError`, with everything that is wrong.
  public init(
    _ scenario: Scenario, folder: String, on ground: Ground, progress: World.Progress = { _ in }
  ) throws(SynthesisError) {
    var watch = Stopwatch(ofThread: true)
    let world = try watch.measure(Performance.input) { () throws(SynthesisError) in
      try World(scenario, folder: folder, on: ground, progress: progress)
    }
    self.init(world, watch)
  }

  private init(_ world: World, _ watch: Stopwatch) {
    self.world = world
    self.watch = watch
    setup = world.setup
    // Tables are made when they are first looked at: those that most runs do not record, not for their names alone.
    let record = world.scenario.results.record
    setup.observation.recordsTracks = !record.isEmpty && record.contains(RunTable.tracks.schema.name)
    setup.observation.recordsCandidates =
      !record.isEmpty && record.contains(RunTable.candidates.schema.name)
    setup.observation.recordsEvents = !record.isEmpty && record.contains(RunTable.events.schema.name)
  }

  /// Who the run is; one under a policy that the scenario does not name is another one.
  public var identity: RunIdentity {
    RunIdentity(of: world.scenario, inputs: world.inputs, policy: foreignPolicy)
  }

  /// The name of the policy where it is not the scenario's.
  private var foreignPolicy: String? {
    setup.policy.name == world.scenario.matching.policy.rawValue ? nil : setup.policy.name
  }

  /// Simulates, and gives what is left of it.
  ///
  /// - Throws: What the simulator throws.
  public func records() throws -> RunRecords { try setup.records() }

  /// Simulates, and takes the figures.
  ///
  /// - Throws: `RunError`, and what the simulator throws.
  public func results() throws -> RunResults {
    var watch = watch
    var run = try watch.measure(Performance.simulation) { try world.finished(records()) }
    run.identity = identity
    return RunResults(world: world, run: run, policy: foreignPolicy, watch: watch)
  }
}
