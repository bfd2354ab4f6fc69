import BenchmarkSuite
import Foundation
import Markets
import Metrics
import Quantities
import Statistics

/// The rules of the gates, as pure functions of measurements.
public enum Gates {
  /// The accepted growth of memory: a share of the base's memory, plus a number of bytes.
  static let memoryMargin = 0.05
  static let memoryBytes = 2 << 20
  /// The accepted growth of allocations: a share of the base's allocations, plus a number of blocks, which matters in
  /// short runs.
  static let allocationMargin = 0.01
  static let allocationBlocks = 16.0
  static let instructionMargin = 0.01
  static let meanInstructionMargin = 0.005
  /// The number of recounts of an apparent regression in instructions.
  static let recounts = 3
  static let slopeMargin = 0.05
  static let timeMargin = 0.05
  public static let timeLevel = 0.01
  /// The minimum number of pairs for the time gate: fewer could not be significant.
  public static let leastPairs = (1...).first { leastPValue(pairs: $0) < timeLevel } ?? 1
  /// The maximum width of a ratio's interval, as a share, for the conclusion "no slower".
  static let widestInterval = 0.05

  /// Returns the smallest possible two-sided p-value of a sign-flip test with `pairs` pairs, reached if all agree in
  /// sign.
  public static func leastPValue(pairs: Int) -> Double { 2 / Rounded.exp2(Double(pairs)) }
}

extension Gates {
  /// Returns the finding on whether `head` has different results from `base`, or requires more work or memory.
  ///
  /// Lower counts are reported, and accepted if the results are the same. If figures of runs differ, they are
  /// reported in place of the work counts.
  static func exact(_ base: CaseResult, _ head: CaseResult) -> Finding {
    var faults: [String] = []
    var notes: [String] = []
    if base.operations != head.operations {
      return Finding(
        subject: head.item.name, answer: .cannotTell,
        words: "the work differs: \(base.operations) against \(head.operations) operations")
    }
    let isOther = base.fingerprint != head.fingerprint
    if isOther {
      let prints = "fingerprint \(base.fingerprint.prefix(16)) → \(head.fingerprint.prefix(16))"
      faults.append("other results: " + (moved(base, head).map { $0 + "; " } ?? "") + prints)
    }
    let isRun = !base.marketFigures.isEmpty && !head.marketFigures.isEmpty
    let before = Dictionary(base.counts.map { ($0.name, $0.value) }) { first, _ in first }
    for count in head.counts {
      guard let old = before[count.name] else {
        notes.append("\(count.name) is not counted by the base")
        continue
      }
      guard old != count.value, !(isOther && isRun) || count.name == "allocations" else { continue }
      let words = "\(count.name) \(old) → \(count.value)"
      let margin = count.name == "allocations" ? Double(old) * allocationMargin + allocationBlocks : 0
      if Double(count.value) > Double(old) + margin { faults.append(words) } else { notes.append(words) }
    }
    for count in base.counts where !head.counts.contains(where: { $0.name == count.name }) {
      notes.append("\(count.name) is counted only by the base")
    }
    if base.compiler != head.compiler { notes.append("compiled by \(base.compiler) and \(head.compiler)") }
    let bound = Double(base.peakBytes) * (1 + memoryMargin) + Double(memoryBytes)
    if Double(head.peakBytes) > bound {
      faults.append("memory \(megabytes(base.peakBytes)) → \(megabytes(head.peakBytes)) MB")
    }
    let words = (faults + notes).joined(separator: "; ")
    return Finding(
      subject: head.item.name, answer: faults.isEmpty ? .no : .yes,
      words: words.isEmpty ? "the same results by the same work" : words)
  }

  /// The maximum number of changed figures reported.
  private static let mostFigures = 5

  /// Returns the changed figures, such as `match_rate 43.9 → 43.7 %`; nil if one side has none.
  private static func moved(_ base: CaseResult, _ head: CaseResult) -> String? {
    guard !base.marketFigures.isEmpty, !head.marketFigures.isEmpty else { return nil }
    let before = Dictionary(base.marketFigures.map { ($0.name, $0.value) }) { first, _ in first }
    let names = Set(head.marketFigures.map(\.name))
    let moves = head.marketFigures.compactMap { figure -> String? in
      guard let old = before[figure.name] else { return "\(figure.name) is new" }
      return old == figure.value ? nil : move(of: figure, from: old)
    }
    let gone = base.marketFigures.filter { !names.contains($0.name) }.map { "\($0.name) is gone" }
    let all = moves + gone
    guard !all.isEmpty else { return "no figure moved" }
    let more = all.count > mostFigures ? ", and \(all.count - mostFigures) more figures" : ""
    return all.prefix(mostFigures).joined(separator: ", ") + more
  }

