import BenchmarkSuite
import Foundation

extension Gates {
  /// Returns the cases to be counted again before a regression of some, or of their mean, is reported.
  static func doubtful(_ pairs: [(item: Case, base: Int, head: Int)]) -> [Case] {
    guard instructions(pairs).contains(where: { $0.answer == .yes }) else { return [] }
    return pairs.filter { Double($0.head) > Double($0.base) * (1 + meanInstructionMargin) }.map(\.item)
  }

  /// Returns the findings on whether a case, or the geometric mean of all, takes more instructions.
  static func instructions(_ pairs: [(item: Case, base: Int, head: Int)]) -> [Finding] {
    var findings = pairs.map { pair in
      let ratio = Double(pair.head) / Double(max(1, pair.base))
      return Finding(
        subject: pair.item.name, answer: ratio > 1 + instructionMargin ? .yes : .no,
        words: "\(pair.base) → \(pair.head) (\(change(ratio)))")
    }
    if pairs.count > 1 {
      let logs = pairs.map { log(Double(max(1, $0.head)) / Double(max(1, $0.base))) }
      let mean = exp(logs.reduce(0, +) / Double(logs.count))
      findings.append(
        Finding(
          subject: "all, geometric mean", answer: mean > 1 + meanInstructionMargin ? .yes : .no,
          words: change(mean)))
    }
    return findings
  }
}
