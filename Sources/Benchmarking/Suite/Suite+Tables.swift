import Foundation
import Quantities
import Scenario
import Statistics
import Synthesis
import Tables

extension Suite {
  private static let rowCounts = [1_000, 3_000, 10_000, 30_000, 100_000]

  static let csvWrite = Benchmark(
    "tables/csv-write", .micro, "write rows like those of attempts.csv into memory", unit: "rows",
    sizes: rowCounts, small: 10_000, growth: true
  ) { count, _ in
    let rows = Row.sample(count)
    return Work(count, "row") {
      var writer = CSVWriter(capacity: 1 << 20)
      for row in rows { row.append(to: &writer) }
      let digest = writer.withBytes { bytes in
        var digest = Digest()
        digest.update(bytes)
        return digest.finish()
      }
      return Outcome(digest, [Count("bytes", writer.count)])
    }
  }

  static let csvRead = Benchmark(
    "tables/csv-read", .micro, "read every number of such rows", unit: "rows", sizes: rowCounts,
    small: 10_000, growth: true
  ) { count, _ in
    var writer = CSVWriter()
    for column in Row.columns { writer.field(column) }
    writer.endRow()
    for row in Row.sample(count) { row.append(to: &writer) }
    let text = writer.text
    return Work(count, "row") {
      var rows = try CSVReader(text: text)
      let integers = ["request_id", "attempt", "driver_id", "cost"].map { rows.column($0) }
      let decimals = ["time_s", "x", "y", "detour_m"].map { rows.column($0) }
      var checksum = Checksum()
      var count = 0
      while rows.next() {
        for column in integers { checksum.add(rows.int64(column)) }
        for column in decimals { checksum.add(rows.double(column)) }
        count += 1
      }
      try rows.finish()
      return Outcome(checksum, [Count("rows", count), Count("bytes", text.utf8.count)])
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

/// Some fields of a row of attempts.csv.
private struct Row {
  static let columns = [
    "request_id", "attempt", "time_s", "outcome", "driver_id", "x", "y", "detour_m", "cost",
  ]

  var request: Int32
  var attempt: Int32
  var time: Milliseconds
  var outcome: String
  var driver: Int32
  var x: Double
  var y: Double
  var metres: Double
  var cost: Int64

  /// `count` rows, always the same.
  static func sample(_ count: Int) -> [Row] {
    var draws = draws(.rows, count)
    return (0..<count).map { number in
      Row(
        request: Int32(number), attempt: Int32(draws.integer(in: 1..<4)),
        time: Milliseconds(Int64(number) * 137),
        outcome: ["accepted", "declined", "no_candidate"][draws.integer(in: 0..<3)],
        driver: Int32(draws.integer(in: 0..<50_000)), x: draws.uniform(in: -122.52 ... -122.35),
        y: draws.uniform(in: 37.7...37.82), metres: draws.uniform(in: 0...12_000),
        cost: Int64(draws.integer(in: 0..<2_000_000)))
    }
  }

  func append(to writer: inout CSVWriter) {
    writer.field(request)
    writer.field(attempt)
    writer.field(time)
    writer.field(outcome)
    writer.field(driver)
    writer.field(x, decimals: 7)
    writer.field(y, decimals: 7)
    writer.field(metres, decimals: 1)
    writer.field(cost)
    writer.endRow()
  }
}
