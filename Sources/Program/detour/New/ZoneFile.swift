import JSON5
import Tables

/// A file of zones, with the properties needed to write a scenario for it; faults are left to the validation.
struct ZoneFile {
  /// Whether zones are points: the rows of a table, or some geometry in GeoJSON.
  private(set) var hasPoints = false
  /// The columns or properties in the order of the file, each with the names that it gives to zones.
  private var names: [(key: String, values: Set<String>)] = []
  let path: String

  init(_ path: String) {
    self.path = path
    if path.lowercased().hasSuffix("json") { readFeatures() } else { readTable() }
  }

  /// Returns the column or property that names most of the zones `wanted`; nil if it is `zone`, the default, or
  /// unknown.
  ///
  /// - Parameter wanted: the names in the matrix; empty if they are unknown, as in OMX.
  func nameKey(for wanted: Set<String>) -> String? {
    func hits(_ item: (key: String, values: Set<String>)) -> Int { wanted.intersection(item.values).count }
    let most = names.map(hits).max() ?? 0
    if most > 0 {
      let found = names.filter { hits($0) == most }.map(\.key)
      return found.contains("zone") ? nil : found.first
    }
    // The columns of a table begin with the name; GeoJSON states it as the feature's id.
    return path.lowercased().hasSuffix("json") || names.contains { $0.key == "zone" } ? nil : names.first?.key
  }

  private mutating func readTable() {
    hasPoints = true
    guard var reader = try? CSVReader(contentsOf: path) else { return }
    let header = reader.columnNames
    let columns = header.map { reader.optionalColumn($0) }
    var values = header.map { _ in Set<String>() }
    while reader.next() {
      for (index, column) in columns.enumerated() {
        if let text = reader.string(column) { values[index].insert(text) }
      }
    }
    names = zip(header, values).map { ($0, $1) }
  }

  private mutating func readFeatures() {
    guard let bytes = try? FileBytes(contentsOf: path) else { return }
    var parser = JSON5Parser(bytes.text)
    guard let root = try? parser.parse(), case .list(let features) = root["features"]?.value else { return }
    for feature in features {
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
