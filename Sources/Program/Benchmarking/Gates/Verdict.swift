public import JSON5
import Quantities

/// The verdict of all gates.
public struct Verdict: Hashable, Sendable {
  /// The names of the sides.
  public let base: String
  public let head: String
  public let reports: [GateReport]

  /// The overall answer: `yes` if any gate finds a regression, `no` if all gates answer `no`, otherwise `cannot
  /// tell`.
  public var answer: Finding.Answer {
    if reports.contains(where: { $0.answer == .yes }) { return .yes }
    return reports.isEmpty || reports.contains { $0.answer == .cannotTell } ? .cannotTell : .no
  }

  /// The report as text: one block per gate, and the answer.
  public var text: String {
    var lines = ["base  \(base)", "head  \(head)"]
    for report in reports {
      lines += ["", "\(report.gate.rawValue): \(report.gate.question)  \(report.answer.rawValue)"]
      let width = report.findings.map(\.subject.count).max() ?? 0
      for finding in report.findings {
        let gap = String(repeating: " ", count: width - finding.subject.count)
        let answer = finding.answer.rawValue
        lines.append(
          "  \(finding.subject)\(gap)  \(answer)\(String(repeating: " ", count: 11 - answer.count))  \(finding.words)"
        )
      }
    }
    lines += ["", "worse: \(answer.rawValue)"]
    return lines.map { $0 + "\n" }.joined()
  }

  /// The verdict as JSON.
  public var json: JSON {
    [
      "base": .text(base), "head": .text(head), "worse": .text(answer.rawValue),
      "gates": .list(
        reports.map { report in
          [
            "gate": .text(report.gate.rawValue), "worse": .text(report.answer.rawValue),
            "findings": .list(
              report.findings.map { finding in
                [
                  "subject": .text(finding.subject),
                  "worse": .text(finding.answer.rawValue),
                  "words": .text(finding.words),
                ]
              }),
          ]
        }),
    ]
  }
}

/// A gate that a new version must pass, in order of evaluation.
public enum Gate: String, CaseIterable, Sendable {
  /// Counts and fingerprints are equal, and memory is within a margin.
  case exact
  /// Instructions under cachegrind.
  case instructions
  /// The growth of instructions with size; of times, for two files without instruction counts.
  case growth
  /// Processor time, measured in pairs of processes.
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

  /// `yes` if any figure has regressed; `cannot tell` if any is inconclusive, or there is none.
  public var answer: Finding.Answer {
    if findings.contains(where: { $0.answer == .yes }) { return .yes }
    return findings.isEmpty || findings.contains { $0.answer == .cannotTell } ? .cannotTell : .no
  }
}
