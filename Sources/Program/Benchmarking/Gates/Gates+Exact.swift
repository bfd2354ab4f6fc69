import Foundation
import Quantities

extension Gates {
  /// Whether `head` gives other results than `base`, does more, or holds more memory.
  ///
  /// Counts that fall are told and are no fault as long as the results are the same.
  static func exact(_ base: CaseResult, _ head: CaseResult) -> Finding {
    var faults: [String] = []
    var notes: [String] = []
    if base.operations != head.operations {
      return Finding(
        subject: head.item.name, answer: .cannotTell,
        words: "the work is another: \(base.operations) against \(head.operations) operations")
    }
    if base.fingerprint != head.fingerprint {
      faults.append(
        "other results: fingerprint \(base.fingerprint.prefix(16)) → \(head.fingerprint.prefix(16))")
    }
    let before = Dictionary(base.counts.map { ($0.name, $0.value) }) { first, _ in first }
    for count in head.counts {
      guard let old = before[count.name] else {
        notes.append("\(count.name) is not counted by the base")
        continue
      }
      guard old != count.value else { continue }
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

  private static func megabytes(_ bytes: Int) -> String { Words.fixed(Double(bytes) / 1e6, 1) }

  /// A ratio as a change in percent, with its sign.
  static func change(_ ratio: Double, digits: Int = 2) -> String {
    String(format: "%+.\(digits)f %%", (ratio - 1) * 100)
  }
}
