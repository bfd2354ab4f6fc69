import Foundation
import JSON5
import RoadNetwork
import Tables

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

      DIMACS graphs do not specify their units; the options do. A scenario reads the same files:
      space: { kind: "network", file: … }.
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

  /// Prints what a network contains.
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
