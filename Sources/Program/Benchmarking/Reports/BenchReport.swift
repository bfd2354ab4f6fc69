import BenchmarkSuite
public import Foundation
public import JSON5
import Tables

/// A report of a measurement or comparison in several formats.
public protocol BenchReport {
  /// The report as JSON.
  var json: JSON { get }
  /// The report in GitHub's Markdown, such as for a build summary: headings and tables.
  var markdown: String { get }
  /// The report for CI servers: one test per question.
  var tests: TestReport { get }
}

extension Data {
  /// Whether the data is a Markdown table of measurements, comparisons, or their history.
  public var isBenchMarkdown: Bool {
    ["### What was measured\n", "### Did it get worse? ", "### Did a result change? "].contains {
      begins(with: $0)
    }
      || begins(with: "### ") && holds("\n\n| benchmark | ")
  }
}

extension Finding {
  /// The outcome for a CI server: regressions fail, inconclusive results are skipped.
  var test: TestReport.Outcome {
    switch answer {
    case .no: .passed
    case .yes: .failed(type: "worse", message: words)
    case .cannotTell: .skipped("cannot tell: \(words)")
    }
  }
}
