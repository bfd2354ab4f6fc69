import BenchmarkSuite
public import Foundation
public import JSON5
import Quoting
import Tables

/// Tests with their outcomes, for CI servers.
public struct TestReport: Hashable, Sendable {
  /// The outcome of a test.
  enum Outcome: Hashable, Sendable {
    case passed
    /// It failed; `type` is a word for the kind of fault.
    case failed(type: String, message: String)
    /// It was omitted, or is inconclusive.
    case skipped(String)
  }

  /// A test.
  struct Test: Hashable, Sendable {
    var name: String
    /// The duration, in seconds.
    var seconds = 0.0
    var outcome: Outcome
  }

  /// A group of tests.
  struct Suite: Hashable, Sendable {
    var name: String
    var tests: [Test]
  }

  var suites: [Suite]

  /// Returns the tests in the XML format introduced by Ant's JUnit task, which Jenkins, GitLab and many GitHub
  /// actions read.
  ///
  /// It conforms to the schemas of both Ant and Jenkins. `date` is ISO 8601 in UTC.
  public func xml(date: String) -> String {
    let time = date.hasSuffix("Z") ? String(date.dropLast()) : date
    let parts = suites.enumerated().map { number, suite -> Markup in
      let failures = suite.tests.count { if case .failed = $0.outcome { true } else { false } }
      let skipped = suite.tests.count { if case .skipped = $0.outcome { true } else { false } }
      let seconds = suite.tests.reduce(0) { $0 + $1.seconds }
      let name = "detour.bench.\(suite.name)"
      return """
          <testsuite id="\(number)" name="\(name)" package="detour" hostname="localhost" timestamp="\(time)" \
        tests="\(suite.tests.count)" failures="\(failures)" errors="0" skipped="\(skipped)" \
        time="\(Self.decimal(seconds))">
            <properties/>
        \(suite.tests.map { Self.xml($0, group: name) })    <system-out/>
            <system-err/>
          </testsuite>

        """
    }
    let report: Markup = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
      \(parts)</testsuites>

      """
    return report.text
  }

  private static func xml(_ test: Test, group: String) -> Markup {
    let head: Markup =
      "    <testcase classname=\"\(group)\" name=\"\(test.name)\" time=\"\(decimal(test.seconds))\""
    switch test.outcome {
    case .passed: return "\(head)/>\n"
    case .failed(let type, let message):
      return "\(head)>\n      <failure type=\"\(type)\" message=\"\(message)\"/>\n    </testcase>\n"
    case .skipped(let message):
      return "\(head)>\n      <skipped message=\"\(message)\"/>\n    </testcase>\n"
    }
  }

  private static func decimal(_ seconds: Double) -> String { String(format: "%.6f", seconds) }
}

/// A report of a measurement or comparison in several formats.
public protocol BenchReport {
  /// The report as JSON.
  var json: JSON { get }
  /// The report in GitHub's Markdown, for example for a build summary: headings and tables.
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
