public import JSON5

/// What came of measuring or comparing, in the forms in which others read it.
public protocol BenchReport {
  /// For programs.
  var json: JSON { get }
  /// For a page that renders GitHub's Markdown, such as the summary of a build: headings and tables.
  var markdown: String { get }
  /// For build servers: a test for each thing that was asked.
  var tests: TestReport { get }
}

extension Finding {
  /// What a build server is told of it: that something got worse is a failure, that nobody can tell is no pass.
  var test: TestReport.Outcome {
    switch answer {
    case .no: .passed
    case .yes: .failed(type: "worse", message: words)
    case .cannotTell: .skipped("cannot tell: \(words)")
    }
  }
}
