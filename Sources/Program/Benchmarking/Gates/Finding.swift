import Foundation
import Quantities

/// What a gate says of one figure.
public struct Finding: Hashable, Sendable {
  /// The answer to "did it get worse?".
  public enum Answer: String, Sendable {
    /// It did.
    case yes
    /// It did not.
    case no
    /// What was measured does not tell.
    case cannotTell = "cannot tell"
  }

  /// The case, or what several of them have in common.
  public let subject: String
  public let answer: Answer
  /// What was found, in words.
  public let words: String
  /// What finding it out took on the wall, seconds.
  public var seconds = 0.0
}

/// One of the gates that a version of the program has to pass, in the order in which they are tried.
public enum Gate: String, CaseIterable, Sendable {
  /// Counts and fingerprints are the same, and so is memory within a margin.
  case exact
  /// Instructions under cachegrind.
  case instructions
  /// How instructions grow with size; of two files without them, how times do.
  case growth
  /// Processor time, in pairs.
  case time

  /// What it asks.
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

/// What a gate came to.
public struct GateReport: Hashable, Sendable {
  public let gate: Gate
  public let findings: [Finding]

  /// `yes` where one figure got worse; `cannot tell` where one could not be told, or there was none.
  public var answer: Finding.Answer {
    if findings.contains(where: { $0.answer == .yes }) { return .yes }
    return findings.isEmpty || findings.contains { $0.answer == .cannotTell } ? .cannotTell : .no
  }
}

/// The rules of the gates. Each takes what was measured and answers; none measures.
public enum Gates {
  /// How much more memory, as a share, is no fault; and how many bytes besides.
  static let memoryMargin = 0.05
  static let memoryBytes = 2 << 20
  /// How many more allocations, as a share, are no fault; and how many besides, which weigh in short runs.
  static let allocationMargin = 0.01
  static let allocationBlocks = 16.0
  static let instructionMargin = 0.01
  static let meanInstructionMargin = 0.005
  /// How often what seems to take more instructions is counted again.
  static let recounts = 3
  static let slopeMargin = 0.05
  static let timeMargin = 0.05
  public static let timeLevel = 0.01
  /// How many pairs the gate of time needs: of fewer, none could be significant.
  public static let leastPairs = (1...).first { leastPValue(pairs: $0) < timeLevel } ?? 1
  /// How wide, as a share, the interval of a ratio may be for "no slower" to be said.
  static let widestInterval = 0.05

  /// The least two-sided p-value that a sign-flip test of so many pairs can have: when all of them say the same.
  public static func leastPValue(pairs: Int) -> Double { 2 / exp2(Double(pairs)) }
}
