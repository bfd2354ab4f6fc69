import Foundation
import Metrics
import Quantities
import RoadNetwork
import Scenario
import Simulation
import Synthesis
import Tables

extension Command {
  static let setOption = Option(
    name: "--set", value: "FIELD=VALUE",
    help: "another value for a field, as matching.radius_m=800; repeatable",
    repeats: true)

  static let run = Command(
    name: "run", summary: "run a scenario and write its results", operands: "SCENARIO", operandCount: 1...1,
    options: [
      setOption,
      Option(name: "--seed", value: "N", help: "another master seed"),
      Option(name: "--replication", value: "N", help: "another replication of the same scenario"),
      Option(name: "--out", value: "DIR", help: "where the results go; Results/NAME if left out"),
      Option(name: "--force", help: "replace the results that stand there"),
      Option(
        name: "--record", value: "WHAT", help: "also write `candidates` or `events`; repeatable",
        repeats: true),
      Option(
        name: "--routing", value: "METHOD",
        help: "how networks answer: labels (the default), hierarchy or dijkstra; changes no result"),
      Option(name: "--quiet", help: "print nothing but what is wrong"),
      Option(name: "--json", help: "print the summary as JSON"),
    ],
    discussion: """
      Results are a function of scenario and seed: the same command gives the same bytes, and the
      fingerprint at the end of the summary proves it.
      """,
    example: "detour run Scenarios/quickstart.json5 --set matching.radius_m=800 --out Results/r800"
  ) { arguments, command in
    try RunCommand(arguments, command).carryOut()
  }
}

/// Runs one scenario: reads, simulates, writes, and says what came out.
struct RunCommand {
  private let path: String
  private let overrides: [String]
  private let output: String?
  private let replaces: Bool
  private let method: RoutingMethod
  private let isQuiet: Bool
  private let printsJSON: Bool

  init(_ arguments: Arguments, _ command: Command) throws {
    path = arguments.operands[0]
    var overrides = arguments.all("--set")
    if let seed = try arguments.unsigned("--seed", command: command) { overrides.append("seed=\(seed)") }
    if let replication = try arguments.unsigned("--replication", command: command) {
      overrides.append("replication=\(replication)")
    }
    let records = arguments.all("--record")
    for name in records where name != RunTable.candidates.schema.name && name != RunTable.events.schema.name {
      throw UsageError("--record \(name): give candidates or events", command: command.name)
    }
    if !records.isEmpty {
      overrides.append("results.record=[\(records.map { "'\($0)'" }.joined(separator: ","))]")
    }
    self.overrides = overrides
    output = arguments.value("--out")
    if output == "" { throw UsageError("--out is empty: give the name of a folder", command: command.name) }
    replaces = arguments.has("--force")
    method = try Self.method(arguments.value("--routing"), command)
    isQuiet = arguments.has("--quiet")
    printsJSON = arguments.has("--json")
  }

  func carryOut() throws -> Int32 {
    var stopwatch = Stopwatch()
    let bar = ProgressBar(isQuiet: isQuiet || printsJSON)
    defer { bar.clear() }
    let scenario = try Scenario.load(contentsOf: path, overrides: overrides)
    let folder = try ResultFolder(path: output ?? "Results/" + scenario.name, replacing: replaces)
    bar.announce("reading and drawing")
    let world = try stopwatch.measure("input") {
      try World(scenario, folder: scenarioFolder, method: method) { bar.update($0) }
    }
    bar.clear()
    for notice in world.notices { Detour.warn(notice.description) }
    let run = try stopwatch.measure(Performance.simulation) { try simulate(world, bar) }
    bar.announce("writing")
    let figures = Figures(of: run)
    let origin = Manifest.Origin(
      scenario: scenario.resolved, folder: Manifest.way(from: folder.path, to: scenarioFolder),
      overrides: overrides,
      inputs: world.inputFiles,
      version: Detour.version, notices: world.notices.map(\.description))
    let extra = scenario.results.record.compactMap(DataDictionary.table(named:))
    let place = folder.path
    let fingerprint = try stopwatch.measure("output") {
      try Self.naming(place) { () throws(TableError) in
        try folder.write(run, figures: figures, from: origin, extra: extra)
      }
    }
    let performance = Performance(of: run, phases: stopwatch.phases)
    try Self.naming(place) { () throws(TableError) in try folder.write(performance) }
    try folder.close()
    bar.clear()
    var summary = SummaryText(
      identity: run.identity, figures: figures, attemptsPerCycle: scenario.matching.attempts,
      fingerprint: fingerprint, performance: performance)
    summary.startUp = scenario.stationaryPeriod.map {
      (StartUp(of: run, over: $0), scenario.time.warmUp)
    }
    show(summary, place: place)
    return ExitCode.success
  }

  private var scenarioFolder: String { (path as NSString).deletingLastPathComponent }

  private func simulate(_ world: World, _ bar: ProgressBar) throws -> FinishedRun {
    var setup = world.setup
    setup.observation.recordsCandidates = world.scenario.results.record.contains("candidates")
    setup.observation.recordsEvents = world.scenario.results.record.contains("events")
    setup.observation.progress = { bar.update(share: $0, events: $1) }
    var simulator = Simulator(setup)
    try simulator.run()
    return try world.finished(simulator.takeRecords())
  }

  /// Does `body`, which writes the results that go to `place`.
  ///
  /// - Throws: What `body` throws, with the place instead of the hidden folder that the user knows nothing of.
  private static func naming<Result>(
    _ place: String, _ body: () throws(TableError) -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      guard case .unwritable(_, let reason) = error else { throw error }
      throw ResultFolderError.unwritable(path: place, reason: reason)
    }
  }

  private func show(_ summary: SummaryText, place: String) {
    if printsJSON {
      print(json: summary.json)
    } else if !isQuiet {
      print(summary.text, terminator: summary.text.hasSuffix("\n") ? "" : "\n")
      print("results      \(Self.shown(place))")
    }
  }

  static func method(_ name: String?, _ command: Command) throws(UsageError) -> RoutingMethod {
    guard let name else { return .advised(questions: nil) }
    guard let method = RoutingMethod(rawValue: name) else {
      let names = RoutingMethod.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--routing \(name): give one of \(names)", command: command.name)
    }
    return method
  }

  /// A path as the user would type it: relative where it lies below the working folder.
  private static func shown(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }
}
