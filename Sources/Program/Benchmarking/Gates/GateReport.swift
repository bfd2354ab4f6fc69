import Quantities

/// A gate that a new version must pass, in order of evaluation.
public enum Gate: String, CaseIterable, Sendable {
  /// Counts and fingerprints are equal, and memory is within a margin.
  case exact
  /// Instructions under cachegrind.
  case instructions
  /// The growth of instructions with size; for two files without them, that of times.
  case growth
  /// Processor time, in pairs.
  case time

  /// The gate's question.
  var question: String {
    switch self {
    case .exact:
      "other results, more work, or more memory (above \(Words.percent(Gates.memoryMargin)))?"
    case .instructions:
      "more instructions (above \(Words.percent(Gates.instructionMargin)) for one, "
        + "\(Words.percent(Gates.meanInstructionMargin)) in the geometric mean)?"
    case .growth: "steeper growth (slope on log axes above the base's + \(Gates.slopeMargin))?"
    case .time:
      "slower (above \(Words.percent(Gates.timeMargin)), p below \(Gates.timeLevel), in two series)?"
    }
  }
}

/// The report of a gate.
public struct GateReport: Hashable, Sendable {
  public let gate: Gate
  public let findings: [Finding]

  /// `yes` if any figure got worse; `cannot tell` if any is inconclusive, or there is none.
  public var answer: Finding.Answer {
    if findings.contains(where: { $0.answer == .yes }) { return .yes }
    return findings.isEmpty || findings.contains { $0.answer == .cannotTell } ? .cannotTell : .no
  }
}
