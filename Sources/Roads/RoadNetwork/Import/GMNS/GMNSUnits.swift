import Quantities
import Tables

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

  /// Coordinate systems of longitude and latitude; any other is taken for a plane in metres.
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
