import Foundation
import Quantities
import Tables

extension NetworkFormat {
  static let gmns = NetworkFormat(
    "GMNS", folder: "node.csv and link.csv",
    "`node.csv` (`node_id, x_coord, y_coord`) and `link.csv` (`link_id, from_node_id, to_node_id, directed, length,"
      + " free_speed`), perhaps a `config.csv` (`long_length`, `speed`, `crs`), each plain or `.gz`. Without a config"
      + " lengths are metres, speeds km/h, coordinates longitude and latitude. A column `facility_type` becomes the"
      + " road class.",
    entry: { folder in GMNSReader.path(of: "link", in: folder).map { _ in folder } },
    reader: { folder, _ in GMNSReader(folder: folder) })
}

/// Reads a network in the General Modeling Network Specification (github.com/zephyr-data-specs/GMNS); `nodes.csv` and
/// `links.csv` are read as well.
///
///     let (network, report) = try GMNSReader(folder: "san-francisco").read()
///
/// Other columns than those that `NetworkFormat.gmns` tells of are passed over. `dir_flag` (1, -1 or 0) may stand for
/// `directed`. A link that does not say is one-way, one without a speed is driven at `ImportOptions.usualSpeedKmh`; the
/// report counts both.
public struct GMNSReader: NetworkReader {
  /// The folder that holds the tables.
  public let folder: String

  /// Creates the reader of `folder`.
  public init(folder: String) { self.folder = folder }

  /// The largest strongly connected part of the network, and what was left out.
  ///
  /// - Throws: `NetworkError.faults` with what is wrong in all of the files, by line and column.
  public func read() throws(NetworkError) -> (network: Network, report: NetworkReport) {
    let tables = NetworkTables(
      folder: folder, nodeFile: requiredPath(of: "node"), linkFile: requiredPath(of: "link"), source: folder)
    return try tables.read(readLinks)
  }

  /// The files that the network is read from, in the order in which they are read.
  public var files: [String] { ["config", "node", "link"].compactMap(path(of:)) }

  private func path(of table: String) -> String? { Self.path(of: table, in: folder) }

  /// The file in `folder` that holds `table` (`node`, `link`, `edge` or `config`), in the singular or the
  /// plural, plain or gzip; nil if there is none.
  static func path(of table: String, in folder: String) -> String? {
    ["", "s"].flatMap { ["\(folder)/\(table)\($0).csv", "\(folder)/\(table)\($0).csv.gz"] }
      .first(where: FileManager.default.fileExists)
  }

  private func requiredPath(of table: String) -> String { path(of: table) ?? "\(folder)/\(table).csv" }

  /// Adds every sound link to `builder`; `report` gets the number of directed links, and what they left open.
  private func readLinks(
    _ rows: consuming CSVReader, _ units: GMNSUnits, _ nodes: GMNSNodes,
    _ builder: inout NetworkBuilder, _ report: inout NetworkReport
  ) throws(TableError) {
    let columns = try LinkColumns(&rows)
    var seen: Set<Int64> = []
    while rows.next() {
      let faultsBefore = rows.faultCount
      let id = rows.int64(columns.id)
      if rows.faultCount == faultsBefore, !seen.insert(id).inserted {
        rows.recordValue(columns.id, expected: .other("an id that no other link has"))
      }
      let tail = nodes.node(columns.from, &rows)
      let head = nodes.node(columns.to, &rows)
      let way = columns.direction.read(&rows, &report)
      let (metres, kmh) = columns.lengthAndSpeed(&rows, units, &report)
      let roadClass = builder.roadClass(columns.facilityType, &rows)
      guard rows.faultCount == faultsBefore,
        let time = columns.milliseconds(metres: metres, kilometresPerHour: kmh, &rows)
      else { continue }
      func add(from tail: NodeIndex, to head: NodeIndex) {
        builder.addLink(
          id: id, from: tail, to: head, metres: metres, milliseconds: time, roadClass: roadClass)
        report.linksRead += 1
      }
      if way != .back { add(from: tail, to: head) }
      if way == .back || (way == .both && tail != head) { add(from: head, to: tail) }
    }
    try rows.finish()
  }
}

