import Foundation
import Quantities
import Tables

/// Reads a network in the General Modeling Network Specification: a folder with `node.csv`, `link.csv` and
/// perhaps `config.csv`, each plain or gzip (github.com/zephyr-data-specs/GMNS).
///
///     let (network, report) = try GMNSReader(folder: "san-francisco").read()
///
/// Read are `node_id, x_coord, y_coord` and `link_id, from_node_id, to_node_id, directed, length, free_speed`;
/// other columns are passed over. Without a config lengths are metres, speeds km/h, coordinates WGS84.
public struct GMNSReader: Sendable {
  /// The folder that holds the tables.
  public let folder: String
  /// Every travel time is multiplied by this before it is rounded to milliseconds.
  public let travelTimeFactor: Double

  /// Creates the reader of `folder`.
  ///
  /// - Precondition: `travelTimeFactor` is above 0 and finite.
  public init(folder: String, travelTimeFactor: Double = 1) {
    precondition(travelTimeFactor > 0 && travelTimeFactor.isFinite, "the travel time factor must be above 0")
    self.folder = folder
    self.travelTimeFactor = travelTimeFactor
  }

  /// The largest strongly connected part of the network, and what was left out.
  ///
  /// - Throws: `NetworkError.faults` with what is wrong in all of the files, by line and column.
  public func read() throws(NetworkError) -> (network: Network, report: NetworkReport) {
    var faults: [TableError] = []
    var units = GMNSUnits()
    do throws(TableError) {
      if let path = path(of: "config") { units = try GMNSUnits(CSVReader(contentsOf: path)) }
    } catch { faults.append(error) }

    var builder = NetworkBuilder(geometry: units.geometry)
    var report = NetworkReport()
    do throws(TableError) {
      let nodes = try GMNSNodes(CSVReader(contentsOf: requiredPath(of: "node")), units, into: &builder)
      report.nodesRead = builder.nodeCount
      if let fault = nodes.fault { faults.append(fault) }
      let links = try CSVReader(contentsOf: requiredPath(of: "link"))
      report.linksRead = try readLinks(links, units, nodes.indices, into: &builder)
    } catch { faults.append(error) }
    guard faults.isEmpty else { throw .faults(faults) }

    report.selfLoopsDropped = builder.selfLoopsDropped
    let network = builder.build().largestStrongComponent(report: &report)
    guard network.nodeCount > 1 else { throw .noConnectedNodes(source: folder) }
    return (network, report)
  }

  /// The files that the network is read from, in the order in which they are read.
  public var files: [String] { ["config", "node", "link"].compactMap(path(of:)) }

  private func path(of table: String) -> String? {
    ["\(folder)/\(table).csv", "\(folder)/\(table).csv.gz"].first(where: FileManager.default.fileExists)
  }

  private func requiredPath(of table: String) -> String { path(of: table) ?? "\(folder)/\(table).csv" }

  /// Adds every sound link to `builder` and returns the number of directed links in the file.
  private func readLinks(
    _ rows: consuming CSVReader, _ units: GMNSUnits, _ nodes: [Int64: Int32],
    into builder: inout NetworkBuilder
  ) throws(TableError) -> Int {
    let id = rows.column("link_id")
    let from = rows.column("from_node_id")
    let to = rows.column("to_node_id")
    let directed = rows.column("directed")
    let length = rows.column("length")
    let speed = rows.column("free_speed")
    try rows.checkColumns()
    var seen: Set<Int64> = []
    var count = 0
    while rows.next() {
      let faultsBefore = rows.faultCount
      let linkID = rows.int64(id)
      if rows.faultCount == faultsBefore, !seen.insert(linkID).inserted {
        rows.recordValue(id, expected: .other("an id that no other link has"))
      }
      let tail = Self.node(from, nodes, &rows)
      let head = Self.node(to, nodes, &rows)
      let isOneWay = rows.bool(directed)
      // Sources round lengths, so 0 occurs; such a link still takes a millisecond.
      let metres = Self.value(length, { $0 >= 0 }, "a length of 0 or more", &rows) * units.metres
      let kmh = Self.value(speed, { $0 > 0 }, "a speed above 0", &rows) * units.kilometresPerHour
      guard rows.faultCount == faultsBefore else { continue }
      guard
        let time = Network.milliseconds(metres: metres * travelTimeFactor, kilometresPerHour: kmh)
      else {
        rows.recordValue(length, expected: .other("a link that takes less than 12 days"))
        continue
      }
      builder.addLink(id: linkID, from: tail, to: head, metres: metres, milliseconds: time)
      count += 1
      guard !isOneWay, tail != head else { continue }
      builder.addLink(id: linkID, from: head, to: tail, metres: metres, milliseconds: time)
      count += 1
    }
    try rows.finish()
    return count
  }

  private static func node(_ column: CSVColumn, _ nodes: [Int64: Int32], _ rows: inout CSVReader) -> Int32 {
    let faultsBefore = rows.faultCount
    let id = rows.int64(column)
    if let node = nodes[id] { return node }
    if rows.faultCount == faultsBefore {
      rows.recordValue(column, expected: .other("the id of a node of the node table"))
    }
    return 0
  }

  private static func value(
    _ column: CSVColumn, _ isSound: (Double) -> Bool, _ expected: String, _ rows: inout CSVReader
  ) -> Double {
    let faultsBefore = rows.faultCount
    let value = rows.double(column)
    if rows.faultCount == faultsBefore, !isSound(value) {
      rows.recordValue(column, expected: .other(expected))
    }
    return value
  }
}

/// The nodes of a GMNS folder by their ids.
private struct GMNSNodes {
  var indices: [Int64: Int32] = [:]
  /// What is wrong with the values; links are read all the same, so that their faults are told as well.
  var fault: TableError?

  init(
    _ rows: consuming CSVReader, _ units: GMNSUnits, into builder: inout NetworkBuilder
  ) throws(TableError) {
    let id = rows.column("node_id")
    let x = rows.column("x_coord")
    let y = rows.column("y_coord")
    try rows.checkColumns()
    while rows.next() {
      let faultsBefore = rows.faultCount
      let nodeID = rows.int64(id)
      guard rows.faultCount == faultsBefore else { continue }
      let coordinates = Coordinates(x: rows.double(x), y: rows.double(y))
      if rows.faultCount == faultsBefore, units.geometry == .globe {
        if abs(coordinates.x) > 180 {
          rows.recordValue(x, expected: .other("a longitude from -180 to 180"))
        }
        if abs(coordinates.y) > 90 {
          rows.recordValue(y, expected: .other("a latitude from -90 to 90"))
        }
      }
      guard indices.updateValue(Int32(builder.nodeCount), forKey: nodeID) == nil else {
        rows.recordValue(id, expected: .other("an id that no other node has"))
        continue
      }
      builder.addNode(id: nodeID, at: coordinates)
    }
    do throws(TableError) { try rows.finish() } catch { fault = error }
  }
}
