import Quantities
import Tables

/// The nodes of a node table by id; coordinates are in `x_coord, y_coord` or in `lon, lat`.
struct GMNSNodes {
  var indices: [Int64: NodeIndex] = [:]
  /// The nodes whose ids are not integers, by id.
  private var named: [String: NodeIndex] = [:]
  /// The fault of the node table; links are read nevertheless, so that their faults are reported too.
  var fault: TableError?

  /// Whether some id is not an integer, so that all nodes are numbered from 1 in table order.
  var areNumbered: Bool { !named.isEmpty }

  init(
    _ rows: consuming CSVReader, _ units: GMNSUnits, into builder: inout NetworkBuilder
  ) throws(TableError) {
    let id = rows.column("node_id")
    let isGMNS = rows.columnNames.contains("x_coord") || !rows.columnNames.contains("lon")
    let x = rows.column(isGMNS ? "x_coord" : "lon")
    let y = rows.column(isGMNS ? "y_coord" : "lat")
    try rows.checkColumns()
    let bounds = CoordinateBounds(units.geometry)
    while rows.next() {
      let faultsBefore = rows.faultCount
      let number = rows.int64IfAny(id)
      let name = number == nil ? rows.name(id) : nil
      guard rows.faultCount == faultsBefore else { continue }
      let coordinates = Coordinates(x: rows.double(x), y: rows.double(y))
      if rows.faultCount == faultsBefore {
        if abs(coordinates.x) > bounds.x { rows.recordValue(x, expected: .other(bounds.expectedX)) }
        if abs(coordinates.y) > bounds.y { rows.recordValue(y, expected: .other(bounds.expectedY)) }
      }
      guard number.flatMap({ indices[$0] }) ?? name.flatMap({ named[$0] }) == nil else {
        rows.recordValue(id, expected: .other("an id that no other node has"))
        continue
      }
      let node = builder.addNode(id: number ?? 0, at: coordinates)
      if let number { indices[number] = node }
      if let name { named[name] = node }
    }
    if areNumbered { builder.numberNodes() }
    do throws(TableError) { try rows.finish() } catch { fault = error }
  }

  /// Returns the node with the id in `column` of `rows`; if there is none, records a fault and returns 0.
  func node(_ column: CSVColumn, _ rows: inout CSVReader) -> NodeIndex {
    if let id = rows.int64IfAny(column), let node = indices[id] { return node }
    let faultsBefore = rows.faultCount
    if !named.isEmpty, let name = rows.name(column), let node = named[name] { return node }
    if rows.faultCount == faultsBefore {
      rows.recordValue(column, expected: .other("the id of a node of the node table"))
    }
    return 0
  }
}

/// The bounds of coordinates.
private struct CoordinateBounds {
  let x: Double
  let y: Double
  let expectedX: String
  let expectedY: String

  init(_ geometry: Geometry) {
    let isGlobe = geometry == .globe
    (x, y) = (geometry.farthestCoordinates.x, geometry.farthestCoordinates.y)
    let ofPlane = "a coordinate from -1000000000 to 1000000000"
    expectedX = isGlobe ? "a longitude from -180 to 180" : ofPlane
    expectedY =
      isGlobe
      ? "a latitude from -90 to 90 (longitude and latitude may be swapped, or in metres: name their crs in config.csv)"
      : ofPlane
  }
}

/// The units and the coordinate system in the `config.csv` of a GMNS folder.
struct GMNSUnits: Hashable, Sendable {
  /// The unit of link lengths, metres (`long_length`).
  var metres = 1.0
  /// The unit of speeds, km/h (`speed`).
  var kilometresPerHour = 1.0
  /// The geometry of coordinates: longitude and latitude, or metres on a plane (`crs`).
  var geometry = Geometry.globe

  private static let lengths: KeyValuePairs = [
    "m": 1.0, "meter": 1, "meters": 1, "metre": 1, "metres": 1, "km": 1000, "kilometer": 1000,
    "kilometers": 1000, "kilometre": 1000, "kilometres": 1000, "ft": 0.3048, "foot": 0.3048, "feet": 0.3048,
    "yd": 0.9144, "mi": 1609.344, "mile": 1609.344, "miles": 1609.344,
  ]

  private static let speeds: KeyValuePairs = [
    "kph": 1.0, "kmh": 1, "km/h": 1, "mph": 1.609344, "mi/h": 1.609344, "mps": 3.6, "m/s": 3.6,
    "fps": 1.09728, "ft/s": 1.09728,
  ]

  /// Coordinate systems of longitude and latitude; any other is assumed to be a plane in metres.
  private static let geographic = ["4326", "4269", "4258", "4979", "crs84", "wgs84", "wgs 84"]

  /// Creates the defaults of a folder without `config.csv`: metres, km/h, longitude and latitude.
  init() {}

  /// Reads the first row of `config`; missing values keep their defaults.
  ///
  /// - Throws: `TableError` if the file is unreadable or has an unknown unit.
  init(_ config: consuming CSVReader) throws(TableError) {
    let length = config.optionalColumn("long_length")
    let speed = config.optionalColumn("speed")
    let crs = config.optionalColumn("crs")
    if config.next() {
      if let value = Self.unit(length, among: Self.lengths, &config) { metres = value }
      if let value = Self.unit(speed, among: Self.speeds, &config) { kilometresPerHour = value }
      if let name = config.string(crs)?.lowercased() {
        geometry = Self.geographic.contains { name == $0 || name.hasSuffix(":" + $0) } ? .globe : .plane
      }
    }
    try config.finish()
  }

  private static func unit(
    _ column: CSVOptionalColumn, among units: KeyValuePairs<String, Double>, _ config: inout CSVReader
  ) -> Double? {
    guard let name = config.string(column) else { return nil }
    if let unit = units.first(where: { $0.key == name.lowercased() }) { return unit.value }
    config.recordValue(column, expected: .choice(units.map(\.key)))
    return nil
  }
}
