public import BenchmarkSuite
import Foundation
import Glibc
import JSON5

/// A program with benchmarks: this one or another version. Each measurement runs in a separate process, so that a crash
/// affects only that measurement, and memory is measured separately.
public struct Program: Sendable, Hashable {
  /// The executable file.
  public let path: String
  /// Additional scenarios used as benchmarks.
  public var scenarios: [OwnScenario] = []

  /// Creates the program at `path`.
  ///
  /// - Throws: `BenchError.noProgram` if there is no executable.
  public init(path: String) throws(BenchError) {
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw .noProgram(path: path, reason: "there is no such program; build it, or give a file of results")
    }
    self.path = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
  }

  /// This program.
  public static var this: Program {
    get throws(BenchError) {
      try Program(path: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "")
    }
  }

  /// The mode in which a worker is started.
  struct Mode {
    var repetitions = 1
    var countsAll = false
    /// The words before the program's path, such as those of a profiling tool.
    var wrapper: [String] = []
    /// A library loaded before all others.
    var preload: String?
    /// Whether times are required.
    var isTimed = true
  }

  /// Measures `item`; `log` receives the process's standard error.
  ///
  /// - Throws: `Omission` if the process failed.
  func measure(
    _ item: Case, _ mode: Mode, in surroundings: Surroundings, log: (String) -> Void = { _ in }
  ) throws(Omission) -> CaseResult {
    let words =
      [
        path, "bench", "--worker", item.name, "--repetitions", String(mode.repetitions),
        "--scenarios", surroundings.scenarios, "--data", surroundings.data,
      ] + scenarios.filter { $0.item == item }.flatMap(\.words)
    let call: Call
    do {
      let untimed = mode.isTimed ? [] : [Worker.untimed + "=1"]
      call = try Self.call(
        untimed + mode.wrapper + words + (mode.countsAll ? ["--census"] : []), preload: mode.preload)
    } catch {
      throw Omission(item: item, reason: "cannot be started (\(error.localizedDescription))", isFailure: true)
    }
    log(call.errors)
    guard call.status == 0 else {
      throw Omission(item: item, reason: call.explanation, isFailure: true)
    }
    guard let result = WorkerReport(call.output)?.result(of: item) else {
      throw Omission(item: item, reason: "what it printed is not the report of a benchmark", isFailure: true)
    }
    return result
  }

  /// Returns the cases of the program.
  ///
  /// - Throws: `BenchError.noProgram` if it has no benchmarks.
  func cases() throws(BenchError) -> Set<Case> {
    let words = [path, "bench", "--list", "--json"]
    guard var call = try? Self.call(words + scenarios.flatMap(\.words), preload: nil) else {
      throw .noProgram(path: path, reason: "cannot be started")
    }
    // Older versions do not accept scenarios and only have the suite.
    if call.status != 0, !scenarios.isEmpty, let without = try? Self.call(words, preload: nil) {
      call = without
    }
    guard call.status == 0, let list = JSON(parsing: call.output)?["benchmarks"]?.items else {
      throw .noProgram(path: path, reason: "has no benchmarks: \(call.explanation)")
    }
    let known = Set(
      list.flatMap { entry in
        (entry["sizes"]?.items ?? []).compactMap { size in
          entry["name"]?.words.flatMap { name in size.whole.map { Case(name, $0) } }
        }
      })
    // It lists scenarios by file name, which may differ from the names used here.
    return known.contains(where: \.isOwn) ? known.union(scenarios.map(\.item)) : known
  }

  /// The result of a process.
  struct Call {
    var status: Int32
    var isSignal: Bool
    var output: String
    var errors: String

    /// The reason for the failure, as far as reported.
    var explanation: String {
      let last = errors.split(separator: "\n").last { !$0.isEmpty }.map(String.init) ?? ""
      let ending =
        isSignal ? "ended by signal \(status) (\(String(cString: strsignal(status))))" : "exit code \(status)"
      return last.isEmpty ? ending : "\(ending): \(last)"
    }
  }

  /// Starts a process in a fixed environment, and waits for its end.
  static func call(_ words: [String], preload: String?) throws -> Call {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LC_ALL": "C",
      "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no",
    ]
    if let preload { process.environment?["LD_PRELOAD"] = preload }
    let errors = FileManager.default.temporaryDirectory.appending(path: "detour-bench-\(UUID().uuidString)")
    guard FileManager.default.createFile(atPath: errors.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    defer { try? FileManager.default.removeItem(at: errors) }
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Call(
      status: process.terminationStatus, isSignal: process.terminationReason == .uncaughtSignal,
      output: String(decoding: printed, as: UTF8.self),
      errors: (try? String(contentsOf: errors, encoding: .utf8)) ?? "")
  }
}

extension OwnScenario {
  /// The command-line words for the scenario.
  fileprivate var words: [String] { ["--scenario", path] }
}

/// The lines printed by a worker.
private struct WorkerReport {
  private let lines: [JSON]

  /// Parses `text`; nil if it is incomplete.
  init?(_ text: String) {
    lines = text.split(separator: "\n").compactMap { JSON(parsing: String($0)) }
    guard lines.first?["format"]?.whole == Worker.format, lines.last?["done"] == .boolean(true) else {
      return nil
    }
  }

  func result(of item: Case) -> CaseResult? {
    guard let head = lines.first, let operations = head["operations"]?.whole,
      let operation = head["operation"]?.words, let compiler = head["compiler"]?.words,
      let peak = lines.lazy.compactMap({ $0["peak_bytes"]?.whole }).first
    else { return nil }
    let repetitions = lines.filter { $0["repetition"] != nil }
    let samples = repetitions.compactMap { line in
      line["cpu_s"]?.real.flatMap { cpu in
        line["wall_s"]?.real.map {
          CaseResult.Sample(
            processor: cpu, wall: $0, decisions: CaseResult.Decisions(json: line["decision_s"]))
        }
      }
    }
    func counts(_ json: JSON?) -> [Count] {
      (json?.members ?? []).compactMap { member in member.value.whole.map { Count(member.key, $0) } }
    }
    var all = counts(repetitions.first?["counts"])
    all += counts(lines.lazy.compactMap { $0["census"] }.first)
    // The first repetition also fills caches used by later ones.
    if let allocations = repetitions.last?["allocations"]?.whole {
      all.append(Count("allocations", allocations))
    }
    let figures = lines.lazy.compactMap { $0["figures"]?.items }.first ?? []
    return CaseResult(
      item: item, operations: operations, operation: operation,
      fingerprint: repetitions.first?["fingerprint"]?.words ?? "", counts: all, peakBytes: peak,
      samples: samples, instructions: nil, compiler: compiler,
      marketFigures: figures.compactMap(CaseResult.Figure.init(json:)))
  }
}
