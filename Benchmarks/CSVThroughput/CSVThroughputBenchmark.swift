import BenchmarkSupport
import Foundation
import Quantities
import Statistics
import Tables

/// Writes and reads a table like attempts.csv in several ways and prints megabytes a second.
///
/// usage: CSVThroughputBenchmark [--side (read | write) FILE]
///
/// With `--side` it writes FILE, and then reads or writes it once for each line on standard input.
@main
struct CSVThroughputBenchmark {
  static let rows = 500_000
  static let path = NSTemporaryDirectory() + "csv-throughput-\(ProcessInfo.processInfo.processIdentifier).csv"

  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    if words.count == 3, words.first == "--side" {
      return try answer(reading: words.contains("read"), words[words.endIndex - 1])
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let attempts = Attempt.sample(rows)
    var results: [(what: String, megabytesPerSecond: Double)] = []
    func measure(_ what: String, _ bytes: Int, _ body: () throws -> Void) rethrows {
      try results.append((what, Double(bytes) / 1e6 / best(of: 5, body)))
    }

    var writer = CSVWriter(capacity: 1 << 28)
    for attempt in attempts { append(attempt, to: &writer) }
    let size = writer.count
    measure("write: CSVWriter, in memory", size) {
      writer.removeAll()
      for attempt in attempts { append(attempt, to: &writer) }
    }
    try measure("write: TableFile, with run_id and digest, to disk", size) {
      var table = try TableFile(
        path: path, columns: Attempt.columns, constant: ("run_id", "0123456789abcdef"))
      for attempt in attempts {
        append(attempt, to: &table.row, ending: false)
        try table.endRow()
      }
      _ = try table.close()
    }
    let text = naive(attempts)
    measure("write: Swift interpolation, in memory", text.utf8.count) { _ = naive(attempts) }

    try write(attempts, to: path)
    try measure("read: CSVReader, every number of every row", size) { _ = try total(path) }
    try measure("read: CSVReader, rows only", size) {
      var rows = try CSVReader(contentsOf: path)
      while rows.next() {}
      try rows.finish()
    }
    try measure("read: Swift split, every number of every row", size) { _ = try splitTotal(path) }
    results += python(size)
    report(results, size)
    print(drawCosts())
  }

  /// Reads or writes the table at `path` as a side of a comparison.
  private static func answer(reading: Bool, _ path: String) throws {
    let attempts = Attempt.sample(rows)
    try write(attempts, to: path)
    try answerEachLine {
      var sum = 0.0
      let seconds = try processorSeconds {
        if reading { sum = try total(path) } else { try write(attempts, to: path) }
      }
      if !reading { sum = try total(path) }
      return SideSample(
        seconds: seconds, units: rows, found: ["rows": rows, "sum": Int(sum.rounded())])
    }
  }

  private static func write(_ attempts: [Attempt], to path: String) throws {
    var table = try TableFile(path: path, columns: Attempt.columns)
    for attempt in attempts {
      append(attempt, to: &table.row, ending: false)
      try table.endRow()
    }
    _ = try table.close()
  }

  @inline(__always)
  static func append(_ attempt: Attempt, to writer: inout CSVWriter, ending: Bool = true) {
    writer.field(attempt.request)
    writer.field(1)
    writer.field(attempt.attempt)
    writer.field(attempt.time)
    writer.field(attempt.funnel.active)
    writer.field(attempt.funnel.inRadius)
    writer.field(attempt.funnel.onRoute)
    writer.field(attempt.funnel.seats)
    writer.field(attempt.funnel.wishes)
    writer.field(attempt.funnel.limits)
    writer.empty()
    writer.empty()
    writer.field(Attempt.outcomes[attempt.outcome])
    if attempt.outcome < 2 {
      writer.empty()
      writer.field(attempt.driver)
      writer.field(attempt.x, decimals: 7)
      writer.field(attempt.y, decimals: 7)
      writer.field(attempt.toPickup)
      writer.field(attempt.detour)
      writer.field(attempt.metres, decimals: 1)
      writer.empty()
      writer.field(attempt.cost)
      writer.field(attempt.answered)
    } else {
      writer.field("none_on_route")
      for _ in 0..<9 { writer.empty() }
    }
    if ending { writer.endRow() }
  }

  static func naive(_ attempts: [Attempt]) -> String {
    var text = ""
    for attempt in attempts { text += attempt.interpolated() }
    return text
  }

  static func total(_ path: String) throws -> Double {
    var rows = try CSVReader(contentsOf: path)
    let integers = Attempt.columns[4..<12].map { rows.optionalColumn($0) }
    let decimals = (Attempt.columns[15..<20] + ["time_s", "answered_s"]).map { rows.optionalColumn($0) }
    let request = rows.column("request_id")
    var sum = 0.0
    while rows.next() {
      sum += Double(rows.int64(request))
      for column in integers { sum += Double(rows.int64(column) ?? 0) }
      for column in decimals { sum += rows.double(column) ?? 0 }
    }
    try rows.finish()
    return sum
  }

  static func splitTotal(_ path: String) throws -> Double {
    var sum = 0.0
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst() {
      for field in line.split(separator: ",", omittingEmptySubsequences: false) { sum += Double(field) ?? 0 }
    }
    return sum
  }

  /// Processor time of this process, in nanoseconds: what a neighbour on the machine does not blur.
  static func processorNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The least processor time in seconds of `count` runs of `body`.
  static func best(of count: Int, _ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<count {
      let start = processorNanoseconds()
      try body()
      least = min(least, Double(processorNanoseconds() - start) / 1e9)
    }
    return least
  }

  static func report(_ results: [(what: String, megabytesPerSecond: Double)], _ size: Int) {
    print("\(rows) rows, \(size / rows) bytes each\n\n| way | MB/s | of ours |\n|---|---:|---:|")
    for result in results {
      let ours = result.what.hasPrefix("write") ? results[0] : results[3]
      let ratio = String(format: "%.3f", result.megabytesPerSecond / ours.megabytesPerSecond)
      print("| \(result.what) | \(String(format: "%.0f", result.megabytesPerSecond)) | \(ratio) |")
    }
  }
}
