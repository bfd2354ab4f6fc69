import Quantities
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
      return [
        MarkdownTable.plain(result.item.name), Self.time(times.median),
        "\(Self.time(times.min)) … \(Self.time(times.max))",
        Self.time(times.median.map { $0 / Double(max(1, result.operations)) }),
        result.instructions.map { Words.grouped($0) } ?? "–",
        Words.fixed(Double(result.peakBytes) / 1e6, 1) + " MB", MarkdownTable.plain(result.work),
        MarkdownTable.plain(String(result.fingerprint.prefix(16))),
      ]
    }
    let omitted = omissions.map { omission in
      "* \(MarkdownTable.plain(omission.item.name)) \(omission.isFailure ? "**failed**" : "left out"): "
        + MarkdownTable.plain(omission.reason) + "\n"
    }
    let place = [machine.description, commit.map { "commit \($0)" }, date].compactMap(\.self)
    return "### What was measured\n\n" + (results.isEmpty ? "" : table.text + "\n")
      + (omitted.isEmpty ? "" : omitted.joined() + "\n")
      + MarkdownTable.plain(place.joined(separator: ", ")) + "\n"
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

  /// Seconds with three digits and a fitting unit.
  public static func time(_ seconds: Double?) -> String {
    guard let seconds else { return "–" }
    let units = [(1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")]
    let (size, unit) = units.first { seconds >= $0.0 } ?? (1e-9, "ns")
    let value = seconds / size
    return "\(Words.fixed(value, value >= 100 ? 0 : value >= 10 ? 1 : 2)) \(unit)"
  }
}

extension CaseResult {
  /// What it did, in words: `events 31,644, attempts 8,102`.
  public var work: String {
    counts.map { "\($0.name) \(Words.grouped($0.value))" }.joined(separator: ", ")
  }
}
