import JSON5
import Quoting
import Run
import Tables

/// The tables of a run as blocks of a page: columns of whole numbers, one after the other.
///
/// The scripts read the columns in the order in which they stand here (`run-data.js`).
struct RunBlocks {
  /// What stands for an empty field: before all times and outside all places.
  static let absent: Int64 = -1_000_000_000_000

  private var bytes: [UInt8] = []

  private mutating func add(_ numbers: some Sequence<Int64>) {
    bytes += ColumnBytes(numbers.lazy.map { $0 == RecordedTable.none ? Self.absent : $0 }).bytes
  }

  private mutating func add(_ table: RecordedTable, _ columns: [String]) {
    for column in columns { add(table.numbers(column)) }
  }

  /// Columns in which an empty field means none.
  private mutating func add(_ table: RecordedTable, counts columns: [String]) {
    for column in columns { add(table.numbers(column).map { $0 == RecordedTable.none ? 0 : $0 }) }
  }

  private mutating func add(words column: String, of table: RecordedTable) {
    add(table.words(column).places.map(Int64.init))
  }

  private mutating func add(counts ranges: [Range<Int>]) { add(ranges.map { Int64($0.count) }) }

  static func requests(_ tables: PageTables, ends: [Int64]) -> PackedBytes {
    var block = Self()
    block.add(
      tables.requests,
      ["submit_s", "origin_x", "origin_y", "destination_x", "destination_y", "party_size"])
    block.add(words: "outcome", of: tables.requests)
    block.add(words: "cause", of: tables.requests)
    block.add(tables.driverOfRequest)
    block.add(tables.requests, ["match_s", "pickup_s", "dropoff_s"])
    block.add(ends)
    block.add(counts: tables.attemptsOfRequest)
    return PackedBytes(block.bytes)
  }

  static func attempts(_ tables: PageTables) -> PackedBytes {
    var block = Self()
    block.add(tables.attempts, ["cycle", "attempt", "time_s"])
    block.add(words: "outcome", of: tables.attempts)
    block.add(tables.driverOfAttempt)
    block.add(tables.attempts, ["answered_s", "drivers_active"] + PageTables.stageColumns)
    return PackedBytes(block.bytes)
  }

  static func drivers(_ tables: PageTables) -> PackedBytes {
    var block = Self()
    block.add(tables.drivers, ["depart_s"])
    block.add(tables.drivers, counts: ["seats", "passengers_served"])
    block.add(tables.drivers, ["detour_s", "origin_x", "origin_y"])
    block.add(words: "outcome", of: tables.drivers)
    block.add(counts: tables.stopsOfDriver)
    return PackedBytes(block.bytes)
  }

  static func stops(_ tables: PageTables) -> PackedBytes {
    var block = Self()
    block.add(tables.stops, ["arrive_s", "leave_s"])
    block.add(words: "kind", of: tables.stops)
    block.add(tables.requestOfStop)
    block.add(tables.stops, counts: ["party_size"])
    block.add(tables.stops, ["x", "y", "on_board_after"])
    return PackedBytes(block.bytes)
  }

  /// Counts for each driver, then times and places.
  static func tracks(_ tracks: ThinTracks) -> [UInt8] {
    var block = Self()
    block.add(tracks.counts)
    block.add(tracks.times)
    block.add(tracks.x)
    block.add(tracks.y)
    return block.bytes
  }

  /// Counts for each line, its class, then places.
  static func streets(_ streets: Streets) -> PackedBytes {
    var block = Self()
    block.add(streets.counts)
    block.add(streets.classes)
    block.add(streets.x)
    block.add(streets.y)
    return PackedBytes(block.bytes)
  }

  /// `names` where one is not a number that reads back the same; nil where places' names are numbers, as columns.
  static func names(_ names: [String]) -> (numbers: PackedBytes?, texts: JSON) {
    let numbers = names.compactMap { name in
      Int64(name).flatMap { String($0) == name && $0.magnitude < 1 << 51 ? $0 : nil }
    }
    guard numbers.count == names.count else { return (nil, .list(names.map { .text($0.visible) })) }
    return (PackedBytes(ColumnBytes(numbers).bytes), .null)
  }
}
