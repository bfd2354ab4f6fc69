import Foundation
import Markets
import Metrics
import Models
import RoadNetwork
import Scenario
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
        name: "--record", value: "WHAT", help: "also write `tracks`, `candidates` or `events`; repeatable",
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
    // What the market of the scenario can record is known when that is read.
    let known = Markets.all.flatMap { $0.scenarios.recordable }.distinct
    for name in records where !known.contains(name) {
      throw UsageError(
        "--record \(name): give one of \(known.joined(separator: ", "))", command: command.name)
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
    bar.announce("reading and drawing")
    var watch = Stopwatch()
    let world: Market.Ready = try watch.measure(Performance.input) {
      try market.world(of: scenario, folder: FilePath.folder(of: path), on: .method(method)) {
        bar.update($0)
      }
    }
    bar.clear()
    for notice in world.notices { Detour.warn(notice) }
    let results = try world.results(RunObservation { bar.update(share: $0, events: $1) }, watch)
    bar.announce("writing")
    let receipt = try results.keep(
      in: folder, version: Detour.version, overrides: overrides,
      threads: ProcessInfo.processInfo.activeProcessorCount)
    bar.clear()
    show(results.summary(receipt), place: place)
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
