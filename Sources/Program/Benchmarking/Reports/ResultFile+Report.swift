public import BenchmarkSuite
import Foundation
import Quantities
import Quoting
import Statistics

extension ResultFile: BenchReport {
  public var markdown: String {
    var table = MarkdownTable(
      columns: [
        .init(title: "benchmark"), .init(title: "median", isNumber: true),
        .init(title: "min … max", isNumber: true), .init(title: "per operation", isNumber: true),
        .init(title: "instructions", isNumber: true), .init(title: "memory", isNumber: true),
        .init(title: "work"), .init(title: "fingerprint"),
      ])
    table.rows = results.map { result in
      let times = result.times
      let cells = [
        result.item.name, Self.time(times.median), "\(Self.time(times.min)) … \(Self.time(times.max))",
        Self.time(times.median.map { $0 / Double(max(1, result.operations)) }),
        result.instructions.map { Words.grouped($0) } ?? "–",
        Words.fixed(Double(result.peakBytes) / 1e6, 1) + " MB", result.work,
        String(result.fingerprint.prefix(16)),
      ]
      return cells.map(Markdown.init(plain:))
    }
    let omitted = omissions.map { omission -> Markdown in
      let fate: Markdown = omission.isFailure ? "**failed**" : "left out"
      return "* \(omission.item.name) \(fate): \(omission.reason)\n"
    }
    let measured: Markdown = results.isEmpty ? "" : "\(table.text)\n"
    let others: Markdown = omitted.isEmpty ? "" : "\(omitted)\n"
    let place = [machine.description, commit.map { "commit \($0)" }, date].compactMap(\.self)
    let report: Markdown =
      "### What was measured\n\n\(measured)\(others)\(place.joined(separator: ", "))\n"
    return report.text
  }

  public var tests: TestReport {
    let measured = results.map { result in
      TestReport.Test(name: result.item.name, seconds: result.times.median ?? 0, outcome: .passed)
    }
    let others = omissions.map { omission in
      TestReport.Test(
        name: omission.item.name,
        outcome: omission.isFailure
          ? .failed(type: "not measured", message: omission.reason) : .skipped(omission.reason))
    }
    return TestReport(suites: [.init(name: "measured", tests: measured + others)])
  }

  /// Returns seconds with three digits and a suitable unit.
  public static func time(_ seconds: Double?) -> String {
    guard let seconds else { return "–" }
    let units = [(1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")]
    let (size, unit) = units.first { seconds >= $0.0 } ?? (1e-9, "ns")
    let value = seconds / size
    return "\(Words.fixed(value, value >= 100 ? 0 : value >= 10 ? 1 : 2)) \(unit)"
  }
}

extension CaseResult {
  /// The work counts as text, such as `events 31,644, attempts 8,102`.
  public var work: String {
    counts.map { "\($0.name) \(Words.grouped($0.value))" }.joined(separator: ", ")
  }
}

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

extension ResultsRegression: BenchReport {
  public var markdown: String {
    var table = MarkdownTable(
      columns: (["scenario", "figure", "before", "after", "change", "beyond the noise"] as [Markdown])
        .enumerated().map { .init(title: $1, isNumber: 2...4 ~= $0) })
    for scene in scenes {
      table.rows += scene.changes.map { change -> [Markdown] in
        let half = change.half.map { " ± \(Self.short($0))" } ?? ""
        return [
          "\(scene.name)", "\(change.name)", "\(Self.short(change.before))", "\(Self.short(change.after))",
          "\(Self.short(change.after - change.before))\(half)", change.isBeyondNoise ? "**yes**" : "no",
        ]
      }
    }
    let lines = scenes.map { "* \($0.sentence)\n" as Markdown }
    let changes: Markdown = table.rows.isEmpty ? "" : "\n\(table.text)"
    let report: Markdown = "### Did a result change? \(answer.markdown)\n\n\(lines)\(changes)"
    return report.text
  }

  public var tests: TestReport {
    let tests = scenes.map { scene in
      let outcome: TestReport.Outcome =
        scene.fault != nil
        ? .skipped(scene.sentence)
        : scene.same < scene.all ? .failed(type: "other results", message: scene.sentence) : .passed
      return TestReport.Test(name: scene.name, seconds: scene.seconds, outcome: outcome)
    }
    return TestReport(suites: [.init(name: "results", tests: tests)])
  }

  private static func short(_ value: Double) -> String { String(format: "%.4g", value) }
}

/// A table in GitHub's Markdown.
struct MarkdownTable {
  /// A column: its name, and whether it holds numbers, which are right-aligned.
  struct Column {
    var title: Markdown
    var isNumber = false
  }

  var columns: [Column]
  /// The cells.
  var rows: [[Markdown]] = []

  /// The table, one line per row.
  var text: Markdown {
    let head: [[Markdown]] = [columns.map(\.title), columns.map { $0.isNumber ? "---:" : "---" }]
    return "\((head + rows).map { "| \($0.joined(separator: " | ")) |\n" as Markdown })"
  }
}
