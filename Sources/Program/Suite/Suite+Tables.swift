import CarpoolScenario
import Foundation
import Glibc
import Quantities
import Scenario
import Statistics
import Tables

extension Suite {
  private static let rowCounts = [1_000, 3_000, 10_000, 30_000, 100_000]

  static let csvWrite = Benchmark(
    "tables/csv-write", .micro, "write a table of rows like those of attempts.csv, for its digest alone",
    unit: "rows", sizes: rowCounts, small: 10_000, growth: true
  ) { count, _ in
    let rows = Row.sample(count)
    return Work(count, "row") {
      var writer = try Row.table.writer(to: nil)
      for row in rows { try writer.append(row) }
      let receipt = try writer.close()
      return Outcome(receipt.sha256, [Count("rows", receipt.rows)])
    }
  }

  static let csvRead = Benchmark(
    "tables/csv-read", .micro, "read every number of such rows", unit: "rows", sizes: rowCounts,
    small: 10_000, growth: true
  ) { count, _ in
    let text = Row.table.text(of: Row.sample(count))
    return Work(count, "row") {
      var rows = try CSVReader(text: text)
      let columns = Row.table.schema.columns
      let integers = columns.filter { $0.type == .integer }.map { rows.column($0.name) }
      let decimals = columns.filter { $0.type == .decimal }.map { rows.column($0.name) }
      var checksum = Checksum()
      var count = 0
      while rows.next() {
        for column in integers { checksum.add(rows.int64(column)) }
        for column in decimals { checksum.add(rows.double(column)) }
        count += 1
      }
      try rows.finish()
      return Outcome(checksum, ["rows": count, "bytes": text.utf8.count])
    }
  }

  /// The reference: the same numbers by a loop over the bytes of a line and the C library.
  static let csvPlain = Benchmark(
    "tables/csv-plain", .micro, "read the same numbers by a plain loop over the bytes", unit: "rows",
    sizes: rowCounts
  ) { count, _ in
    let text = Row.table.text(of: Row.sample(count))
    let types = Row.table.schema.columns.map(\.type)
    let integers = types.indices.filter { types[$0] == .integer }
    let decimals = types.indices.filter { types[$0] == .decimal }
    return Work(count, "row") {
      var checksum = Checksum()
      var rows = PlainRows(Array(text.utf8CString))
      // The header.
      _ = rows.next()
      var count = 0
      while rows.next() {
        for column in integers { checksum.add(rows.integer(column)) }
        for column in decimals { checksum.add(rows.decimal(column)) }
        count += 1
      }
      return Outcome(checksum, ["rows": count, "bytes": text.utf8.count])
    }
  }

  static let scenarioLoad = Benchmark(
    "scenario/load", .micro, "read and check a scenario of 52 zones", unit: "files", sizes: [10], small: 10
  ) { count, surroundings in
    let path = surroundings.scenarios + "/rabat-morning.json5"
    let text = try FileBytes(contentsOf: path).text
    return Work(count, "file") {
      var identity = ""
      for _ in 0..<count {
        identity = try Scenario.load(text: text, file: "rabat-morning.json5").identity(inputs: [])
      }
      return Outcome(Digest.of(identity), [Count("files", count), Count("bytes", count * text.utf8.count)])
    }
  }
}

/// The rows of a table without quotes, read in the simplest way.
private struct PlainRows {
  /// The text, followed by a zero byte.
  private let bytes: [CChar]
  private var end = 0
  /// The starts of the row's fields.
  private var fields: [Int] = []

  init(_ bytes: [CChar]) { self.bytes = bytes }

  /// Advances to the next row; returns false after the last one.
  mutating func next() -> Bool {
    guard bytes[end] != 0 else { return false }
    fields.removeAll(keepingCapacity: true)
    fields.append(end)
    while bytes[end] != 10 {
      if bytes[end] == 44 { fields.append(end + 1) }
      end += 1
    }
    end += 1
    return true
  }

  func integer(_ column: Int) -> Int64 {
    var place = fields[column]
    let isNegative = bytes[place] == 45
    if isNegative { place += 1 }
    var value: Int64 = 0
    while bytes[place] >= 48 {
      value = 10 * value + Int64(bytes[place] - 48)
      place += 1
    }
    return isNegative ? -value : value
  }

  func decimal(_ column: Int) -> Double {
    bytes.withUnsafeBufferPointer { bytes in bytes.baseAddress.map { strtod($0 + fields[column], nil) } ?? 0 }
  }
}

/// Some fields of a row of attempts.csv.
private struct Row {
  enum Outcome: String, CaseIterable {
    case accepted, declined
    case none = "no_candidate"
  }

  static let table = Table<Row>(
    "rows", "A row per attempt.", key: ["request_id"],
    columns: [
      .integer("request_id", .identifier, "The request.") { $0.request },
      .count("attempt", "The attempt.") { $0.attempt },
      .seconds("time_s", "The time of the transfer.") { $0.time },
      .word("outcome", "The outcome.") { $0.outcome },
      .integer("driver_id", .identifier, "Who was asked.") { $0.driver },
      .decimal("x", .coordinate, "Where the driver was.") { $0.x },
      .decimal("y", .coordinate, "Where the driver was.") { $0.y },
      .metres("detour_m", "The detour.") { $0.metres },
      .integer("cost", .milliseconds, "The cost.") { $0.cost },
    ])

  var request: Int32
  var attempt: Int32
  var time: Milliseconds
  var outcome: Outcome
  var driver: Int32
  var x: Double
  var y: Double
  var metres: Double
  var cost: Int64

  /// Returns `count` fixed rows.
  static func sample(_ count: Int) -> [Row] {
    var draws = draws(.rows, count)
    return (0..<count).map { number in
      Row(
        request: Int32(number), attempt: Int32(draws.integer(in: 1..<4)),
        time: Milliseconds(Int64(number) * 137),
        outcome: Outcome.allCases[draws.integer(in: 0..<3)],
        driver: Int32(draws.integer(in: 0..<50_000)), x: draws.uniform(in: -122.52 ... -122.35),
        y: draws.uniform(in: 37.7...37.82), metres: draws.uniform(in: 0...12_000),
        cost: Int64(draws.integer(in: 0..<2_000_000)))
    }
  }
}
