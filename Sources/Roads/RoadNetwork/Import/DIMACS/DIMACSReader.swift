import Foundation
import Quantities
import Tables

extension NetworkFormat {
  static let dimacs = NetworkFormat(
    "DIMACS", endings: DIMACSReader.endings, folder: "a .gr file",
    "The 9th challenge: `NAME-d.X.gr` or `NAME-t.X.gr` with its `.co` beside it, plain or `.gz`. The files do not state"
      + " units: `--length-unit-m` (0.1), `--time-unit-s` (0.0036: a decimetre at 100 km/h) or `--speed-kmh`; without"
      + " them, and in a scenario, the units of the challenge, refused where they cannot be right.",
    entry: { folder in
      // Distances sort first by name: "-d." before "-t.".
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let graph = names.ordered().first { DIMACSReader.endings.contains(where: $0.lowercased().hasSuffix) }
      return graph.map { folder + "/" + $0 }
    }, reader: { file, options in DIMACSReader(file: file, options: options) })
}

/// Reads a network of the 9th DIMACS challenge (www.diag.uniroma1.it/challenge9).
///
///     let (network, report) = try DIMACSReader(file: "USA-road-d.NY.gr.gz").read()
///
/// The weights of a graph with `-d.` in its name are distances, and those of a graph with `-t.` are times; the other
/// graph is expected beside the given one. Without a graph of times, cars drive at one speed; without a graph of
/// distances, links have great-circle lengths. Coordinates are in millionths of a degree; nodes keep their numbers, and
/// links are numbered in the order of the graph.
public struct DIMACSReader: NetworkReader {
  /// The file extensions of graphs.
  static let endings = [".gr", ".gr.gz"]

  /// The path of either graph file, of distances or of times.
  public let file: String
  private let options: ImportOptions

  /// Creates a reader of the graph `file` and the files beside it.
  public init(file: String, options: ImportOptions = ImportOptions()) {
    self.file = file
    self.options = options
  }

  /// The files of the network, in reading order.
  public var files: [String] { [coordinates, distances, times].compactMap(\.self) }

  /// Reads the largest strongly connected component of the graph, with a report of the data left out.
  ///
  /// - Throws: `NetworkError.faults` with the faulty lines, `NetworkError.mismatch` if the files belong to different
  ///   graphs, `NetworkError.implausibleUnit` if they use other units.
  public func read() throws(NetworkError) -> (network: Network, report: NetworkReport) {
    var faults: [TableError] = []
    func gathering<Value>(_ read: () throws(TableError) -> Value?) -> Value? {
      do throws(TableError) { return try read() } catch { faults.append(error) }
      return nil
    }
    let places = gathering { () throws(TableError) in try DIMACSCoordinates(contentsOf: coordinatesOrExpected)
    }
    let lengths = gathering { () throws(TableError) in try distances.map(DIMACSGraph.read) ?? nil }
    let durations = gathering { () throws(TableError) in try times.map(DIMACSGraph.read) ?? nil }
    guard faults.isEmpty, let places, let graph = lengths ?? durations else { throw .faults(faults) }
    guard graph.nodeCount == places.coordinates.count else {
      throw .mismatch(
        file: graph.file, other: coordinatesOrExpected,
        reason: "\(graph.nodeCount) nodes against \(places.coordinates.count)")
    }
    if let lengths, let durations, lengths.tails != durations.tails || lengths.heads != durations.heads {
      throw .mismatch(file: durations.file, other: lengths.file, reason: "the arcs differ")
    }
    var report = NetworkReport()
    let all = build(places.coordinates, graph, lengths, durations, &report)
    if lengths != nil, options.lengthUnit == nil { try checkLengthUnit(all) }
    if durations != nil, options.timeUnit == nil { try checkTimeUnit(all) }
    let network = all.largestStrongComponent(report: &report)
    guard network.nodeCount > 1 else { throw .noConnectedNodes(source: file) }
    return (network, report)
  }

  private func build(
    _ coordinates: [Coordinates], _ graph: DIMACSGraph, _ lengths: DIMACSGraph?, _ durations: DIMACSGraph?,
    _ report: inout NetworkReport
  ) -> Network {
    var builder = NetworkBuilder(geometry: .globe)
    for (index, place) in coordinates.enumerated() { builder.addNode(id: Int64(index + 1), at: place) }
    for arc in graph.tails.indices {
      let tail = graph.tails[arc]
      let head = graph.heads[arc]
      let metres: Metres =
        lengths.map { Double($0.weights[arc]) * (options.lengthUnit ?? ImportOptions.challengeLengthUnit) }
        ?? Self.greatCircle(coordinates[Int(tail)], coordinates[Int(head)])
      let time: Int32? =
        durations.map {
          Network.milliseconds(
            seconds: Double($0.weights[arc]) * (options.timeUnit ?? ImportOptions.challengeTimeUnit))
        }
        ?? Network.milliseconds(
          metres: metres, kilometresPerHour: options.speedKmh ?? ImportOptions.usualSpeedKmh)
      guard let time, metres <= Network.longestLink else {
        report.linksTooLong += 1
        continue
      }
      builder.addLink(id: Int64(arc + 1), from: tail, to: head, metres: metres, milliseconds: time)
    }
    report.nodesRead = coordinates.count
    report.linksRead = graph.tails.count
    report.selfLoopsDropped = builder.selfLoopsDropped
    return builder.build()
  }

  private static func greatCircle(_ a: Coordinates, _ b: Coordinates) -> Metres {
    let globe = Geometry.globe
    return (globe.distance(globe.position(of: a), globe.position(of: b)) * 1000).rounded() / 1000
  }

