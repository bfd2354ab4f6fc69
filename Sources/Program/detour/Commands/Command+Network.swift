import Foundation
import JSON5
import Quantities
import RoadNetwork
import Tables

/// A network's figures as JSON.
enum NetworkText {
  /// Returns the members with which every output about a network begins.
  static func size(_ loaded: LoadedNetwork, file: String) -> [JSON.Member] {
    [
      .init("file", .text(file)), .init("origin", .text(loaded.origin)),
      .init("nodes", .integer(loaded.network.nodeCount)),
      .init("links", .integer(loaded.network.linkCount)),
    ]
  }

  /// Returns all figures of the network in `file`.
  static func json(_ loaded: LoadedNetwork, file: String, isChecked: Bool) -> JSON {
    let summary = NetworkSummary(loaded.network)
    let corners = [summary.low.x, summary.low.y, summary.high.x, summary.high.y]
    return .object(
      size(loaded, file: file) + [
        .init("length_m", .number(summary.metres)), .init("components", .integer(summary.components)),
        .init("bends", .integer(summary.bends)),
        .init("is_geographic", .boolean(summary.isGeographic)),
        .init("extent", .list(corners.map { .number($0) })),
        .init("classes", .list(summary.classes.map(json))),
      ] + (isChecked ? [.init("checksums_right", .boolean(true))] : []))
  }

  private static func json(_ roads: NetworkSummary.RoadClass) -> JSON {
    [
      "name": .text(roads.name), "links": .integer(roads.links),
      "length_m": .number(roads.metres),
      "slowest_kmh": .number(roads.slowestKmh),
      "mean_kmh": .number(roads.meanKmh),
      "fastest_kmh": .number(roads.fastestKmh),
    ]
  }
}

extension Command {
  static let network = Command(
    name: "network", summary: "import, inspect and query road networks",
    operands: [
      Operand(name: "VERB", kind: .known { networkVerbs.map(\.word) }),
      Operand(name: "FILE", kind: .path, count: 0...3),
    ],
    verbs: networkVerbs,
    discussion: """
      \(NetworkFormat.all.map { "\($0.name): \($0.files)" }.joined(separator: "\n"))

      DIMACS graphs do not specify their units; the options do. To use the same files in a
      scenario, write space: { kind: "network", file: … }.
      """,
    example: "detour network import porto.osm.pbf -o porto.network"
  ) { arguments, command in
    let words = arguments.operands
    let verbs = command.verbs.map(\.word)
    if words.count > 1, verbs.contains(words[1]) {
      throw command.misuse("put the verb first: detour network \(words[1]) \(words[0])")
    }
    let advice = Suggestion(for: words[0], among: verbs).or("give one of \(verbs.joined(separator: ", "))")
    throw command.misuse("`\(words[0])` is not a verb of `detour network`; \(advice)")
  }
}

/// An operation on a network.
struct NetworkCommand {
  let arguments: Arguments
  let command: Command

  init(_ arguments: Arguments, _ command: Command) {
    self.arguments = arguments
    self.command = command
  }

  var path: String { arguments.operands[0] }

