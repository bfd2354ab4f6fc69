import Quantities
import Tables

/// A node table and a link table, read together so that the faults of both are reported.
struct NetworkTables {
  /// The folder of an optional `config.csv`.
  let folder: String
  let nodeFile: String
  let linkFile: String
  /// The description of the table of links.
  let links: InputTable
  /// The path named in the error message if no part of the network remains.
  let source: String

  /// Reads the largest strongly connected component of the network, with a report of the data left out; `readLinks`
  /// adds the valid links.
  ///
  /// - Throws: `NetworkError.faults` with all faults of the files, by line and column.
  func read(
    _ readLinks: (
      consuming CSVReader, GMNSUnits, GMNSNodes, inout NetworkBuilder, inout NetworkReport
    ) throws(TableError) -> Void
  ) throws(NetworkError) -> (network: Network, report: NetworkReport) {
    var faults: [TableError] = []
    var units = GMNSUnits()
    do throws(TableError) {
      if let path = GMNSReader.path(of: "config", in: folder) {
        units = try GMNSUnits(CSVReader(contentsOf: path, as: .config))
      }
    } catch { faults.append(error) }
    var builder = NetworkBuilder(geometry: units.geometry)
    var report = NetworkReport()
    do throws(TableError) {
      let nodes = try GMNSNodes(CSVReader(contentsOf: nodeFile, as: .nodes), units, into: &builder)
      report.nodesRead = builder.nodeCount
      report.nodesNumbered = nodes.areNumbered ? builder.nodeCount : 0
      if let fault = nodes.fault { faults.append(fault) }
      try readLinks(CSVReader(contentsOf: linkFile, as: links), units, nodes, &builder, &report)
    } catch { faults.append(error) }
    guard faults.isEmpty else { throw .faults(faults) }

    report.selfLoopsDropped = builder.selfLoopsDropped
    let network = builder.build().largestStrongComponent(report: &report)
    guard report.linksRead > 0 || report.linksExcluded.isEmpty else {
      throw .noOpenLinks(source: source, reasons: report.linksExcluded.map { "\($0.count) \($0.meaning)" })
    }
    guard network.nodeCount > 1 else { throw .noConnectedNodes(source: source) }
    return (network, report)
  }
}

extension CSVReader {
  /// Returns whether a link of `metres`, from `column`, is short enough; records a fault if it is not.
  mutating func isShortEnough(_ metres: Metres, _ column: CSVColumn) -> Bool {
    if metres <= Network.longestLink { return true }
    recordValue(column, expected: .other("a link of at most a million kilometres"))
    return false
  }

  /// Returns the `time` of a link; if it is too long, records a fault in `column` and returns nil.
  mutating func whole(_ time: Int32?, _ column: CSVColumn) -> Int32? {
    if time == nil { recordValue(column, expected: .other("a link that takes less than 12 days")) }
    return time
  }
}
