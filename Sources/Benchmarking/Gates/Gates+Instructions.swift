import Foundation

extension Gates {
  /// Whether a case, or all of them in the geometric mean, takes more instructions.
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

  /// How many times 10 the figure grows when the size grows tenfold: the least-squares slope on log axes; nil of
  /// fewer than five sizes.
  static func slope(_ points: [(size: Int, value: Int)]) -> Double? {
    guard points.count >= 5, points.allSatisfy({ $0.size > 0 && $0.value > 0 }) else { return nil }
    let x = points.map { log(Double($0.size)) }
    let y = points.map { log(Double($0.value)) }
    let count = Double(points.count)
    let (middleX, middleY) = (x.reduce(0, +) / count, y.reduce(0, +) / count)
    let above = zip(x, y).reduce(0) { $0 + ($1.0 - middleX) * ($1.1 - middleY) }
    let below = x.reduce(0) { $0 + ($1 - middleX) * ($1 - middleX) }
    return below > 0 ? above / below : nil
  }

  /// Whether the instructions of `benchmark` grow faster with size than they did.
  static func growth(
    _ benchmark: String, base: [(size: Int, value: Int)], head: [(size: Int, value: Int)]
  ) -> Finding {
    let shared = Set(base.map(\.size)).intersection(head.map(\.size))
    guard let before = slope(base.filter { shared.contains($0.size) }),
      let after = slope(head.filter { shared.contains($0.size) })
    else {
      return Finding(
        subject: benchmark, answer: .cannotTell, words: "\(shared.count) sizes on both sides; five are needed"
      )
    }
    return Finding(
      subject: benchmark, answer: after > before + slopeMargin ? .yes : .no,
      words: String(format: "slope %.3f → %.3f over %d sizes", before, after, shared.count))
  }
}
