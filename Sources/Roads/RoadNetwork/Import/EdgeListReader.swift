import Foundation
import Quantities
import Tables

extension NetworkFormat {
  static let edges = NetworkFormat(
    "list of edges", endings: [".csv", ".csv.gz"], folder: "nodes.csv and edges.csv",
    "`from_node_id, to_node_id, length_m`, and `speed_kmh` or `time_s`, each row one direction; beside it `nodes.csv`"
      + " (`node_id, lon, lat`).",
    entry: { GMNSReader.path(of: "edge", in: $0) }, reader: { file, _ in EdgeListReader(file: file) })
}

/// Reads a network from two tables in the same folder: one of directed edges and one of nodes.
///
///     let (network, report) = try EdgeListReader(file: "town/edges.csv").read()
///
/// `NetworkFormat.edges` lists the columns. Nodes may also have `x_coord, y_coord`, in degrees unless a `config.csv`
/// states otherwise. Each file is plain or gzip. Edges are numbered from 1 in file order.
public struct EdgeListReader: NetworkReader {
  /// The path of the edge table.
  public let file: String

  /// Creates a reader of the edges in `file`.
  public init(file: String) { self.file = file }

  private var folder: String {
    let folder = FilePath.folder(of: file)
    return folder.isEmpty ? "." : folder
  }

  private var nodeFile: String { GMNSReader.path(of: "node", in: folder) ?? folder + "/nodes.csv" }

  /// The files of the network, in reading order.
  public var files: [String] {
    [GMNSReader.path(of: "config", in: folder), nodeFile, file].compactMap(\.self)
  }

  /// Reads the largest strongly connected component of the network, with a report of the data left out.
  ///
  /// - Throws: `NetworkError.faults` with all faults of the files, by line and column.
  public func read() throws(NetworkError) -> (network: Network, report: NetworkReport) {
    let tables = NetworkTables(
      folder: folder, nodeFile: nodeFile, linkFile: file, links: .edges, source: file)
    return try tables.read(readEdges)
  }

  private func readEdges(
    _ rows: consuming CSVReader, _ units: GMNSUnits, _ nodes: GMNSNodes,
    _ builder: inout NetworkBuilder, _ report: inout NetworkReport
  ) throws(TableError) {
    let from = rows.column("from_node_id")
    let to = rows.column("to_node_id")
    let length = rows.column("length_m")
    let hasTimes = rows.columnNames.contains("time_s")
    let hasSpeeds = rows.columnNames.contains("speed_kmh")
    let pace = rows.column(hasTimes ? "time_s" : hasSpeeds ? "speed_kmh" : "time_s or speed_kmh")
    try rows.checkColumns()
    while rows.next() {
      let faultsBefore = rows.faultCount
      let tail = nodes.node(from, &rows)
      let head = nodes.node(to, &rows)
      let metres = rows.double(length, { $0 >= 0 }, "a length of 0 or more")
      let value =
        hasTimes
        ? rows.double(pace, { $0 >= 0 }, "a time of 0 or more")
        : rows.double(pace, { $0 > 0 }, "a speed above 0")
      guard rows.faultCount == faultsBefore, rows.isShortEnough(metres, length) else { continue }
      let time =
        hasTimes
        ? Network.milliseconds(seconds: value)
        : Network.milliseconds(metres: metres, kilometresPerHour: value)
      guard let time = rows.whole(time, hasTimes ? pace : length) else { continue }
      report.linksRead += 1
      builder.addLink(
        id: Int64(report.linksRead), from: tail, to: head, metres: metres, milliseconds: time)
    }
    try rows.finish()
  }
}
