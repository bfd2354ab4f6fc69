import Foundation
import Quantities
import Tables

/// Reads the rows of a link table: valid links open to cars become links of the network.
struct GMNSLinks {
  private let columns: LinkColumns
  private var uses: GMNSUses
  private var seen: Set<Int64> = []
  private var seenNames: Set<String> = []
  private var row: Int64 = 0

  /// Finds the columns in `rows`.
  init(_ rows: inout CSVReader, uses: GMNSUses) throws(TableError) {
    columns = try LinkColumns(&rows)
    self.uses = uses
  }

  /// Adds the link of the current row to `builder`, in both directions if it is two-way; counts directed links,
  /// assumptions and exclusions in `report`.
  mutating func addRow(
    _ rows: inout CSVReader, _ units: GMNSUnits, _ nodes: GMNSNodes, _ builder: inout NetworkBuilder,
    _ report: inout NetworkReport
  ) {
    row += 1
    let faultsBefore = rows.faultCount
    let id = readID(&rows)
    let tail = nodes.node(columns.from, &rows)
    let head = nodes.node(columns.to, &rows)
    if rows.faultCount == faultsBefore, let reason = exclusion(&rows, &report) {
      report.exclude(reason.meaning)
      return
    }
    let way = columns.direction.read(&rows, &report)
    let facility = columns.facility(&rows)
    let kmh = columns.speed(&rows, units, facility, &report)
    let stated = columns.length(&rows, units)
    let roadClass = builder.roadClass(facility, columns.facilityType, &rows)
    guard rows.faultCount == faultsBefore else { return }
    let metres = stated ?? builder.straightLine(from: tail, to: head)
    if stated == nil { report.lengthsAssumed += 1 }
    guard let time = columns.milliseconds(metres: metres, kilometresPerHour: kmh, &rows) else { return }
    func add(from tail: NodeIndex, to head: NodeIndex) {
      builder.addLink(id: id, from: tail, to: head, metres: metres, milliseconds: time, roadClass: roadClass)
      report.linksRead += 1
    }
    if way != .back { add(from: tail, to: head) }
    if way == .back || (way == .both && tail != head) { add(from: head, to: tail) }
  }

  /// Returns the id of the link, or the row number if the id is not an integer.
  private mutating func readID(_ rows: inout CSVReader) -> Int64 {
    if let id = rows.int64IfAny(columns.id) {
      if !seen.insert(id).inserted { refuseRepeated(&rows) }
      return id
    }
    if let name = rows.name(columns.id), !seenNames.insert(name).inserted { refuseRepeated(&rows) }
    return row
  }

  private func refuseRepeated(_ rows: inout CSVReader) {
    rows.recordValue(columns.id, expected: .other("an id that no other link has"))
  }

  /// Returns the reason the link is closed to cars; nil if it is open.
  private mutating func exclusion(
    _ rows: inout CSVReader, _ report: inout NetworkReport
  ) -> GMNSProfile.Exclusion? {
    if let lanes = rows.stated(columns.lanes), Double(lanes) == 0 { return .lanes }
    if let text = rows.stated(columns.allowedUses) {
      switch uses.verdict(text) {
      case .open: return nil
      case .closed: return .uses
      case .unknown:
        report.usesUnread += 1
        return nil
      }
    }
    guard let facility = rows.stated(columns.facilityType) else { return nil }
    return GMNSProfile.isOther(facility: facility) ? .facility : nil
  }
}

/// The columns of a link table.
private struct LinkColumns {
  let id, from, to: CSVColumn
  let direction: LinkDirection
  let facilityType, lanes, allowedUses: CSVOptionalColumn
  private let statedLength, statedSpeed: CSVOptionalColumn

  init(_ rows: inout CSVReader) throws(TableError) {
    id = rows.column("link_id")
    from = rows.column("from_node_id")
    to = rows.column("to_node_id")
    direction = LinkDirection(&rows)
    statedLength = rows.optionalColumn("length")
    statedSpeed = rows.optionalColumn("free_speed")
    facilityType = rows.optionalColumn("facility_type")
    lanes = rows.optionalColumn("lanes")
    allowedUses = rows.optionalColumn("allowed_uses")
    try rows.checkColumns()
  }

  /// Returns the facility type without surrounding blanks; empty if there is none.
  func facility(_ rows: inout CSVReader) -> String {
    rows.stated(facilityType) ?? ""
  }