  private var isTimeGraph: Bool { name(file).contains("-t.") }
  private var distances: String? { isTimeGraph ? sibling("-t.", "-d.", ".gr") : file }
  private var times: String? {
    guard options.speedKmh == nil else { return nil }
    return isTimeGraph ? file : sibling("-d.", "-t.", ".gr")
  }
  private var coordinates: String? {
    sibling("", "", ".co") ?? sibling("-t.", "-d.", ".co") ?? sibling("-d.", "-t.", ".co")
  }
  private var coordinatesOrExpected: String { coordinates ?? stem + ".co" }

  private func name(_ path: String) -> String { (path as NSString).lastPathComponent }

  /// The path without `.gr` or `.gr.gz`.
  private var stem: String {
    var path = file
    for ending in [".gz", ".gr"] where path.lowercased().hasSuffix(ending) { path.removeLast(3) }
    return path
  }

  /// Returns the file beside `file` with `new` in place of `old` in its name and the given `ending`; nil if
  /// there is none.
  private func sibling(_ old: String, _ new: String, _ ending: String) -> String? {
    let folder = FilePath.folder(of: stem)
    let name = name(stem + ".")
    if !old.isEmpty, !name.contains(old) { return nil }
    let other = old.isEmpty ? name : name.replacingOccurrences(of: old, with: new)
    let path = (folder as NSString).appendingPathComponent(String(other.dropLast()) + ending)
    return [path, path + ".gz"].first { $0 != file && FileManager.default.fileExists(atPath: $0) }
  }
}

/// The node coordinates read from a `.co` file, ordered by node number.
struct DIMACSCoordinates {
  private(set) var coordinates: [Coordinates] = []

  /// Reads the coordinates in the file at `path`.
  init(contentsOf path: String) throws(TableError) {
    var lines = try DIMACSLines(contentsOf: path)
    var known: [Bool] = []
    var count: Int64 = 0
    while let letter = lines.next() {
      if letter == "p", count == 0 {
        for expected in ["aux", "sp", "co"] where lines.word() != expected {
          lines.record("problem", .other("“aux sp co”"))
        }
        // A line takes at least 8 bytes, which bounds the memory for the announced number.
        count = lines.number("nodes", in: 1...max(1, Int64(lines.byteCount / 8))) ?? 0
        if count == 0 { break }
        coordinates = Array(repeating: Coordinates(x: 0, y: 0), count: Int(count))
        known = Array(repeating: false, count: Int(count))
      } else if letter == "v", count > 0 {
        guard let node = lines.number("node", in: 1...count),
          let x = lines.number("longitude", in: -180_000_000...180_000_000),
          let y = lines.number("latitude", in: -90_000_000...90_000_000)
        else { continue }
        if known[Int(node - 1)] { lines.record("node", .other("a node not named by an earlier line")) }
        known[Int(node - 1)] = true
        coordinates[Int(node - 1)] = Coordinates(x: Double(x) / 1e6, y: Double(y) / 1e6)
      } else {
        lines.record("line", .other("a line “p aux sp co NODES”, then lines “v NODE LONGITUDE LATITUDE”"))
        if count == 0 { break }
      }
    }
    try lines.finish()
    guard let missing = known.firstIndex(of: false) else {
      guard count > 0 else { throw .unreadable(file: path, reason: "it has no `p` line") }
      return
    }
    throw .unreadable(file: path, reason: "it has no coordinates of node \(missing + 1)")
  }
}

/// Plausibility checks of the default units of a graph.
extension DIMACSReader {
  /// The plausible ratios of total link length to total straight-line distance between the ends. Roads are slightly
  /// longer than straight lines; a wrong unit is off by a factor of 2.54 (inches for centimetres) or more.
  private static let soundLengths = 0.6...4.0
  /// The plausible mean speeds of cars in any country, km/h.
  private static let soundSpeeds = 15.0...150.0

  /// - Throws: `NetworkError.implausibleUnit` if the links of `network` are far shorter or longer than the
  ///   straight lines between their ends.
  func checkLengthUnit(_ network: Network) throws(NetworkError) {
    var straight = 0.0
    for link in network.links {
      straight += network.geometry.distance(
        network.positions[Int(network.tails[Int(link)])], network.positions[Int(network.head(of: link))])
    }
    let ratio = network.metres.reduce(0, +) / straight
    // Without an extent there is no reference length.
    guard straight > 0, !Self.soundLengths.contains(ratio) else { return }
    throw .implausibleUnit(
      file: file, reason: "its roads would be \(Self.rounded(ratio)) times as long as the straight lines",
      option: "--length-unit-m")
  }

  /// - Throws: `NetworkError.implausibleUnit` if the mean speed on `network` is impossible for cars.
  func checkTimeUnit(_ network: Network) throws(NetworkError) {
    let metres = network.metres.reduce(0, +)
    let hours = network.outgoing.arcs.reduce(0) { $0 + Double($1.milliseconds) } / 3_600_000
    let speed = metres / 1000 / hours
    guard metres > 0, !Self.soundSpeeds.contains(speed) else { return }
    throw .implausibleUnit(
      file: file, reason: "cars would drive at \(Self.rounded(speed)) km/h on average",
      option: "--time-unit-s")
  }

  /// Formats `value` with two decimals, or with none if it is large.
  private static func rounded(_ value: Double) -> String {
    value < 10 ? String((value * 100).rounded() / 100) : String(Int(min(value, 1e9).rounded()))
  }
}
