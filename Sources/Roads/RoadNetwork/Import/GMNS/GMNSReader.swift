import Foundation
import Quantities
import Tables

extension NetworkFormat {
  static let gmns = NetworkFormat(
    "GMNS", folder: "node.csv and link.csv",
    "`node.csv` (`node_id, x_coord, y_coord`) and `link.csv` (`link_id, from_node_id, to_node_id, directed`, perhaps"
      + " `length, free_speed, lanes, facility_type, allowed_uses`), perhaps a `config.csv` (`long_length`, `speed`,"
      + " `crs`) and a `use_group.csv`, each plain or `.gz`. Without a config lengths are metres, speeds km/h,"
      + " coordinates longitude and latitude. `facility_type` becomes the road class; the rules stand [below](#gmns).",
    rules: rules,
    entry: { folder in GMNSReader.path(of: "link", in: folder).map { _ in folder } },
    reader: { folder, _ in GMNSReader(folder: folder) })

  /// The import rules: the default values, and the links left out.
  private static var rules: String {
    func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
    let speeds = GMNSProfile.facilitySpeeds.map { "| `\($0.name)` | \(Int($0.kmh)) |" }.joined(
      separator: "\n")
    return """
      The specification leaves open what a car may use and what an empty field means. An empty field and `NaN` state
      nothing. Capitals do not count in uses and facility types; `_` and `-` are blanks.

      Links that cars do not use are left out, and counted by reason:

      * links with `lanes` = 0;
      * links whose `allowed_uses` name only uses that are known and none of a driver alone in a car. `use_group.csv` is
        looked up. Uses of such a driver: \(list(GMNSProfile.carUses)). Other known uses: \(list(GMNSProfile.otherUses)).
        A link with a use that is not known is open, and counted;
      * where `allowed_uses` is empty, links whose `facility_type` is one of \(list(GMNSProfile.otherFacilities)).

      A link without a `length` is as long as the straight line between its nodes. A link without a `free_speed` is driven
      at the speed of its `facility_type`: that of the table below, that of [osm-profile.md](osm-profile.md) for the
      classes of OpenStreetMap, and \(Int(ImportOptions.usualSpeedKmh)) km/h for all others. Both are counted.

      | `facility_type` | km/h |
      |---|---|
      \(speeds)

      Ids may be of any type. If any node id is not a whole number, all nodes are numbered from 1 in the order of their
      table, and the report says so.

      """
  }
}

/// Reads a network in the General Modeling Network Specification (github.com/zephyr-data-specs/GMNS); `nodes.csv` and
/// `links.csv` are also accepted.
///
///     let (network, report) = try GMNSReader(folder: "san-francisco").read()
///
/// Columns not listed in `NetworkFormat.gmns` are ignored. `dir_flag` (1, -1 or 0) may replace `directed`. A link
/// without either is one-way. `GMNSProfile` defines the links open to cars and the default speeds; the report counts
/// closed links and assumed speeds.
public struct GMNSReader: NetworkReader {
  /// The folder of the tables.
  public let folder: String

  /// Creates a reader of `folder`.
  public init(folder: String) { self.folder = folder }

  /// Reads the largest strongly connected component of the network, with a report of the data left out.
  ///
  /// - Throws: `NetworkError.faults` with all faults of the files, by line and column.
  public func read() throws(NetworkError) -> (network: Network, report: NetworkReport) {
    let tables = NetworkTables(
      folder: folder, nodeFile: requiredPath(of: "node"), linkFile: requiredPath(of: "link"), links: .links,
      source: folder)
    return try tables.read(readLinks)
  }

  /// The files of the network, in reading order.
  public var files: [String] { ["config", "node", "use_group", "link"].compactMap(path(of:)) }

  private func path(of table: String) -> String? { Self.path(of: table, in: folder) }

  /// Returns the path of `table` (`node`, `link`, `edge`, `use_group` or `config`) in `folder`, named in the singular
  /// or the plural, plain or gzipped; nil if there is no such file.
  static func path(of table: String, in folder: String) -> String? {
    ["", "s"].flatMap { ["\(folder)/\(table)\($0).csv", "\(folder)/\(table)\($0).csv.gz"] }
      .first(where: FileManager.default.fileExists)
  }

  private func requiredPath(of table: String) -> String { path(of: table) ?? "\(folder)/\(table).csv" }

  /// Adds every valid link open to cars to `builder`; counts directed links and assumptions in `report`.
  private func readLinks(
    _ rows: consuming CSVReader, _ units: GMNSUnits, _ nodes: GMNSNodes,
    _ builder: inout NetworkBuilder, _ report: inout NetworkReport
  ) throws(TableError) {
    let uses = try path(of: "use_group").map { path throws(TableError) in
      try GMNSUses(CSVReader(contentsOf: path, as: .useGroups))
    }
    var links = try GMNSLinks(&rows, uses: uses ?? GMNSUses())
    while rows.next() { links.addRow(&rows, units, nodes, &builder, &report) }
    try rows.finish()
  }
}