  /// Returns both values with enough digits to distinguish them.
  private static func move(of figure: CaseResult.Figure, from old: Double) -> String {
    // A ratio is a share only if its figure is one: a detour factor of 1.16 is not 116 %.
    let isShare = figure.unit == "ratio" && Markets.figures.named(figure.name)?.isShare ?? false
    let hasUnit = figure.unit != "ratio" && !figure.unit.contains("-")
    let (scale, unit) = isShare ? (100.0, " %") : (1.0, hasUnit ? " " + figure.unit : "")
    let digits = (figure.unit == "count" ? 0 : figure.unit == "ratio" && !isShare ? 2 : 1)...6
    func text(_ value: Double, _ decimals: Int) -> String { Words.fixed(value * scale, decimals) }
    let decimals = digits.first { text(old, $0) != text(figure.value, $0) } ?? digits.upperBound
    return "\(figure.name) \(text(old, decimals)) → \(text(figure.value, decimals))"
      + (figure.unit == "count" ? "" : unit)
  }

  private static func megabytes(_ bytes: Int) -> String { Words.fixed(Double(bytes) / 1e6, 1) }

  /// Returns a ratio as a signed change in per cent.
  static func change(_ ratio: Double, digits: Int = 2) -> String {
    String(format: "%+.\(digits)f %%", (ratio - 1) * 100)
  }
}

extension Gates {
  /// Processor times of the same work by two programs, measured alternately in random order.
  typealias Series = [(first: Double, second: Double)]

  /// Returns the finding on whether the second program of a pair is slower; `measure` returns a series of the given
  /// number of pairs.
  ///
  /// If the minimum number of pairs is inconclusive, pairs are added up to the maximum. *Slower* requires a ratio
  /// above the margin that is significant, confirmed in a second series; *no* requires an interval narrow enough to
  /// detect a difference of the margin.
  static func time(
    _ subject: String, pairs: ClosedRange<Int>, measure: (Int) throws -> Series
  ) rethrows -> Finding {
    var series = try measure(pairs.lowerBound)
    let finding = try judge(subject, series, measure)
    guard finding.answer == .cannotTell, pairs.upperBound > pairs.lowerBound else { return finding }
    series += try measure(pairs.upperBound - pairs.lowerBound)
    return try judge(subject, series, measure)
  }

  private static func judge(
    _ subject: String, _ series: Series, _ measure: (Int) throws -> Series
  ) rethrows -> Finding {
    let ratio = PairedRatio(series, seed: 1)
    if isSlower(ratio) {
      let second = PairedRatio(try measure(series.count), seed: 2)
      let confirmed = isSlower(second)
      return Finding(
        subject: subject, answer: confirmed ? .yes : .cannotTell,
        words: "\(words(ratio)); again \(words(second))" + (confirmed ? "" : ": not confirmed"))
    }
    let width = (ratio.interval.upperBound - ratio.interval.lowerBound) / ratio.estimate
    if width > widestInterval {
      return Finding(
        subject: subject, answer: .cannotTell,
        words: "\(words(ratio)): the interval is wider than \(Words.percent(widestInterval))")
    }
    return Finding(subject: subject, answer: .no, words: words(ratio))
  }

  static func isSlower(_ ratio: PairedRatio) -> Bool {
    ratio.estimate > 1 + timeMargin && ratio.pValue < timeLevel
  }

  private static func words(_ ratio: PairedRatio) -> String {
    let (low, high) = (ratio.interval.lowerBound, ratio.interval.upperBound)
    return "\(change(ratio.estimate, digits: 1)) [\(change(low, digits: 1)) … \(change(high, digits: 1))], "
      + String(format: "p %.4f, %d pairs", ratio.pValue, ratio.count)
  }
}

extension Gates {
  /// Returns the finding on whether the instructions of `benchmark` grow faster with size in `head` than in `base`.
  static func growth(
    _ benchmark: String, base: [(size: Int, value: Int)], head: [(size: Int, value: Int)]
  ) -> Finding {
    growth(
      benchmark, "instructions", Growth.Points(instructions: base), Growth.Points(instructions: head))
  }

  /// Returns the finding on whether the times of `benchmark` grow faster with size in `head` than in `base`, if their
  /// noise allows a conclusion.
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

extension Gates {
  /// Returns the cases to recount before reporting a regression of single cases or of their mean.
  static func doubtful(_ pairs: [(item: Case, base: Int, head: Int)]) -> [Case] {
    guard instructions(pairs).contains(where: { $0.answer == .yes }) else { return [] }
    return pairs.filter { Double($0.head) > Double($0.base) * (1 + meanInstructionMargin) }.map(\.item)
  }

  /// Returns the findings on whether each case, and the geometric mean of all, requires more instructions.
  static func instructions(_ pairs: [(item: Case, base: Int, head: Int)]) -> [Finding] {
    var findings = pairs.map { pair in
      let ratio = Double(pair.head) / Double(max(1, pair.base))
      return Finding(
        subject: pair.item.name, answer: ratio > 1 + instructionMargin ? .yes : .no,
        words: "\(pair.base) → \(pair.head) (\(change(ratio)))")
    }
    if pairs.count > 1 {
      let logs = pairs.map { Rounded.log(Double(max(1, $0.head)) / Double(max(1, $0.base))) }
      let mean = Rounded.exp(logs.reduce(0, +) / Double(logs.count))
      findings.append(
        Finding(
          subject: "all, geometric mean", answer: mean > 1 + meanInstructionMargin ? .yes : .no,
          words: change(mean)))
    }
    return findings
  }
}
