import BenchmarkSuite
import Benchmarking
import Foundation
import Quantities
import Statistics

/// The results of benchmarks as tables for a terminal.
enum BenchText {
  static let head = row([
    "benchmark@size", "median", "min", "max", "per", "", "instructions", "MB", "allocations",
  ])

  static func row(_ result: CaseResult) -> String {
    let times = result.times
    let decisions = result.decisions.map { "\($0.name) \(time($0.seconds))" }.joined(separator: ", ")
    return row([
      result.item.name, time(times.median), time(times.min), time(times.max),
      time(times.median.map { $0 / Double(max(1, result.operations)) }), result.operation,
      result.instructions.map(String.init) ?? "–", Words.fixed(Double(result.peakBytes) / 1e6, 1),
      result.count("allocations").map(String.init) ?? "–",
    ]) + (decisions.isEmpty ? "" : "\n  a decision: \(decisions)")
  }

  /// Returns how each figure grows with the size, one line per figure; leaves out figures with too few sizes.
  static func growth(_ file: ResultFile) -> String {
    guard !file.growth.isEmpty else { return "" }
    let lines = file.growth.map { line in
      let (growth, unit) = (line.growth, line.benchmark.unit)
      let noise = growth.noise > 0 ? String(format: " ± %.3f", growth.noise) : ""
      return line.benchmark.name.padded(to: 30) + String(format: " %.3f", growth.slope)
        + "\(noise) (\(line.figure), \(growth.sizes.count) sizes of \(unit))"
    }
    return "\ngrowth: slope over size, log axes\n" + lines.map { $0 + "\n" }.joined()
  }

  private static func row(_ cells: [String]) -> String {
    let widths = [30, 10, 10, 10, 10, 9, 14, 8, 12]
    let padded = zip(cells, widths).enumerated().map { column, cell in
      let gap = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return column == 0 || column == 5 ? cell.0 + gap : gap + cell.0
    }
    return padded.joined(separator: " ")
  }

  private static func time(_ seconds: Double?) -> String { ResultFile.time(seconds) }
}
