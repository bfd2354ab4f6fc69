import Foundation
import Quantities
import Tables

/// Reads a network of the 9th DIMACS challenge: a graph `NAME.gr` and its coordinates `NAME.co`, each plain or
/// gzip (www.diag.uniroma1.it/challenge9).
///
///     let (network, report) = try DIMACSReader(file: "USA-road-d.NY.gr.gz").read()
///
/// The weights of a graph whose name has `-d.` are distances, of one with `-t.` times; whichever is given, the
/// other is taken from beside it. Units are not stated in the files: see `ImportOptions`. Without a graph of
/// times cars drive at one speed; without one of distances links are as long as great circles. Coordinates are
/// millionths of degrees, nodes keep their numbers, links are numbered in the order of the graph.
public struct DIMACSReader: Sendable {
  /// The path of one of the graphs.
  public let file: String
  private let options: ImportOptions

  /// Creates the reader of the graph `file` and the files beside it.
  public init(file: String, options: ImportOptions = ImportOptions()) {
    self.file = file
    self.options = options
  }

  /// The files that the network is read from, in the order in which they are read.
  public var files: [String] { [coordinates, distances, times].compactMap(\.self) }

  /// The largest strongly connected part of the graph, and what was left out.
  ///
  /// - Throws: `NetworkError.faults` with the lines that are wrong, `NetworkError.mismatch` where the files are
  ///   not of one graph.
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
    let network = build(places.coordinates, graph, lengths, durations, &report)
      .largestStrongComponent(report: &report)
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
        lengths.map { Double($0.weights[arc]) * options.lengthUnit }
        ?? Self.greatCircle(coordinates[Int(tail)], coordinates[Int(head)])
      let time: Int32? =
        durations.map { Network.milliseconds(seconds: Double($0.weights[arc]) * options.timeUnit) }
        ?? Network.milliseconds(
          metres: metres, kilometresPerHour: options.speedKmh ?? ImportOptions.usualSpeedKmh)
      guard let time else {
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

  /// The path without `.gr` and `.gz`.
  private var stem: String {
    var path = file
    for ending in [".gz", ".gr"] where path.lowercased().hasSuffix(ending) { path.removeLast(3) }
    return path
  }

  /// The file beside `file` whose name has `new` in place of `old` and ends in `ending`; nil if there is none.
  private func sibling(_ old: String, _ new: String, _ ending: String) -> String? {
    let folder = (stem as NSString).deletingLastPathComponent
    let name = name(stem + ".")
    if !old.isEmpty, !name.contains(old) { return nil }
    let other = old.isEmpty ? name : name.replacingOccurrences(of: old, with: new)
    let path = (folder as NSString).appendingPathComponent(String(other.dropLast()) + ending)
    return [path, path + ".gz"].first { $0 != file && FileManager.default.fileExists(atPath: $0) }
  }
}

/// The arcs of a `.gr` file, nodes numbered from 0.
struct DIMACSGraph {
  let file: String
  let nodeCount: Int
  private(set) var tails: [Int32] = []
  private(set) var heads: [Int32] = []
  private(set) var weights: [Int64] = []

  static func read(_ path: String) throws(TableError) -> DIMACSGraph? { try DIMACSGraph(contentsOf: path) }

  /// Reads the graph in the file at `path`.
  init(contentsOf path: String) throws(TableError) {
    var lines = try DIMACSLines(contentsOf: path)
    file = path
    var header: (nodes: Int64, arcs: Int64)?
    while let letter = lines.next() {
      if letter == "p", header == nil {
        guard lines.word() == "sp" else {
          lines.record("problem", .other("“sp”"))
          break
        }
        guard let nodes = lines.number("nodes", in: 1...Int64(Int32.max - 1)),
          let arcs = lines.number("arcs", in: 0...Int64(Int32.max - 1))
        else { break }
        header = (nodes, arcs)
      } else if letter == "a", let nodes = header?.nodes {
        guard let tail = lines.number("tail", in: 1...nodes), let head = lines.number("head", in: 1...nodes),
          let weight = lines.number("weight", in: 0...Int64(Int32.max))
        else { continue }
        tails.append(Int32(tail - 1))
        heads.append(Int32(head - 1))
        weights.append(weight)
      } else {
        lines.record("line", .other("a line “p sp NODES ARCS”, then lines “a TAIL HEAD WEIGHT”"))
        if header == nil { break }
      }
    }
    try lines.finish()
    guard let header else { throw .unreadable(file: path, reason: "it has no line p") }
    guard header.arcs == tails.count else {
      throw .unreadable(file: path, reason: "it announces \(header.arcs) arcs and has \(tails.count)")
    }
    nodeCount = Int(header.nodes)
  }
}

/// The places of the nodes of a `.co` file, in the order of their numbers.
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
        // A line needs 8 bytes, so that the number announced is never trusted with memory.
        count = lines.number("nodes", in: 1...max(1, Int64(lines.byteCount / 8))) ?? 0
        if count == 0 { break }
        coordinates = Array(repeating: Coordinates(x: 0, y: 0), count: Int(count))
        known = Array(repeating: false, count: Int(count))
      } else if letter == "v", count > 0 {
        guard let node = lines.number("node", in: 1...count),
          let x = lines.number("longitude", in: -180_000_000...180_000_000),
          let y = lines.number("latitude", in: -90_000_000...90_000_000)
        else { continue }
        if known[Int(node - 1)] { lines.record("node", .other("a node that no line before names")) }
        known[Int(node - 1)] = true
        coordinates[Int(node - 1)] = Coordinates(x: Double(x) / 1e6, y: Double(y) / 1e6)
      } else {
        lines.record("line", .other("a line “p aux sp co NODES”, then lines “v NODE LONGITUDE LATITUDE”"))
        if count == 0 { break }
      }
    }
    try lines.finish()
    guard let missing = known.firstIndex(of: false) else {
      guard count > 0 else { throw .unreadable(file: path, reason: "it has no line p") }
      return
    }
    throw .unreadable(file: path, reason: "it does not say where node \(missing + 1) lies")
  }
}
