import BenchmarkSuite
import Foundation

extension Gates {
  /// Returns the finding on whether the instructions of `benchmark` grow faster with size than before.
  static func growth(
    _ benchmark: String, base: [(size: Int, value: Int)], head: [(size: Int, value: Int)]
  ) -> Finding {
    growth(
      benchmark, "instructions", Growth.Points(instructions: base), Growth.Points(instructions: head))
  }

  /// Returns the finding on whether the times of `benchmark` grow faster with size, as far as their noise
  /// allows.
  static func growth(_ benchmark: String, base: [CaseResult], head: [CaseResult]) -> Finding {
    growth(benchmark, "times", Growth.Points(times: base), Growth.Points(times: head))
  }

  private static func growth(
    _ benchmark: String, _ what: String, _ base: Growth.Points, _ head: Growth.Points
  ) -> Finding {
    let shared = Set(base.sizes).intersection(head.sizes)
    guard let before = base.only(shared).growth, let after = head.only(shared).growth else {
      return Finding(
        subject: benchmark, answer: .cannotTell,
        words: "\(what) of \(shared.count) sizes on both sides; five are needed")
    }
    let rise = after.slope - before.slope
    let noise = (before.noise * before.noise + after.noise * after.noise).squareRoot()
    let answer: Finding.Answer =
      rise - noise > slopeMargin ? .yes : rise + noise > slopeMargin && noise > 0 ? .cannotTell : .no
    let plusMinus = noise > 0 ? String(format: ", the difference ± %.3f", noise) : ""
    return Finding(
      subject: benchmark, answer: answer,
      words: String(
        format: "slope of %@ %.3f → %.3f over %d sizes", what, before.slope, after.slope, shared.count)
        + plusMinus)
  }
}
