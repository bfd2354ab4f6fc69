import Foundation
import Tables

/// Tests and what came of them, for build servers.
public struct TestReport: Hashable, Sendable {
  /// What came of a test.
  enum Outcome: Hashable, Sendable {
    case passed
    /// It failed; `type` is a word for the kind of fault.
    case failed(type: String, message: String)
    /// It was left out, or nobody can tell.
    case skipped(String)
  }

  /// A question and its answer.
  struct Test: Hashable, Sendable {
    var name: String
    /// What it took, seconds.
    var seconds = 0.0
    var outcome: Outcome
  }

  /// Tests that belong together.
  struct Suite: Hashable, Sendable {
    var name: String
    var tests: [Test]
  }

  var suites: [Suite]

  /// The XML that Ant's JUnit task wrote first and Jenkins, GitLab and many actions of GitHub read.
  ///
  /// It keeps to what the schemas of both Ant and Jenkins allow. `date` is ISO 8601 in UTC.
  public func xml(date: String) -> String {
    let time = date.hasSuffix("Z") ? String(date.dropLast()) : date
    let parts = suites.enumerated().map { number, suite in
      let failures = suite.tests.count { if case .failed = $0.outcome { true } else { false } }
      let skipped = suite.tests.count { if case .skipped = $0.outcome { true } else { false } }
      let seconds = suite.tests.reduce(0) { $0 + $1.seconds }
      let name = Self.attribute("detour.bench.\(suite.name)")
      let head =
        "  <testsuite id=\"\(number)\" name=\(name) package=\"detour\" hostname=\"localhost\""
        + " timestamp=\(Self.attribute(time)) tests=\"\(suite.tests.count)\" failures=\"\(failures)\""
        + " errors=\"0\" skipped=\"\(skipped)\" time=\"\(Self.decimal(seconds))\">\n    <properties/>\n"
      return head + suite.tests.map { Self.xml($0, group: name) }.joined()
        + "    <system-out/>\n    <system-err/>\n  </testsuite>\n"
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" + parts.joined() + "</testsuites>\n"
  }

  private static func xml(_ test: Test, group: String) -> String {
    let head =
      "    <testcase classname=\(group) name=\(attribute(test.name)) time=\"\(decimal(test.seconds))\""
    switch test.outcome {
    case .passed: return head + "/>\n"
    case .failed(let type, let message):
      return head
        + ">\n      <failure type=\(attribute(type)) message=\(attribute(message))/>\n    </testcase>\n"
    case .skipped(let message):
      return head + ">\n      <skipped message=\(attribute(message))/>\n    </testcase>\n"
    }
  }

  private static func decimal(_ seconds: Double) -> String { String(format: "%.6f", seconds) }

  /// `text` in quotes. What XML cannot hold is written out, as on a terminal.
  private static func attribute(_ text: String) -> String {
    let escapes = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")]
    return "\"" + escapes.reduce(text.visible) { $0.replacing($1.0, with: $1.1) } + "\""
  }
}
