public import JSON5

/// The verdict of all gates.
public struct Verdict: Hashable, Sendable {
  /// The names of the sides.
  public let base: String
  public let head: String
  public let reports: [GateReport]

  /// The answer to "did it get worse?": `yes` if any gate says so, `no` if all do.
  public var answer: Finding.Answer {
    if reports.contains(where: { $0.answer == .yes }) { return .yes }
    return reports.isEmpty || reports.contains { $0.answer == .cannotTell } ? .cannotTell : .no
  }

  /// The readable report: one block per gate, and the answer.
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
