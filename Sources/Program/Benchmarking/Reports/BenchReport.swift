import BenchmarkSuite
public import Foundation
public import JSON5
import Tables

/// A report of a measurement or comparison, in the forms in which others read it.
public protocol BenchReport {
  /// The report for programs.
  var json: JSON { get }
  /// The report for a page that renders GitHub's Markdown, such as the summary of a build: headings and tables.
  var markdown: String { get }
  /// The report for build servers: a test for each thing that was asked.
  var tests: TestReport { get }
}

extension Data {
  /// True if it is a table in Markdown of what was measured or compared, or of its history.
  public var isBenchMarkdown: Bool {
    ["### What was measured\n", "### Did it get worse? ", "### Did a result change? "].contains {
      begins(with: $0)
    }
      || begins(with: "### ") && holds("\n\n| benchmark | ")
  }
}

extension Finding {
  /// The outcome for a build server: that something got worse is a failure, that nobody can tell is no pass.
  var test: TestReport.Outcome {
    switch answer {
    case .no: .passed
    case .yes: .failed(type: "worse", message: words)
    case .cannotTell: .skipped("cannot tell: \(words)")
    }
  }
}
