import BenchmarkSuite
import Quoting

extension Verdict: BenchReport {
  public var markdown: String {
    var table = MarkdownTable(
      columns: (["gate", "benchmark", "worse", "what was found"] as [Markdown]).map { .init(title: $0) })
    for report in reports {
      table.rows += report.findings.map { finding in
        [
          "\(report.gate.rawValue)", "\(finding.subject)", finding.answer.markdown, "\(finding.words)",
        ]
      }
    }
    let questions = reports.map {
      "* \($0.gate.rawValue), \($0.gate.question) \($0.answer.markdown)\n" as Markdown
    }
    let report: Markdown = """
      ### Did it get worse? \(answer.markdown)

      From \(base) to \(head):

      \(questions)
      \(table.text)
      """
    return report.text
  }

  public var tests: TestReport {
    TestReport(
      suites: reports.map { report in
        // A gate without any comparison does not pass either.
        let nothing = Finding(subject: "nothing", answer: .cannotTell, words: "there was nothing to compare")
        let findings = report.findings.isEmpty ? [nothing] : report.findings
        return TestReport.Suite(
          name: report.gate.rawValue,
          tests: findings.map { TestReport.Test(name: $0.subject, seconds: $0.seconds, outcome: $0.test) })
      })
  }
}

extension Finding.Answer {
  /// The answer, in bold unless it is `no`.
  var markdown: Markdown { self == .no ? "\(rawValue)" : "**\(rawValue)**" }
}
