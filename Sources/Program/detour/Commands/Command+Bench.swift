import BenchmarkSuite
import Benchmarking
import Foundation
import JSON5
import Quantities
import Report
import Scenario

extension Command {
  static let bench = Command(
    name: "bench", summary: "measure the program, or compare two versions of it",
    operands: [benchmarkOperand],
    verbs: [benchCompare, benchResults, benchHistory, benchRace, benchSelfTest],
    options: [
      Option(name: "--list", help: "print the benchmarks and their sizes"),
      scenarioOption,
      Option(
        name: "--set", value: "WHICH", kind: .words(["small", "micro", "macro", "all"]),
        help: "the benchmarks to run: small (quick, one size each), micro, macro or all; default small"),
      Option(name: "--size", value: "N", kind: .number, help: "run only this size", repeats: true),
      Option(
        name: "--repetitions", value: "N", kind: .number,
        help: "the number of repetitions per benchmark; default 15, or 1 for those that take minutes"
      ),
      Option(
        name: "--instructions", value: "WHICH", kind: .words(["small", "all"]),
        help: "also count instructions under valgrind, for the small set or for all benchmarks run"),
      Option(
        name: "--out", short: "-o", value: "DIR", kind: .folder,
        help: "write benchmark.json, samples.csv and summary.csv to DIR"),
      Option(
        name: "--record", value: "DIR", kind: .folder,
        help: "write these files to DIR/DATE-MACHINE; Results/benchmarks holds the history"),
      Option(
        name: "--commit", value: "ID", help: "record ID as the commit from which the program was built"),
    ] + placeOptions + reportOptions,
    hiddenOptions: [
      Option(
        name: "--worker", value: "NAME@SIZE", help: "run one benchmark and print a line per step"),
      Option(name: "--census", help: "with --worker: also count operations that slow the work down"),
    ],
    discussion: """
      NAME selects benchmarks by prefix, at all their sizes; without NAME, the small set is run. BASE and HEAD are
      programs, files that `detour bench --out` wrote, or two versions of a scenario (FILE.json5), which this program
      runs. The verdict says whether HEAD is worse: yes, no or cannot tell. Times are compared only if both sides can
      be run alternately.

      Exit codes: 0 not worse, 1 worse, 3 cannot tell.
      """,
    example: "detour bench kernel/hold --repetitions 5"
  ) { arguments, command in
    let bench = BenchCommand(arguments, command)
    if let name = arguments.value("--worker") { return try bench.work(name) }
    try bench.checkForms()
    return arguments.has("--list") ? try bench.list() : try bench.measure()
  }

  /// The operands that select benchmarks by prefixes of their names.
  static let benchmarkOperand = Operand(name: "NAME", kind: .known { Suite.all.map(\.name) }, count: 0...64)

  /// The options for the folders from which benchmarks read their input.
  static let placeOptions = [
    Option(
      name: "--scenarios", value: "DIR", kind: .folder,
      help: "the folder of the shipped scenarios; default Scenarios, or that of the package"),
    Option(
      name: "--data", value: "DIR", kind: .folder,
      help: "the folder of real networks and trips; default $DETOUR_DATA or ../shared/data"),
  ]
}

/// The implementation shared by the verbs of `detour bench`.
struct BenchCommand {
  let arguments: Arguments
  let command: Command
  let surroundings: Surroundings

  init(_ arguments: Arguments, _ command: Command) {
    self.arguments = arguments
    self.command = command
    let data = ProcessInfo.processInfo.environment["DETOUR_DATA"] ?? "../shared/data"
    surroundings = Surroundings(
      scenarios: arguments.value("--scenarios") ?? Self.shippedScenarios,
      data: arguments.value("--data") ?? data)
  }

  /// Returns the whole number given for `option`, or `standard` if the option was not given.
  ///
  /// - Throws: `UsageError` if the number is less than `least`.
  func whole(_ option: String, _ standard: Int, from least: Int) throws -> Int {
    guard let text = arguments.value(option) else { return standard }
    guard let number = Int(text), number >= least else {
      throw command.misuse("\(option) \(text): give a whole number of at least \(least)")
    }
    return number
  }

  /// Warns of each folder of prepared routing that this command has created.
  func tell(_ routing: RoutingWatch) {
    for folder in routing.made {
      Detour.warn(
        "\(folder) was created: it caches the routing preprocessing of the network, changes no result, and can be deleted"
      )
    }
  }

  /// Returns the exit code for the overall answer on regressions.
  static func exitCode(_ answer: Finding.Answer) -> Int32 {
    switch answer {
    case .no: ExitCode.success
    case .yes: ExitCode.failure
    case .cannotTell: ExitCode.cannotTell
    }
  }
}

extension BenchCommand {
  /// Runs the single benchmark `name` in the worker process that measures it.
  func work(_ name: String) throws -> Int32 {
    guard let item = Case(name: name) else {
      throw command.misuse("--worker \(name): give NAME@SIZE, such as kernel/hold@1000")
    }
    let worker = try Worker(item, surroundings, own: item.isOwn ? try ownScenarios().first : nil)
    try worker.work(
      repetitions: try whole("--repetitions", 1, from: 0), countsAll: arguments.has("--census"))
    return ExitCode.success
  }

