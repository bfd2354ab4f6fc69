import Foundation
import JSON5
import Metrics
import Quantities
import RoadNetwork
import Scenario
import Tables

extension Command {
  static let network = Command(
    name: "network", summary: "import, inspect and query road networks",
    operands: [
      Operand(name: "VERB", kind: .known(networkVerbs.map(\.name))),
      Operand(name: "FILE", kind: .path, count: 0...3),
    ],
    verbs: networkVerbs,
    options: [
      Option(
        name: "--out", short: "-o", value: "FILE", kind: .file(["network"]),
        help: "import: the file to write, NAME.network"),
      Option(
        name: "--length-unit-m", value: "X",
        kind: .number, help: "import, DIMACS: metres in a unit of the distance graph", standard: "0.1"),
      Option(
        name: "--time-unit-s", value: "X", kind: .number,
        help: "import, DIMACS: seconds in a unit of the time graph; 0.0036, a decimetre at 100 km/h"),
      Option(
        name: "--speed-kmh", value: "X", kind: .number,
        help: "import, DIMACS: one speed for all in place of the time graph; 50 where there is none"),
      Option(
        name: "--check",
        help: "info: say that every byte of a .network file agrees with its checksum, as it must to be read"),
      Option(
        name: "--from", value: "LAT,LON", help: "route: where it begins; X,Y on a plane, or a node's id"),
      Option(name: "--to", value: "LAT,LON", help: "route: where it ends"),
      Option(
        name: "--pairs", value: "FILE", kind: .file(["csv"]),
        help: "route: a CSV file of many (from, to: ids; or from_lon, from_lat, …); - for standard input"),
      Option(
        name: "--snap-m", value: "X", kind: .number,
        help: "route: the farthest that an end may lie from a node",
        standard: "500"),
      Option(
        name: "--travel-time-factor", value: "X", kind: .number,
        help: "prepare: the scenario's travel_time_factor", standard: "1"),
      Option(
        name: "--routing", value: "METHOD",
        kind: .words([RoutingMethod.labels, .hierarchy].map(\.rawValue)),
        help: "prepare: labels (the default) or hierarchy"),
      Option(name: "--json", help: "import, info, route, prepare: print the figures as JSON"),
      Option(name: "--geojson", help: "route: print the line as GeoJSON"),
    ],
    discussion: """
      \(NetworkFormat.all.map { "\($0.name): \($0.files)" }.joined(separator: "\n"))

      A DIMACS graph does not say its units: the options do. A scenario takes the same files:
      space: { kind: "network", file: … }.
      """,
    example: "detour network import porto.osm.pbf -o porto.network"
  ) { arguments, command in
    try NetworkCommand(arguments, command).carryOut()
  }
}

/// One of the things to be done with a network.
struct NetworkCommand {
  fileprivate enum Action: String, CaseIterable {
    case `import`, info, route, prepare, profile, formats
  }

  private let action: Action
  let arguments: Arguments
  let command: Command

  init(_ arguments: Arguments, _ command: Command) throws(UsageError) {
    let word = arguments.operands[0]
    guard let action = Action(rawValue: word), let verb = command.verbs.first(where: { $0.name == word })
    else {
      if let second = arguments.operands.dropFirst().first, Action(rawValue: second) != nil {
        throw UsageError("say what to do first: detour network \(second) \(word)", command: "network")
      }
      let verbs = command.verbs.map(\.name)
      let advice = Suggestion(for: word, among: verbs).or("give one of \(verbs.joined(separator: ", "))")
      throw UsageError("`\(word)` is nothing to do with a network; \(advice)", command: "network")
    }
    let takesFile = !verb.operands.isEmpty
    if action == .route, arguments.operands.count > 2 {
      throw UsageError(
        "give the file first and the ends by name: detour network route FILE --from LAT,LON --to LAT,LON",
        command: "network")
    }
    guard arguments.operands.count == (takesFile ? 2 : 1) else {
      let expected = takesFile ? "one file or folder" : "nothing"
      throw UsageError("`detour network \(word)` takes \(expected)", command: "network")
    }
    self.action = action
    self.arguments = arguments
    self.command = command
  }

  func carryOut() throws -> Int32 {
    switch action {
    case .import: try importNetwork()
    case .info: try inform()
    case .route: try route()
    case .prepare: try prepare()
    case .profile: print(OSMProfile.markdown, terminator: "")
    case .formats: print(NetworkFormat.markdown, terminator: "")
    }
    return ExitCode.success
  }

  var path: String { arguments.operands[1] }

  private func importNetwork() throws {
    guard let output = arguments.value("--out") else {
      throw UsageError("say where the network goes: -o NAME.network", command: "network")
    }
    guard output.hasSuffix(".network") else {
      throw UsageError(
        "`\(output)` does not end in .network, by which its format is known", command: "network")
    }
    try OwnFile.check(output, for: "a network") { $0.begins(with: "detour-archive ") }
    let loaded = try NetworkSource.load(path, options: options())
    try loaded.network.write(to: output, origin: loaded.origin)
    _ = try NetworkArchive(contentsOf: output).network()
    if arguments.has("--json") {
      print(json: .object(NetworkText.size(loaded, file: output)), as: .networkImport)
      return
    }
    print(loaded.origin)
    print("\(output): \(loaded.network.nodeCount) nodes, \(loaded.network.linkCount) links")
  }

  private func inform() throws {
    let source = try NetworkSource(path, options: options())
    if arguments.has("--check") {
      guard source.format == .archive else {
        throw UsageError("--check is for .network files: the others have no checksums", command: "network")
      }
    }
    let loaded = try source.load()
    if arguments.has("--json") {
      print(json: NetworkText.json(loaded, file: path, isChecked: arguments.has("--check")), as: .networkInfo)
      return
    }
    print(loaded.origin)
    print(NetworkSummary(loaded.network))
    if arguments.has("--check") { print("checksums: right") }
  }

  /// Fills the folder that runs look into.
  private func prepare() throws {
    let factor = try arguments.numberOrStandard("--travel-time-factor")
    guard (0.01...100).contains(factor) else {
      throw UsageError("--travel-time-factor lies between 0.01 and 100", command: "network")
    }
    let method = arguments.value("--routing").flatMap(RoutingMethod.init(rawValue:)) ?? .labels
    let network = try NetworkSource.load(path).network.scaled(travelTimeFactor: factor)
    let folder = RoutingIndex.folder(beside: path)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let bar = ProgressBar(isQuiet: arguments.has("--json"))
    let index = RoutingIndex(network, method: method, cachedIn: folder) {
      bar.update($0)
    }
    bar.clear()
    if arguments.has("--json") {
      let members: [JSON.Member] = [
        .init("folder", .text(folder)), .init("method", .text(index.method.rawValue)),
        .init("nodes", .integer(Int128(network.nodeCount))),
      ]
      print(json: .object(members), as: .networkPrepare)
      return
    }
    print("\(folder): \(index.method.rawValue) for \(network.nodeCount) nodes")
  }

  func options() throws -> ImportOptions {
    var options = ImportOptions()
    func positive(_ name: String) throws -> Double? {
      guard let value = try arguments.number(name, command: command) else { return nil }
      guard value > 0 else { throw UsageError("\(name) must be above 0", command: "network") }
      return value
    }
    if let unit = try positive("--length-unit-m") { options.lengthUnit = unit }
    if let unit = try positive("--time-unit-s") { options.timeUnit = unit }
    options.speedKmh = try positive("--speed-kmh")
    return options
  }
}