  /// Returns the length; nil if none is stated. Sources round lengths, so 0 occurs; such a link still takes a
  /// millisecond.
  func length(_ rows: inout CSVReader, _ units: GMNSUnits) -> Metres? {
    guard rows.stated(statedLength) != nil else { return nil }
    return rows.double(statedLength, { $0 >= 0 }, "a length of 0 or more") * units.metres
  }

  /// Returns the speed, km/h; if none is stated, the default of the facility type, which is counted in `report`.
  func speed(
    _ rows: inout CSVReader, _ units: GMNSUnits, _ facility: String, _ report: inout NetworkReport
  ) -> Double {
    guard rows.stated(statedSpeed) == nil else {
      return rows.double(statedSpeed, { $0 > 0 }, "a speed above 0") * units.kilometresPerHour
    }
    report.speedsAssumed += 1
    return GMNSProfile.kmh(facility: facility)
  }

  /// Returns the travel time of a link; if it is too long, records a fault and returns nil.
  func milliseconds(metres: Metres, kilometresPerHour kmh: Double, _ rows: inout CSVReader) -> Int32? {
    let place = statedLength.required ?? from
    guard rows.isShortEnough(metres, place) else { return nil }
    return rows.whole(Network.milliseconds(metres: metres, kilometresPerHour: kmh), place)
  }
}

/// The column with the direction of a link: `directed`, or the older `dir_flag`.
private struct LinkDirection {
  enum Way { case ahead, back, both }

  private let directed: CSVOptionalColumn
  private let flag: CSVOptionalColumn

  /// Finds the columns; if both are missing, `directed` is reported as missing.
  init(_ rows: inout CSVReader) {
    directed = rows.optionalColumn("directed")
    flag = rows.optionalColumn("dir_flag")
    if !directed.isPresent, !flag.isPresent { _ = rows.column("directed") }
  }

  /// Reads the direction of the row; a link without one is one-way, and counted in `report`.
  func read(_ rows: inout CSVReader, _ report: inout NetworkReport) -> Way {
    // Beside `directed`, `dir_flag` is the direction of drawing, not of driving.
    if rows.stated(directed) != nil, let isDirected = rows.bool(directed) {
      return isDirected ? .ahead : .both
    }
    guard rows.stated(flag) != nil, let sign = rows.int64(flag, in: -1...1) else {
      report.directionsAssumed += 1
      return .ahead
    }
    return sign > 0 ? .ahead : sign < 0 ? .back : .both
  }
}

extension NetworkBuilder {
  /// Returns the number of the road class `name` in `column`; nil if it is empty, or if there are too many classes,
  /// which is recorded as a fault.
  fileprivate mutating func roadClass(
    _ name: String, _ column: CSVOptionalColumn, _ rows: inout CSVReader
  ) -> UInt8? {
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
  /// Returns the text in `column`; nil for a missing value, which GMNS writes as an empty field or `NaN`.
  borrowing func stated(_ column: CSVOptionalColumn) -> String? {
    guard let text = string(column) else { return nil }
    return Self.isMissing(text) ? nil : text
  }

  /// Returns the id in `column` without surrounding blanks; if there is none, records a fault and returns nil.
  mutating func name(_ column: CSVColumn) -> String? {
    let text = string(column)
    guard !Self.isMissing(text) else {
      recordValue(column, expected: .other("an id"))
      return nil
    }
    return text
  }

  private static func isMissing(_ text: String) -> Bool {
    text.isEmpty || (text.utf8.count == 3 && text.lowercased() == "nan")
  }

  /// Returns the number in `column`; records a fault if `isSound` rejects it.
  mutating func double(
    _ column: CSVColumn, _ isSound: (Double) -> Bool, _ expected: String
  ) -> Double {
    let faultsBefore = faultCount
    let value = double(column)
    if faultCount == faultsBefore, !isSound(value) { recordValue(column, expected: .other(expected)) }
    return value
  }

  /// Returns the number in `column`, which must be present in the file; records a fault if `isSound` rejects it.
  fileprivate mutating func double(
    _ column: CSVOptionalColumn, _ isSound: (Double) -> Bool, _ expected: String
  ) -> Double {
    column.required.map { double($0, isSound, expected) } ?? 0
  }
}
