import Ground
import JSON5
import Quantities
import Tables

/// A reader of zones from a GeoJSON file (RFC 7946), or of point zones from a CSV file.
///
/// A faulty feature is skipped, and reading continues, so that all faults are reported at once.
struct ZoneReader {
  /// The maximum number of faults reported per file; further faults are only counted.
  private static let keptFaults = 20

  private(set) var map: ZoneMap
  private(set) var faults: [SynthesisError.Fault] = []
  private(set) var notices: [InputNotice] = []
  private var found = 0
  private let path: String
  private let nameKey: String
  private let isGlobe: Bool

  /// Reads the file at `path`, called `file` in messages.
  ///
  /// - Parameters:
  /// - nameKey: the property, or the column, that contains a zone's name.
  ///   - isGlobe: whether coordinates are degrees.
  init(_ path: String, file: String, nameKey: String, isGlobe: Bool) throws(TableError) {
    map = ZoneMap(file: file)
    self.path = path
    self.nameKey = nameKey
    self.isGlobe = isGlobe
    if path.hasSuffix(".csv") || path.hasSuffix(".csv.gz") {
      try readTable()
    } else {
      try readFeatures()
    }
    if found > Self.keptFaults { faults.append(.more(file: path, faults: found - Self.keptFaults)) }
  }

  // MARK: - GeoJSON

  private mutating func readFeatures() throws(TableError) {
    var parser = JSON5Parser(try FileBytes(contentsOf: path).text)
    do throws(Malformation) {
      let root = try parser.parse()
      guard case .text("FeatureCollection") = root["type"]?.value,
        case .list(let features) = root["features"]?.value
      else { return record(.notGeoJSON("this is not a feature collection"), root) }
      for feature in features { add(feature) }
    } catch {
      faults.append(.zone(file: path, line: error.origin.line, .notGeoJSON(error.kind.description)))
    }
  }

  private mutating func add(_ feature: Node) {
    guard let name = (feature["properties"]?[nameKey] ?? feature["id"])?.zoneName else {
      return record(.unnamed(property: nameKey), feature)
    }
    guard let geometry = feature["geometry"], case .text(let type) = geometry["type"]?.value else {
      return record(.otherGeometry(name: name, found: "none"), feature)
    }
    let coordinates = geometry["coordinates"]
    let polygons: [[[Coordinates]]]?
    switch type {
    case "Point": polygons = coordinates.flatMap(corner).map { [[[$0]]] }
    case "Polygon": polygons = coordinates.flatMap(polygon).map { [$0] }
    case "MultiPolygon": polygons = coordinates?.items?.whole(polygon)
    default: return record(.otherGeometry(name: name, found: type), feature)
    }
    guard let polygons, !polygons.joined().isEmpty else { return record(.badCorners(name: name), feature) }
    add(name, ZoneShape(polygons: polygons), feature)
  }

  private mutating func add(_ name: String, _ shape: ZoneShape, _ feature: Node) {
    if shape.point == nil, !shape.hasArea { return record(.noArea(name: name), feature) }
    let zone = ZoneMap.Zone(name: name, shape: shape, line: feature.origin.line ?? 0)
    if !map.add(zone) { record(.repeated(name: name), feature) }
  }

  /// Returns the rings of a polygon; nil if one is malformed.
  private func polygon(_ node: Node) -> [[Coordinates]]? { node.items?.whole(ring) }

  /// Returns the corners of a ring without the repeated last corner; nil if the ring is malformed.
  private func ring(_ node: Node) -> [Coordinates]? {
    guard let corners = node.items?.whole(corner), corners.count >= 4, corners.first == corners.last else {
      return nil
    }
    return corners.dropLast()
  }

  /// Returns a pair of coordinates, ignoring heights; nil if it is malformed.
  private func corner(_ node: Node) -> Coordinates? {
    guard let items = node.items, items.count >= 2, let x = items[0].number, let y = items[1].number else {
      return nil
    }
    let most = isGlobe ? (x: 180.0, y: 90.0) : (x: 1e8, y: 1e8)
    return x.magnitude <= most.x && y.magnitude <= most.y ? Coordinates(x: x, y: y) : nil
  }

  private mutating func record(_ problem: ZoneProblem, _ node: Node) {
    found += 1
    if found <= Self.keptFaults { faults.append(.zone(file: path, line: node.origin.line, problem)) }
  }

  // MARK: - CSV

  private mutating func readTable() throws(TableError) {
    var rows = try CSVReader(contentsOf: path, as: .zones)
    let isDegrees = isGlobe && rows.columnNames.contains("lon")
    let name = rows.column(nameKey)
    let x = rows.column(isDegrees ? "lon" : "x")
    let y = rows.column(isDegrees ? "lat" : "y")
    try rows.checkColumns()
    while rows.next() {
      let point = Coordinates(x: rows.double(x), y: rows.double(y))
      let text = rows.string(name)
      if text.isEmpty { rows.recordValue(name, expected: .other("the name of a zone")) }
      let line = rows.countedLine()
      if !map.add(ZoneMap.Zone(name: text, shape: ZoneShape([[point]]), line: line)) {
        rows.recordValue(name, expected: .other("a name not used by an earlier row"))
      }
    }
    notices = rows.unknownColumns.map { .unknownColumn(file: map.file, name: $0.name, nearest: $0.nearest) }
    try rows.finish()
  }
}

extension Node {
  /// The items of a list; nil for values of other types.
  fileprivate var items: [Node]? { if case .list(let items) = value { items } else { nil } }

  /// The number, if finite; nil otherwise and for values of other types.
  fileprivate var number: Double? {
    if case .number(let value, _) = value, value.isFinite { value } else { nil }
  }

  /// The name of a zone: a text, or a number formatted as in tables; nil for other values.
  fileprivate var zoneName: String? {
    switch value {
    case .text(let text): text.isEmpty ? nil : text
    case .number(let value, let exact): exact.map { String($0) } ?? JSON.shortest(value)
    default: nil
    }
  }
}

extension [Node] {
  /// Returns the results of `read` for all elements; nil if any of them is nil.
  fileprivate func whole<Value>(_ read: (Node) -> Value?) -> [Value]? {
    let values = compactMap(read)
    return values.count == count ? values : nil
  }
}

extension Origin {
  /// The line in the file; nil on a command line.
  fileprivate var line: Int? { if case .file(let line, _) = self { line } else { nil } }
}
