import Quantities

/// One of the gates that a version of the program has to pass, in the order in which they are tried.
public enum Gate: String, CaseIterable, Sendable {
  /// Counts and fingerprints are the same, and so is memory within a margin.
  case exact
  /// Instructions under cachegrind.
  case instructions
  /// The growth of instructions with size; of two files without them, that of times.
  case growth
  /// Processor time, in pairs.
  case time

  /// The question that it answers.
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

  /// `yes` where one figure got worse; `cannot tell` where one could not be told, or there was none.
  public var answer: Finding.Answer {
    if findings.contains(where: { $0.answer == .yes }) { return .yes }
    return findings.isEmpty || findings.contains { $0.answer == .cannotTell } ? .cannotTell : .no
  }
}
