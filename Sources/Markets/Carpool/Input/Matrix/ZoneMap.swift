import Ground
import Quantities
import Tables

/// The zones of a matrix, by the names that it knows them by.
struct ZoneMap: Sendable {
  /// A zone as its file has it.
  struct Zone: Sendable {
    let name: String
    let shape: ZoneShape
    /// The line of the file that it stands on.
    let line: Int
  }

  let file: String
  private(set) var zones: [Zone] = []
  private var places: [String: Int32] = [:]
  /// The zones whose names are whole numbers, by these; nil where two names are one number.
  private var numbers: [Int64: Int32]? = [:]

  /// Creates the map of `file` without zones.
  init(file: String) { self.file = file }

  /// Adds `zone`.
  ///
  /// - Returns: False where there is one of that name.
  mutating func add(_ zone: Zone) -> Bool {
    guard places[zone.name] == nil else { return false }
    let place = Int32(zones.count)
    zones.append(zone)
    places[zone.name] = place
    // Where 7 and 07 are two zones, names tell them apart.
    if let number = Int64(zone.name), numbers?.updateValue(place, forKey: number) != nil { numbers = nil }
    return true
  }

  /// The zone that the row names in `column`; nil and a fault where there is none.
  func zone(_ column: CSVColumn, _ rows: inout CSVReader) -> Int32? {
    if let numbers, let number = rows.int64IfAny(column), let zone = numbers[number] { return zone }
    if let zone = places[rows.string(column)] { return zone }
    rows.recordValue(column, expected: .other("a zone of \(file)"))
    return nil
  }

  /// The zone called `name`; nil where there is none.
  func zone(_ name: String) -> Int32? { places[name] ?? Int64(name).flatMap { numbers?[$0] } }
}
