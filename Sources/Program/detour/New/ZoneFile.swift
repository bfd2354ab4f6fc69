import JSON5
import Tables

/// A file of zones, with the properties needed to write a scenario for it; faults of its zones are left to the validation.
struct ZoneFile {
  /// Whether zones are points: the rows of a table, or some geometry in GeoJSON.
  private(set) var hasPoints = false
  /// The columns or properties in the order of the file, each with the names that it gives to zones.
  private var names: [(key: String, values: Set<String>)] = []
  let path: String
  /// The reason the file cannot be read; nil if it can.
  private(set) var fault: String?
  /// The ranges of the coordinates; nil if the file has none.
  private(set) var x: ClosedRange<Double>?
  private(set) var y: ClosedRange<Double>?
  /// Whether columns named `lon` and `lat` state the coordinates, so that they are degrees.
  private(set) var hasDegrees = false

  init(_ path: String) {
    self.path = path
    if path.lowercased().hasSuffix("json") { readFeatures() } else { readTable() }
  }

  /// Returns the column or property that names most of the zones `wanted`; nil if it is `zone`, the default, or
  /// unknown.
  ///
  /// - Parameters:
  ///   - wanted: the names in the matrix; empty if they are unknown, as in OMX.
  ///   - lookup: the list of zone names of an OMX file, often called like the column; nil if none was chosen.
  func nameKey(for wanted: Set<String>, lookup: String? = nil) -> String? {
    if let lookup, let same = names.first(where: { $0.key.lowercased() == lookup.lowercased() }) {
      return same.key == "zone" ? nil : same.key
    }
    func hits(_ item: (key: String, values: Set<String>)) -> Int { wanted.intersection(item.values).count }
    let most = names.map(hits).max() ?? 0
    if most > 0 {
      let found = names.filter { hits($0) == most }.map(\.key)
      return found.contains("zone") ? nil : found.first
    }
    // The columns of a table begin with the name; GeoJSON states it as the feature's id.
    return path.lowercased().hasSuffix("json") || names.contains { $0.key == "zone" } ? nil : names.first?.key
  }

  /// The question whether two columns of a table are meant as coordinates; nil if there are none with similar names.
  var hints: String? {
    let header = names.map(\.key)
    let found = ["x", "y"].compactMap { name in
      TableError.nearest(to: name, among: header).map { "is `\($0.visible)` meant to be `\(name)`?" }
    }
    return found.isEmpty ? nil : found.joined(separator: " ")
  }

  private mutating func readTable() {
    hasPoints = true
    var reader: CSVReader
    do throws(TableError) { reader = try CSVReader(contentsOf: path) } catch {
      fault = "\(error)"
      return
    }
    let header = reader.columnNames
    let columns = header.map { reader.optionalColumn($0) }
    hasDegrees = ["lon", "lat"].allSatisfy(header.contains)
    let ends = (hasDegrees ? ["lon", "lat"] : ["x", "y"]).map { reader.optionalColumn($0) }
    var values = header.map { _ in Set<String>() }
    while reader.next() {
      for (index, column) in columns.enumerated() {
        if let text = reader.string(column) { values[index].insert(text) }
      }
      let point = ends.map { reader.string($0).flatMap(Double.init) }
      if let x = point[0], let y = point[1] { note(x, y) }
    }
    names = zip(header, values).map { ($0, $1) }
  }

  /// Extends the ranges of the coordinates by a point.
  private mutating func note(_ x: Double, _ y: Double) {
    guard x.isFinite, y.isFinite else { return }
    self.x = self.x.map { min($0.lowerBound, x)...max($0.upperBound, x) } ?? x...x
    self.y = self.y.map { min($0.lowerBound, y)...max($0.upperBound, y) } ?? y...y
  }

  /// Extends the ranges of the coordinates by a point, or by the points of nested lists.
  private mutating func note(_ coordinates: Node) {
    guard case .list(let items) = coordinates.value else { return }
    if items.count >= 2, case .number(let x, _) = items[0].value, case .number(let y, _) = items[1].value {
      note(x, y)
    } else {
      for item in items { note(item) }
    }
  }

  /// Whether the coordinates are degrees: by their columns, or since all lie within ±180 and ±90.
  var isInDegrees: Bool {
    guard let x, let y else { return hasDegrees }
    return hasDegrees
      || (x.lowerBound >= -180 && x.upperBound <= 180 && y.lowerBound >= -90 && y.upperBound <= 90)
  }

  private mutating func readFeatures() {
    let text: String
    do throws(TableError) { text = try FileBytes(contentsOf: path).text } catch {
      fault = "\(error)"
      return
    }
    var parser = JSON5Parser(text)
    guard let root = try? parser.parse(), case .list(let features) = root["features"]?.value else {
      fault = "\(path): this is not a feature collection of GeoJSON"
      return
    }
    for feature in features {
      if let coordinates = feature["geometry"]?["coordinates"] { note(coordinates) }
      if case .text("Point") = feature["geometry"]?["type"]?.value { hasPoints = true }
      for member in feature["properties"]?.members ?? [] {
        let text: String
        switch member.value.value {
        case .text(let word): text = word
        case .number(let value, let exact): text = exact.map { String($0) } ?? JSON.shortest(value)
        default: continue
        }
        if let place = names.firstIndex(where: { $0.key == member.key }) {
          names[place].values.insert(text)
        } else {
          names.append((member.key, [text]))
        }
      }
    }
  }
}
