import BenchmarkSuite
import Benchmarking
import Foundation
import Quantities
import Report
import Statistics
import Tables

/// The formats in which `detour bench` prints its results.
enum BenchForm: String, CaseIterable {
  case text, markdown, junit, json
}

extension Command {
  static let scenarioOption = Option(
    name: "--scenario", value: "FILE", kind: .scenario,
    help:
      "run a scenario file as the benchmark scenario/NAME, instead of the small set; repeatable",
    repeats: true)

  static let benchJSONOption = Option(name: "--json", help: "print the result as JSON")

  /// The output format option of verbs without a verdict.
  static let plainFormatOption = Option(
    name: "--format", value: "FORM", kind: .words(["text", "json"]),
    help: "the output format: text or json; default text")

  /// The output options of verbs that measure or compare.
  static let reportOptions = [
    benchJSONOption,
    Option(
      name: "--format", value: "FORM", kind: .words(BenchForm.allCases.map(\.rawValue)),
      help:
        "the output format: text, markdown (GitHub tables), junit (test report for build servers) or json; default text"
    ),
    Option(
      name: "--markdown", value: "FILE", kind: .file(["md"]), help: "also write the tables to this file"),
    Option(
      name: "--junit", value: "FILE", kind: .file(["xml"]),
      help: "also write a JUnit report: regressions fail, inconclusive results are skipped"),
  ]
}

extension BenchCommand {
  /// The folder of the scenarios in the checkout or, if there are none, in the installed package.
  static var shippedScenarios: String {
    FileManager.default.fileExists(atPath: "Scenarios") ? "Scenarios" : ShippedScenarios.folder ?? "Scenarios"
  }

  /// Returns the scenarios named on the command line.
  ///
  /// - Throws: `UsageError` if two of them would be the same benchmark.
  func ownScenarios() throws(UsageError) -> [OwnScenario] {
    var scenarios: [OwnScenario] = []
    for path in arguments.all("--scenario") {
      let scenario = OwnScenario(path: path)
      if let other = scenarios.first(where: { $0.item == scenario.item }) {
        throw command.misuse(
          "--scenario \(path): \(other.path) is already called \(scenario.item.benchmark); give a copy with another name"
        )
      }
      scenarios.append(scenario)
    }
    return scenarios
  }

  /// Reads the scenarios once, so that faults in them are reported before any measurement.
  func checkedScenarios() throws -> [OwnScenario] {
    let scenarios = try ownScenarios()
    for scenario in scenarios { try scenario.check() }
    return scenarios
  }

  /// Returns the requested format.
  func form() throws(UsageError) -> BenchForm {
    guard let name = arguments.value("--format"), let form = BenchForm(rawValue: name) else {
      return arguments.has("--json") ? .json : .text
    }
    if arguments.has("--json"), form != .json {
      throw command.misuse("--json and --format \(name): give one of them")
    }
    return form
  }

  /// Rejects formats that `--list` does not support, and output files in missing folders, before any measurement.
  func checkForms() throws {
    let form = try form()
    if arguments.has("--list") {
      let options = ["--markdown", "--junit"].filter { arguments.value($0) != nil }
      let unfit = options + (form == .junit || form == .markdown ? ["--format \(form.rawValue)"] : [])
      if let first = unfit.first {
        throw command.misuse("\(first) applies to measurements, `compare` and `results`")
      }
    }
    for name in ["--markdown", "--junit"] {
      guard let path = arguments.value(name) else { continue }
      let folder = FilePath.folder(of: path)
      if !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) {
        throw BenchError.unwritable(path: path, reason: "there is no folder \(folder)")
      }
      try Self.check(path, for: name)
    }
  }

  /// Prints `report` in the requested format (`output` for programs, `text` for people), and writes it to a file if
  /// requested. `date` is the time of measurement, by default now.
  func show(
    _ report: some BenchReport, as output: Output, date: String = Date.now.formatted(.iso8601),
    text: () -> Void
  ) throws {
    switch try form() {
    case .text: text()
    case .markdown: print(report.markdown, terminator: "")
    case .junit: print(report.tests.xml(date: date), terminator: "")
    case .json: print(json: report.json, as: output)
    }
    for (name, text) in [("--markdown", { report.markdown }), ("--junit", { report.tests.xml(date: date) })] {
      guard let path = arguments.value(name) else { continue }
      try Self.check(path, for: name)
      try AtomicFile.write(text(), to: path)
    }
  }

  /// Refuses to overwrite the file at `path`, the value of option `name`, if this program did not write it.
  private static func check(_ path: String, for name: String) throws(TableError) {
    try OwnFile.check(path, for: name == "--junit" ? "a report" : "a table") {
      name == "--junit"
        ? $0.begins(with: "<?xml ") && $0.holds(" package=\"detour\" ") : $0.isBenchMarkdown
    }
  }
}

/// The results of benchmarks as tables for a terminal.
enum BenchText {
  static let head = row([
    "benchmark@size", "median", "min", "max", "per", "", "instructions", "MB", "allocations",
  ])

  static func row(_ result: CaseResult) -> String {
    let times = result.times
    let decisions = result.decisions.map { "\($0.name) \(time($0.seconds))" }.joined(separator: ", ")
    return row([
      result.item.name, time(times.median), time(times.min), time(times.max),
      time(times.median.map { $0 / Double(max(1, result.operations)) }), result.operation,
      result.instructions.map(String.init) ?? "–", Words.fixed(Double(result.peakBytes) / 1e6, 1),
      result.count("allocations").map(String.init) ?? "–",
    ]) + (decisions.isEmpty ? "" : "\n  a decision: \(decisions)")
  }

  /// Returns the growth of each figure with the size, one line per figure; figures with too few sizes are omitted.
  static func growth(_ file: ResultFile) -> String {
    guard !file.growth.isEmpty else { return "" }
    let lines = file.growth.map { line in
      let (growth, unit) = (line.growth, line.benchmark.unit)
      let noise = growth.noise > 0 ? String(format: " ± %.3f", growth.noise) : ""
      return line.benchmark.name.padded(to: 30) + String(format: " %.3f", growth.slope)
        + "\(noise) (\(line.figure), \(growth.sizes.count) sizes of \(unit))"
    }
    return "\ngrowth: slope over size, log axes\n" + lines.map { $0 + "\n" }.joined()
  }

  private static func row(_ cells: [String]) -> String {
    let widths = [30, 10, 10, 10, 10, 9, 14, 8, 12]
    let padded = zip(cells, widths).enumerated().map { column, cell in
      let gap = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return column == 0 || column == 5 ? cell.0 + gap : gap + cell.0
    }
    return padded.joined(separator: " ")
  }

  private static func time(_ seconds: Double?) -> String { ResultFile.time(seconds) }
}