/// The columns of a file of links.
private struct LinkColumns {
  let id, from, to: CSVColumn
  let direction: LinkDirection
  let facilityType: CSVOptionalColumn
  private let length, speed: CSVColumn
  private let statedSpeed: CSVOptionalColumn

  init(_ rows: inout CSVReader) throws(TableError) {
    id = rows.column("link_id")
    from = rows.column("from_node_id")
    to = rows.column("to_node_id")
    direction = LinkDirection(&rows)
    length = rows.column("length")
    speed = rows.column("free_speed")
    statedSpeed = rows.optionalColumn("free_speed")
    facilityType = rows.optionalColumn("facility_type")
    try rows.checkColumns()
  }

  /// Metres, and kilometres per hour: the usual ones where none are stated, which `report` counts.
  func lengthAndSpeed(
    _ rows: inout CSVReader, _ units: GMNSUnits, _ report: inout NetworkReport
  ) -> (Metres, Double) {
    // Sources round lengths, so 0 occurs; such a link still takes a millisecond.
    let metres = rows.double(length, { $0 >= 0 }, "a length of 0 or more") * units.metres
    guard rows.isEmpty(statedSpeed) else {
      return (metres, rows.double(speed, { $0 > 0 }, "a speed above 0") * units.kilometresPerHour)
    }
    report.speedsAssumed += 1
    return (metres, ImportOptions.usualSpeedKmh)
  }

  /// The time that a link takes; nil, with a fault, for one that is too long.
  func milliseconds(metres: Metres, kilometresPerHour kmh: Double, _ rows: inout CSVReader) -> Int32? {
    guard rows.isShortEnough(metres, length) else { return nil }
    return rows.whole(Network.milliseconds(metres: metres, kilometresPerHour: kmh), length)
  }
}

/// The column that says which ways a link leads: `directed`, or the older `dir_flag`.
private struct LinkDirection {
  enum Way { case ahead, back, both }

  private let directed: CSVOptionalColumn
  private let flag: CSVOptionalColumn

  /// Finds the columns; without either, `directed` counts as missing.
  init(_ rows: inout CSVReader) {
    directed = rows.optionalColumn("directed")
    flag = rows.optionalColumn("dir_flag")
    if !directed.isPresent, !flag.isPresent { _ = rows.column("directed") }
  }

  /// The way that the row gives; a link that gives none leads ahead, and `report` counts it.
  func read(_ rows: inout CSVReader, _ report: inout NetworkReport) -> Way {
    // Beside `directed`, `dir_flag` tells which way the link is drawn, not driven.
    if let isDirected = rows.bool(directed) { return isDirected ? .ahead : .both }
    guard let sign = rows.int64(flag, in: -1...1) else {
      report.directionsAssumed += 1
      return .ahead
    }
    return sign > 0 ? .ahead : sign < 0 ? .back : .both
  }
}

extension NetworkBuilder {
  /// The number of the road class in `column`; nil where the field is empty, and with a fault where the name
  /// cannot be kept.
  fileprivate mutating func roadClass(_ column: CSVOptionalColumn, _ rows: inout CSVReader) -> UInt8? {
    let name = rows.string(column)?.trimmingCharacters(in: .whitespaces) ?? ""
    guard !name.isEmpty else { return nil }
    guard name.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
      rows.recordValue(column, expected: .other("a facility type in one line"))
      return nil
    }
    if let number = roadClass(named: name) { return number }
    rows.recordValue(column, expected: .other("one of at most 255 facility types"))
    return nil
  }
}

extension CSVReader {
  /// The number in `column`, which a fault names where `isSound` refuses it.
  mutating func double(
    _ column: CSVColumn, _ isSound: (Double) -> Bool, _ expected: String
  ) -> Double {
    let faultsBefore = faultCount
    let value = double(column)
    if faultCount == faultsBefore, !isSound(value) { recordValue(column, expected: .other(expected)) }
    return value
  }
}
