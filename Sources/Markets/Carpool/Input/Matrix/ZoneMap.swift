import Ground
import Quantities
import Tables

/// The zones of a matrix by name.
struct ZoneMap: Sendable {
  /// A zone as read from its file.
  struct Zone: Sendable {
    let name: String
    let shape: ZoneShape
    /// The line in the file.
    let line: Int
  }

  let file: String
  private(set) var zones: [Zone] = []
  private var places: [String: Int32] = [:]
  /// The zones with integer names, by these; nil if two names are the same integer.
  private var numbers: [Int64: Int32]? = [:]

  /// Creates the map of `file` without zones.
  init(file: String) { self.file = file }

  /// Adds `zone`.
  ///
  /// - Returns: false if the name is already used.
  mutating func add(_ zone: Zone) -> Bool {
    guard places[zone.name] == nil else { return false }
    let place = Int32(zones.count)
    zones.append(zone)
    places[zone.name] = place
    // If 7 and 07 are two zones, only the exact names identify them.
    if let number = Int64(zone.name), numbers?.updateValue(place, forKey: number) != nil { numbers = nil }
    return true
  }

  /// Returns the zone named in `column`; nil, with a fault, if there is none.
  func zone(_ column: CSVColumn, _ rows: inout CSVReader) -> Int32? {
    if let numbers, let number = rows.int64IfAny(column), let zone = numbers[number] { return zone }
    if let zone = places[rows.string(column)] { return zone }
    rows.recordValue(column, expected: .other("a zone of \(file)"))
    return nil
  }

  /// Returns the zone called `name`; nil if there is none.
  func zone(_ name: String) -> Int32? { places[name] ?? Int64(name).flatMap { numbers?[$0] } }
}