  /// Returns the commit given on the command line.
  private func commit() throws(UsageError) -> String? {
    guard let text = arguments.value("--commit") else { return nil }
    guard !text.isEmpty,
      text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._/-".contains($0)) }),
      !text.beginsFormula
    else {
      throw command.misuse("--commit \(text): give a git commit ID")
    }
    return text
  }

  /// Prints the benchmarks and their sizes.
  func list() throws -> Int32 {
    let benchmarks = Suite.all + (try ownScenarios()).map(\.benchmark)
    if arguments.has("--json") {
      print(json: ["benchmarks": .list(benchmarks.map(\.json))], as: .benchList)
      return ExitCode.success
    }
    let width = benchmarks.map(\.name.count).max() ?? 0
    for benchmark in benchmarks {
      let sizes = benchmark.sizes.map { Words.grouped($0) }
      let mark = benchmark.smallSize == nil ? " " : "*"
      print("\(mark) \(benchmark.name.padded(to: width))  \(benchmark.summary)")
      print("  \("".padded(to: width))  \(benchmark.unit): \(sizes.joined(separator: " "))")
    }
    print("\n* in the small set")
    return ExitCode.success
  }

  /// Returns the cases selected on the command line.
  private func cases() throws -> [Case] {
    let named = try Suite.named(arguments.operands, own: try checkedScenarios())
    let sizes = try arguments.all("--size").map { text in
      guard let size = Int(text), size > 0 else {
        throw command.misuse("--size \(text): give a whole number above 0")
      }
      return size
    }
    let cases: [Case] =
      switch arguments.value("--set") ?? (arguments.operands.isEmpty && sizes.isEmpty ? "small" : "all") {
      case "small": named.small
      case "micro": named.filter { $0.kind == .micro }.whole
      case "macro": named.filter { $0.kind == .macro }.whole
      default: named.whole
      }
    let chosen = sizes.isEmpty ? cases : cases.filter { sizes.contains($0.size) }
    guard !chosen.isEmpty else {
      throw command.misuse("no benchmark matches; `detour bench --list` shows names and sizes")
    }
    return chosen
  }

  private func session(of cases: [Case]) throws -> Session {
    var session = Session(surroundings)
    if arguments.has("--repetitions") { session.repetitions = try whole("--repetitions", 15, from: 1) }
    switch arguments.value("--instructions") {
    case nil: break
    case "small": session.instructed = Set(cases.filter { $0.isOwn || Suite.all.small.contains($0) })
    default: session.instructed = Set(cases)
    }
    return session
  }

  /// Returns the folders to which the results of a measurement of `commit` at `date` are written.
  private func places(at date: String, _ commit: String?) -> [String] {
    [arguments.value("--out")].compactMap(\.self)
      + [arguments.value("--record")].compactMap {
        $0.map { Self.place(in: $0, at: date, commit) }
      }
  }

  /// Returns the folder for a day and a kind of machine; a second commit on the same day gets a separate folder.
  private static func place(in record: String, at date: String, _ commit: String?) -> String {
    let usual = "\(record)/\(date.prefix(10))-\(Machine.here.kind)"
    guard let before = try? ResultFile(contentsOf: usual), before.commit != commit else { return usual }
    return usual + "-" + (commit?.prefix(12) ?? "unknown-commit")
  }

  /// Measures the selected benchmarks.
  func measure() throws -> Int32 {
    let cases = try cases()
    let commit = try commit()
    let session = try session(of: cases)
    let isQuiet = try form() != .text
    let date = Date.now.formatted(.iso8601)
    let places = places(at: date, commit)
    // Checked now rather than after minutes of measuring.
    for folder in places { try ResultFile.checkPlace(folder) }
    if !isQuiet { print(BenchText.head) }
    var program = try Program.this
    program.scenarios = try ownScenarios()
    let routing = RoutingWatch(program.scenarios)
    let (results, omissions) = try session.measure(cases, with: program) { item, result in
      guard !isQuiet else { return }
      switch result {
      case .success(let result):
        print(BenchText.row(result))
        if item.isOwn { print("  \(result.work)\n  fingerprint \(result.fingerprint)") }
      case .failure(let omission):
        print("\(item.name)  \(omission.isFailure ? "FAILED" : "left out"): \(omission.reason)")
      }
    }
    tell(routing)
    let file = ResultFile(
      machine: .here, date: date, commit: commit,
      results: results, omissions: omissions)
    for folder in places { try file.write(to: folder) }
    try show(file, as: .bench, date: date) {
      print(BenchText.growth(file), terminator: "")
      print("\n\(Machine.here.description)")
      if session.allocationLibrary == nil {
        print(
          "allocations are not counted: build the library with `swift build -c release --product AllocationCount`"
        )
      }
    }
    return omissions.contains(where: \.isFailure) ? ExitCode.failure : ExitCode.success
  }
}
