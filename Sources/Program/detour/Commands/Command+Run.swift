import Foundation
import Ground
import Markets
import Metrics
import Models
import RoadNetwork
import Scenario
import Tables

extension Command {
  /// The tables that some market can record. Which of them apply to a scenario is known only once it has been read.
  private static let recordable = Markets.all.flatMap { $0.scenarios.recordable }.distinct

  static let run = Command(
    name: "run", summary: "run a scenario and write its results",
    operands: [Operand(name: "SCENARIO", kind: .scenario)],
    options: [
      setOption,
      Option(name: "--seed", value: "N", kind: .number, help: "override the master seed"),
      Option(
        name: "--replication", value: "N", kind: .number, help: "run another replication of the same scenario"
      ),
      Option(
        name: "--out", short: "-o", value: "DIR", kind: .folder,
        help: "the result folder; default Results/NAME"),
      Option(name: "--force", help: "overwrite existing results"),
      Option(
        name: "--record", value: "WHAT", kind: .words(recordable),
        help: "also write an optional table, such as `tracks` or `events`; repeatable",
        repeats: true),
      regretOption,
      routingOption,
      Option(
        name: "--threads", value: "N", kind: .number,
        help:
          "the number of threads for searches in windows or over all drivers; does not change results; default 1"
      ),
      quietOption,
      Option(name: "--json", help: "print the summary as JSON"),
    ],
    discussion: """
      Results depend only on scenario and seed: the same command gives identical bytes on every processor. To verify
      this, compare the fingerprints at the end of the summaries.
      """,
    example: "detour run Scenarios/quickstart.json5 --set matching.radius_m=800 --out Results/r800"
  ) { arguments, command in
    try RunCommand(arguments, command).carryOut()
  }
}

/// Runs one scenario: reads it, simulates, writes the results and prints a summary.
struct RunCommand {
  private let path: String
  private let overrides: [String]
  private let output: String?
  private let replaces: Bool
  private let method: RoutingMethod
  private let threads: Int
  private let isQuiet: Bool
  private let printsJSON: Bool

  init(_ arguments: Arguments, _ command: Command) throws {
    path = arguments.operands[0]
    var overrides = arguments.all("--set")
    if let seed = try arguments.unsigned("--seed") { overrides.append("seed=\(seed)") }
    if let replication = try arguments.unsigned("--replication") {
      overrides.append("replication=\(replication)")
    }
    if arguments.has("--regret") { overrides.append("results.hindsight=true") }
    let records = arguments.all("--record")
    if !records.isEmpty {
      overrides.append("results.record=[\(records.map { "'\($0)'" }.joined(separator: ","))]")
    }
    self.overrides = overrides
    output = arguments.value("--out")
    if output == "" { throw command.misuse("--out is empty: give the name of a folder") }
    replaces = arguments.has("--force")
    method = Self.method(arguments)
    threads = try arguments.count("--threads", 1...4096) ?? 1
    isQuiet = arguments.has("--quiet")
    printsJSON = arguments.has("--json")
  }

  func carryOut() throws -> Int32 {
    let bar = ProgressBar(isQuiet: isQuiet || printsJSON)
    defer { bar.clear() }
    let scenario = try Scenario.load(
      contentsOf: path, overrides: overrides, markets: Markets.scenarios)
    let market = Markets.of(scenario)
    try carryOut(scenario, of: market, bar)
    return ExitCode.success
  }

  private func carryOut<Market: MarketModel>(
    _ scenario: Scenario, of market: Market.Type, _ bar: ProgressBar
  ) throws {
    let folder = try ResultFolder(path: output ?? "Results/" + scenario.name, replacing: replaces)
    let place = folder.path
    bar.announce("reading and sampling")
    var watch = Stopwatch()
    let world: Market.Ready = try watch.measure(Performance.input) {
      try market.world(of: scenario, folder: FilePath.folder(of: path), on: .method(method)) {
        bar.update($0)
      }
    }
    bar.clear()
    let processors = ProcessInfo.processInfo.activeProcessorCount
    for notice in world.warnings + notices(on: world, processors) { Detour.warn(notice) }
    let observation = RunObservation(threads: min(threads, processors)) { bar.update(share: $0, events: $1) }
    let results = try world.results(observation, watch)
    bar.announce("writing")
    let receipt = try results.keep(
      in: folder, version: Detour.version, overrides: overrides, threads: processors)
    bar.clear()
    var summary = results.summary(receipt)
    summary.width = TerminalWidth.ofOutput
    show(summary, place: place)
  }

  /// Returns notices about the number of threads, one sentence each.
  private func notices(on world: some MarketWorld, _ processors: Int) -> [String] {
    guard threads > 1 else { return [] }
    if let reason = world.undivided { return ["--threads \(threads) has no effect on this run: \(reason)"] }
    return threads > processors
      ? [
        "--threads \(threads): there are only \(processors) processors, so \(processors) threads are used"
      ]
      : []
  }

  private func show(_ summary: SummaryText, place: String) {
    if printsJSON {
      print(json: summary.json, as: .run)
    } else if !isQuiet {
      print(summary.text, terminator: summary.text.hasSuffix("\n") ? "" : "\n")
      print("results      \(Self.shown(place))")
    }
  }

  /// Returns the routing method given by `--routing`, or by default the recommended one.
  static func method(_ arguments: Arguments) -> RoutingMethod {
    arguments.value("--routing").flatMap(RoutingMethod.init(rawValue:)) ?? .advised(questions: nil)
  }

  /// Returns a path as the user would type it: relative if it is below the working directory.
  private static func shown(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }
}
