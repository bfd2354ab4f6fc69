import Foundation
import Metrics
import Quantities
import RoadNetwork
import Scenario
import Tables

extension Command {
  static let network = Command(
    name: "network", summary: "import, inspect and query road networks", operands: "VERB [FILE]",
    operandCount: 1...4,
    options: [
      Option(name: "--out", value: "FILE", help: "import: the file to write, NAME.network"),
      Option(name: "-o", value: "FILE", help: "the same"),
      Option(
        name: "--length-unit-m", value: "X",
        help: "import, DIMACS: metres in a unit of the distance graph; 0.1"),
      Option(
        name: "--time-unit-s", value: "X",
        help: "import, DIMACS: seconds in a unit of the time graph; 0.0036, a decimetre at 100 km/h"),
      Option(
        name: "--speed-kmh", value: "X",
        help: "import, DIMACS: one speed for all in place of the time graph; 50 where there is none"),
      Option(
        name: "--check",
        help: "info: say that every byte of a .network file agrees with its checksum, as it must to be read"),
      Option(
        name: "--from", value: "LAT,LON", help: "route: where it begins; X,Y on a plane, or a node's id"),
      Option(name: "--to", value: "LAT,LON", help: "route: where it ends"),
      Option(
        name: "--pairs", value: "FILE",
        help: "route: a CSV file of many (from, to: ids; or from_lon, from_lat, …); - for standard input"),
      Option(name: "--snap-m", value: "X", help: "route: the farthest that an end may lie from a node; 500"),
      Option(
        name: "--travel-time-factor", value: "X", help: "prepare: the scenario's travel_time_factor; 1"),
      Option(name: "--routing", value: "METHOD", help: "prepare: labels (the default) or hierarchy"),
      Option(name: "--json", help: "route: print duration_s and distance_m as JSON"),
      Option(name: "--geojson", help: "route: print the line as GeoJSON"),
    ],
    discussion: """
      detour network import FILE -o NAME.network   read a network once and keep it in a file that opens at once
      detour network info FILE                     nodes, links, speeds by class, extent
      detour network route FILE --from … --to …    the quickest way between two points
      detour network route FILE --pairs PAIRS.csv  time and length of the quickest way of many pairs, as CSV
      detour network prepare FILE                  keep what routing prepares in FILE.routing, for later runs;
                                                   beside a .network file runs do so by themselves
      detour network profile                       how cars use OpenStreetMap, as Markdown
      detour network formats                       what FILE may be, as Markdown: files and folders of these formats

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
  private enum Verb: String, CaseIterable {
    case `import`, info, route, prepare, profile, formats

    /// The options that belong to it.
    var options: [String] {
      switch self {
      case .import: ["--out", "-o", "--length-unit-m", "--time-unit-s", "--speed-kmh"]
      case .info: ["--check", "--length-unit-m", "--time-unit-s", "--speed-kmh"]
      case .route:
        [
          "--from", "--to", "--pairs", "--snap-m", "--json", "--geojson", "--length-unit-m", "--time-unit-s",
          "--speed-kmh",
        ]
      case .prepare: ["--travel-time-factor", "--routing"]
      case .profile, .formats: []
      }
    }
  }

  private let verb: Verb
  let arguments: Arguments
  let command: Command

  init(_ arguments: Arguments, _ command: Command) throws(UsageError) {
    let word = arguments.operands[0]
    guard let verb = Verb(rawValue: word) else {
      if let second = arguments.operands.dropFirst().first, Verb(rawValue: second) != nil {
        throw UsageError("say what to do first: detour network \(second) \(word)", command: "network")
      }
      let verbs = Verb.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("`\(word)` is nothing to do with a network; give one of \(verbs)", command: "network")
    }
    for option in command.options where arguments.has(option.name) && !verb.options.contains(option.name) {
      throw UsageError("\(option.name) is no option of `detour network \(word)`", command: "network")
    }
    let takesFile = verb != .profile && verb != .formats
    if verb == .route, arguments.operands.count > 2 {
      throw UsageError(
        "give the file first and the ends by name: detour network route FILE --from LAT,LON --to LAT,LON",
        command: "network")
    }
    guard arguments.operands.count == (takesFile ? 2 : 1) else {
      let expected = takesFile ? "one file or folder" : "nothing"
      throw UsageError("`detour network \(word)` takes \(expected)", command: "network")
    }
    self.verb = verb
    self.arguments = arguments
    self.command = command
  }

  func carryOut() throws -> Int32 {
    switch verb {
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
    guard let output = arguments.value("--out") ?? arguments.value("-o") else {
      throw UsageError("say where the network goes: -o NAME.network", command: "network")
    }
    guard output.hasSuffix(".network") else {
      throw UsageError(
        "`\(output)` does not end in .network, by which its format is known", command: "network")
    }
    let loaded = try NetworkSource.load(path, options: options())
    try loaded.network.write(to: output, origin: loaded.origin)
    _ = try NetworkArchive(contentsOf: output).network()
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
    print(loaded.origin)
    print(NetworkSummary(loaded.network))
    if arguments.has("--check") { print("checksums: right") }
  }

  /// Fills the folder that runs look into.
  private func prepare() throws {
    let factor = try arguments.number("--travel-time-factor", command: command) ?? 1
    guard (0.01...100).contains(factor) else {
      throw UsageError("--travel-time-factor lies between 0.01 and 100", command: "network")
    }
    let name = arguments.value("--routing") ?? RoutingMethod.labels.rawValue
    guard let method = RoutingMethod(rawValue: name), method != .dijkstra else {
      throw UsageError("--routing \(name): give labels or hierarchy", command: "network")
    }
    let network = try NetworkSource.load(path).network.scaled(travelTimeFactor: factor)
    let folder = RoutingIndex.folder(beside: path)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let bar = ProgressBar(isQuiet: false)
    let index = RoutingIndex(network, method: method, cachedIn: folder) {
      bar.update($0)
    }
    bar.clear()
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

extension Arguments {
  /// The value of `name` as a finite number.
  ///
  /// - Throws: `UsageError` where something else was given.
  func number(_ name: String, command: Command) throws(UsageError) -> Double? {
    guard let text = value(name) else { return nil }
    guard let number = Double(text), number.isFinite else {
      throw UsageError("\(name) \(text): give a number", command: command.name)
    }
    return number
  }
}
