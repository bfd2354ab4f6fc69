import BenchmarkSuite
import Foundation
import Quoting

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
