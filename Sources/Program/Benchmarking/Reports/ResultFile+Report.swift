public import BenchmarkSuite
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
  /// The work counts as text: `events 31,644, attempts 8,102`.
  public var work: String {
    counts.map { "\($0.name) \(Words.grouped($0.value))" }.joined(separator: ", ")
  }
}
