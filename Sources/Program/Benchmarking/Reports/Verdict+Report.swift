extension Verdict: BenchReport {
  public var markdown: String {
    var table = MarkdownTable(
      columns: ["gate", "benchmark", "worse", "what was found"].map { .init(title: $0) })
    for report in reports {
      table.rows += report.findings.map { finding in
        [
          report.gate.rawValue, MarkdownTable.plain(finding.subject), finding.answer.markdown,
          MarkdownTable.plain(finding.words),
        ]
      }
    }
    let questions = reports.map {
      "* \($0.gate.rawValue), \(MarkdownTable.plain($0.gate.question)) \($0.answer.markdown)\n"
    }
    return "### Did it get worse? \(answer.markdown)\n\n"
      + "From \(MarkdownTable.plain(base)) to \(MarkdownTable.plain(head)):\n\n"
      + questions.joined() + "\n" + table.text
  }

  public var tests: TestReport {
    TestReport(
      suites: reports.map { report in
        // Where a gate has nothing to ask, that is no pass either.
        let nothing = Finding(subject: "nothing", answer: .cannotTell, words: "there was nothing to compare")
        let findings = report.findings.isEmpty ? [nothing] : report.findings
        return TestReport.Suite(
          name: report.gate.rawValue,
          tests: findings.map { TestReport.Test(name: $0.subject, seconds: $0.seconds, outcome: $0.test) })
      })
  }
}

extension Finding.Answer {
  /// Bad news stands out.
  var markdown: String { self == .no ? rawValue : "**\(rawValue)**" }
}
