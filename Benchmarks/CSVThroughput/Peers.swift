import Foundation
import Statistics

extension CSVThroughputBenchmark {
  /// Python's csv module and pandas on the same file, where they are there.
  static func python(_ size: Int) -> [(what: String, megabytesPerSecond: Double)] {
    let script = """
      import csv, io, sys, time
      path = sys.argv[1]
      def best(body):
          times = []
          for _ in range(3):
              start = time.process_time(); body(); times.append(time.process_time() - start)
          return min(times)
      def plain():
          with open(path, newline="") as file:
              return sum(1 for _ in csv.reader(file))
      with open(path, newline="") as file:
          kept = list(csv.reader(file))
      print("read: Python csv, rows only,", best(plain))
      print("write: Python csv, of strings,", best(lambda: csv.writer(io.StringIO()).writerows(kept)))
      try:
          import pandas
          print("read: pandas.read_csv,", best(lambda: pandas.read_csv(path)))
          frame = pandas.read_csv(path).head(100000)
          share = len(frame) / (len(kept) - 1)
          print("write: pandas to_csv,", best(lambda: frame.to_csv(io.StringIO(), index=False)) / share)
      except ImportError:
          pass
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, path]
    let output = Pipe()
    process.standardOutput = output
    guard (try? process.run()) != nil else { return [] }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").compactMap { line in
      guard let cut = line.lastIndex(of: ","), let seconds = Double(line[line.index(cut, offsetBy: 2)...])
      else { return nil }
      return (String(line[..<cut]), Double(size) / 1e6 / seconds)
    }
  }

  /// The cost of a random draw in nanoseconds.
  static func drawCosts() -> String {
    let count = 10_000_000
    var draws = KeyedGenerator(seed: 1, replication: 0, purpose: Purpose(rawValue: 1))
    func cost(_ draw: (inout KeyedGenerator) -> Double) -> String {
      var sum = 0.0
      let seconds = best(of: 3) { for _ in 0..<count { sum += draw(&draws) } }
      precondition(sum.isFinite)
      return String(format: "%.1f", seconds / Double(count) * 1e9)
    }
    return """

      | draw | ns |
      |---|---:|
      | next | \(cost { Double($0.next() & 1) }) |
      | uniform | \(cost { $0.uniform() }) |
      | integer below 1000 | \(cost { Double($0.integer(below: 1000)) }) |
      | exponential (GSL) | \(cost { $0.exponential(mean: 1) }) |
      | normal (GSL) | \(cost { $0.normal() }) |
      | a stream opened and its first draw | \(cost {
        var stream = KeyedGenerator(seed: $0.next(), replication: 0, purpose: Purpose(rawValue: 1))
        return stream.uniform()
      }) |
      """
  }
}
