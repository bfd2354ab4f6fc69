import BenchmarkSuite
import Foundation
import Markets
import Metrics
import Quantities

extension Gates {
  /// Returns the finding on whether `head` has other results, more work or more memory than `base`.
  ///
  /// Lower counts are reported, and accepted if the results are the same. If figures of runs differ, they are
  /// reported instead of the work.
  static func exact(_ base: CaseResult, _ head: CaseResult) -> Finding {
    var faults: [String] = []
    var notes: [String] = []
    if base.operations != head.operations {
      return Finding(
        subject: head.item.name, answer: .cannotTell,
        words: "the work is another: \(base.operations) against \(head.operations) operations")
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
      notes.append("\(count.name) is counted by the base alone")
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

  /// Returns the changed figures: `match_rate 43.9 → 43.7 %`; nil if one side has none.
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