  /// Reads a network and writes it as a file that loads faster.
  func importNetwork() throws {
    guard let output = arguments.value("--out") else {
      throw command.misuse("the output file is missing: give -o NAME.network")
    }
    guard output.hasSuffix(".network") else {
      throw command.misuse("`\(output)` does not end in .network, the extension that identifies the format")
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

  /// Prints the contents of a network.
  func inform() throws {
    let source = try NetworkSource(path, options: options())
    if arguments.has("--check") {
      guard source.format == .archive else {
        throw command.misuse("--check applies to .network files only: others have no checksums")
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

  /// Prepares the routing of a network in the folder where runs look for it.
  func prepare() throws {
    let factor = try arguments.numberOrStandard("--travel-time-factor")
    guard (0.01...100).contains(factor) else {
      throw command.misuse("--travel-time-factor must be between 0.01 and 100")
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
        .init("nodes", .integer(network.nodeCount)),
      ]
      print(json: .object(members), as: .networkPrepare)
      return
    }
    print("\(folder): \(index.method.rawValue) for \(network.nodeCount) nodes")
  }

  func options() throws -> ImportOptions {
    var options = ImportOptions()
    func positive(_ name: String) throws -> Double? {
      guard let value = try arguments.number(name) else { return nil }
      guard value > 0 else { throw command.misuse("\(name) must be above 0") }
      return value
    }
    if let unit = try positive("--length-unit-m") { options.lengthUnit = unit }
    if let unit = try positive("--time-unit-s") { options.timeUnit = unit }
    options.speedKmh = try positive("--speed-kmh")
    return options
  }
}

/// The verbs of `detour network`.
extension Command {
  static let networkVerbs = [
    networkImport, networkInfo, networkRoute, networkPrepare, networkProfile, networkFormats,
  ]

  private static let networkFile = Operand(name: "FILE", kind: .path)
  private static let figuresOption = jsonOption("the figures")

  /// The options for properties that a DIMACS graph does not contain.
  private static let importOptions = [
    Option(
      name: "--length-unit-m", value: "X", kind: .number,
      help: "DIMACS: metres per unit of the distance graph", standard: "0.1"),
    Option(
      name: "--time-unit-s", value: "X", kind: .number,
      help: "DIMACS: seconds per unit of the time graph; default 0.0036, a decimetre at 100 km/h"),
    Option(
      name: "--speed-kmh", value: "X", kind: .number,
      help: "DIMACS: a uniform speed instead of the time graph; default 50 if there is none"),
  ]

  private static let networkImport = Command(
    name: "network import", summary: "convert a network to a file that loads instantly",
    operands: [networkFile],
    forms: [
      Form(
        usage: "FILE -o NAME.network",
        summary: "convert a network to a file that loads instantly")
    ],
    options: [
      Option(
        name: "--out", short: "-o", value: "FILE", kind: .file(["network"]),
        help: "the file to write, NAME.network"), figuresOption,
    ] + importOptions
  ) { arguments, command in
    try NetworkCommand(arguments, command).importNetwork()
    return ExitCode.success
  }

  private static let networkInfo = Command(
    name: "network info", summary: "show the nodes, links, extent, and speeds by class",
    operands: [networkFile],
    options: [
      Option(
        name: "--check",
        help:
          "report that the checksums of a .network file are right; every command verifies them when it reads one"
      ),
      figuresOption,
    ] + importOptions
  ) { arguments, command in
    try NetworkCommand(arguments, command).inform()
    return ExitCode.success
  }

  private static let networkRoute = Command(
    name: "network route", summary: "find the fastest route between two points, or for many pairs",
    operands: [Operand(name: "FILE", kind: .path, count: 1...3)],
    forms: [
      Form(usage: "FILE --from … --to …", summary: "print the fastest route between two points"),
      Form(
        usage: "FILE --pairs PAIRS.csv",
        summary: "print the time and length of the fastest route for many pairs, as CSV"),
    ],
    options: [
      Option(name: "--from", value: "LAT,LON", help: "the origin; X,Y on a plane, or a node's id"),
      Option(name: "--to", value: "LAT,LON", help: "the destination"),
      Option(
        name: "--pairs", value: "FILE", kind: .file(["csv"]),
        help: "a CSV file of pairs (from, to: ids; or from_lon, from_lat, …); - for standard input"),
      Option(
        name: "--snap-m", value: "X", kind: .number,
        help: "the maximum distance from an end to the nearest node, in metres",
        standard: "500"),
      figuresOption,
      Option(name: "--geojson", help: "print the route as GeoJSON"),
    ] + importOptions
  ) { arguments, command in
    try NetworkCommand(arguments, command).route()
    return ExitCode.success
  }

  private static let networkPrepare = Command(
    name: "network prepare",
    summary: """
      store routing preprocessing in FILE.routing, for later runs;
      for a .network file, runs do so automatically
      """,
    operands: [networkFile],
    options: [
      Option(
        name: "--travel-time-factor", value: "X", kind: .number, help: "the scenario's travel_time_factor",
        standard: "1"),
      Option(
        name: "--routing", value: "METHOD",
        kind: .words([RoutingMethod.labels, .hierarchy].map(\.rawValue)),
        help: "the routing algorithm: labels (the default) or hierarchy"),
      figuresOption,
    ]
  ) { arguments, command in
    try NetworkCommand(arguments, command).prepare()
    return ExitCode.success
  }

  private static let networkProfile = Command(
    name: "network profile", summary: "print the OpenStreetMap profile for cars as Markdown"
  ) { _, _ in
    print(OSMProfile.markdown, terminator: "")
    return ExitCode.success
  }

  private static let networkFormats = Command(
    name: "network formats", summary: "print the supported formats of FILE as Markdown"
  ) { _, _ in
    print(NetworkFormat.markdown, terminator: "")
    return ExitCode.success
  }
}
