import Benchmarking
import Foundation
import JSON5
import Quantities
import Report
import Scenario
import Statistics

extension Command {
  static let bench = Command(
    name: "bench", summary: "measure the program, or compare two versions of it",
    operands: [Operand(name: "NAME", kind: .known(Suite.all.map(\.name)), count: 0...64)],
    verbs: benchVerbs,
    plainOptions: benchOptions,
    options: [
      Option(name: "--list", help: "print the benchmarks and their sizes"),
      scenarioOption,
      Option(
        name: "--set", value: "WHICH", kind: .words(["small", "micro", "macro", "all"]),
        help: "small (quick, one size each), micro, macro or all; small"),
      Option(name: "--size", value: "N", kind: .number, help: "only this size", repeats: true),
      Option(
        name: "--repetitions", value: "N", kind: .number,
        help: "how often each is repeated; 15, and once what takes minutes"
      ),
      Option(
        name: "--instructions", value: "WHICH", kind: .words(["small", "all"]),
        help: "count instructions as well, under valgrind: of the small set, or of all that is measured"),
      Option(
        name: "--out", short: "-o", value: "DIR", kind: .folder,
        help:
          "write benchmark.json, samples.csv and summary.csv there; history: the picture (.svg, .png, .pdf), the table"
          + " (.md, .csv, -) or the folder for all pictures"),
      Option(
        name: "--record", value: "DIR", kind: .folder,
        help: "write them into DIR/DATE-MACHINE; Results/benchmarks keeps a history"),
      Option(name: "--commit", value: "ID", help: "the commit that the program was built of, for the files"),
      Option(
        name: "--scenarios", value: "DIR", kind: .folder,
        help: "the shipped scenarios; Scenarios, or those of the package"),
      Option(
        name: "--data", value: "DIR", kind: .folder,
        help: "real networks and trips; ../shared/data or $DETOUR_DATA"),
      Option(
        name: "--gates", value: "LIST", kind: .list(Gate.allCases.map(\.rawValue)),
        help: "compare: exact, instructions, growth, time; all of them"),
      Option(
        name: "--baseline", value: "FILE", kind: .path, help: "compare: the base, where HEAD alone is named"),
      Option(
        name: "--pairs", value: "N", kind: .number,
        help: "pairs of a series of times; of compare 8 or more: 20, and up to 60 where they do not tell"),
      Option(
        name: "--reference", value: "DIR", kind: .folder, help: "results: the committed results",
        standard: "Results/reference"),
      Option(name: "--json", help: "print as JSON"),
    ] + formatOptions + historyOptions + [
      Option(
        name: "--worker", value: "NAME@SIZE", help: "carry out one benchmark and print a line for each step"),
      Option(name: "--census", help: "with --worker: also count what would slow the work down"),
    ],
    discussion: """
      NAME chooses benchmarks by the beginning of their names, at all their sizes; nothing at all, the small set.
      BASE and HEAD are programs, files that `detour bench --out` wrote, or two versions of a scenario (FILE.json5), which
      this program runs. What is asked is "did it get worse?": yes, no or cannot tell. Times are judged only where both
      sides can be run in turn.

      Exit codes: 0 no, 1 yes, 3 cannot tell.
      """,
    example: "detour bench kernel/hold --repetitions 5"
  ) { arguments, command in
    try BenchCommand(arguments, command).carryOut()
  }
}

/// Measures, or compares.
struct BenchCommand {
  let arguments: Arguments
  let command: Command
  private let surroundings: Surroundings

  init(_ arguments: Arguments, _ command: Command) {
    self.arguments = arguments
    self.command = command
    let data = ProcessInfo.processInfo.environment["DETOUR_DATA"] ?? "../shared/data"
    surroundings = Surroundings(
      scenarios: arguments.value("--scenarios") ?? Self.shippedScenarios,
      data: arguments.value("--data") ?? data)
  }

  func carryOut() throws -> Int32 {
    try checkForms()
    if let name = arguments.value("--worker") { return try work(name) }
    if arguments.has("--list") { return try list() }
    switch arguments.operands.first {
    case "compare": return try compare(Array(arguments.operands.dropFirst()))
    case "results": return try checkResults()
    case "history": return try drawHistory()
    case "race": return try race(Array(arguments.operands.dropFirst()))
    case "self-test": return try testItself(Array(arguments.operands.dropFirst()))
    default: return try measure()
    }
  }

  private func work(_ name: String) throws -> Int32 {
    guard let item = Case(name: name) else {
      throw UsageError("--worker \(name): give NAME@SIZE, as kernel/hold@1000", command: command.name)
    }
    let worker = try Worker(item, surroundings, own: item.isOwn ? try ownScenarios().first : nil)
    try worker.work(
      repetitions: try whole("--repetitions", 1, from: 0), countsAll: arguments.has("--census"))
    return ExitCode.success
  }

  /// The commit that was named.
  private func commit() throws(UsageError) -> String? {
    guard let text = arguments.value("--commit") else { return nil }
    guard !text.isEmpty,
      text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._/-".contains($0)) }),
      !text.beginsFormula
    else {
      throw UsageError("--commit \(text): give the name of a commit, as git says it", command: command.name)
    }
    return text
  }

  // MARK: - What there is

  private func list() throws -> Int32 {
    let benchmarks = Suite.all + (try ownScenarios()).map(\.benchmark)
    if arguments.has("--json") {
      print(json: .object([.init("benchmarks", .list(benchmarks.map(\.json)))]), as: .benchList)
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

  /// The cases that the words on the command line choose.
  private func cases() throws -> [Case] {
    let named = try Suite.named(arguments.operands, own: try checkedScenarios())
    let sizes = try arguments.all("--size").map { text in
      guard let size = Int(text), size > 0 else {
        throw UsageError("--size \(text): give a whole number above 0", command: command.name)
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
      throw UsageError(
        "no benchmark is left; `detour bench --list` shows names and sizes", command: command.name)
    }
    return chosen
  }

  private func whole(_ option: String, _ standard: Int, from least: Int) throws -> Int {
    guard let text = arguments.value(option) else { return standard }
    guard let number = Int(text), number >= least else {
      throw UsageError("\(option) \(text): give a whole number from \(least)", command: command.name)
    }
    return number
  }

  // MARK: - Measuring

  private func measure() throws -> Int32 {
    let cases = try cases()
    let commit = try commit()
    var session = Session(surroundings)
    if arguments.has("--repetitions") { session.repetitions = try whole("--repetitions", 15, from: 1) }
    switch arguments.value("--instructions") {
    case nil: break
    case "small": session.instructed = Set(cases.filter { $0.isOwn || Suite.all.small.contains($0) })
    default: session.instructed = Set(cases)
    }
    let isQuiet = try form() != .text
    let date = Date.now.formatted(.iso8601)
    let places =
      [arguments.value("--out")].compactMap(\.self)
      + [arguments.value("--record")].compactMap {
        $0.map { "\($0)/\(date.prefix(10))-\(Machine.here.kind)" }
      }
    // Before minutes of measuring.
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

  // MARK: - Comparing

  private func compare(_ paths: [String]) throws -> Int32 {
    let words = (arguments.value("--baseline").map { [$0] } ?? []) + paths
    let sides = words.prefix(2)
    guard sides.count == 2 else {
      throw UsageError("compare takes BASE and HEAD, or --baseline FILE and HEAD", command: command.name)
    }
    var own = try checkedScenarios()
    var duel = Duel(
      base: try Duel.Side(path: sides[0], own: own), head: try Duel.Side(path: sides[1], own: own),
      surroundings: surroundings)
    for scenario in [duel.base.scenario, duel.head.scenario].compactMap(\.self) { try scenario.check() }
    own += [duel.head.scenario].compactMap(\.self)
    let named = try Suite.named(Array(words.dropFirst(2)), own: own)
    let set = arguments.value("--set") ?? "small"
    guard ["small", "all"].contains(set) else {
      throw UsageError("--set \(set): give small or all", command: command.name)
    }
    duel.cases = set == "small" ? named.small : named.whole
    duel.growing = named.filter(\.hasGrowth)
    // A scenario has one size, so there is nothing that could grow.
    if duel.cases.allSatisfy(\.isOwn) { duel.gates.removeAll { $0 == .growth } }
    if let names = arguments.value("--gates") {
      duel.gates = names.split(separator: ",").compactMap { Gate(rawValue: String($0)) }
    }
    if arguments.has("--pairs") {
      duel.pairs = try pairs()
    }
    let bar = ProgressBar(isQuiet: try form() != .text)
    defer { bar.clear() }
    duel.progress = { bar.announce($0) }
    let routing = RoutingWatch([duel.base.scenario, duel.head.scenario].compactMap(\.self) + own)
    let verdict = try duel.carryOut()
    bar.clear()
    tell(routing)
    try show(verdict, as: .benchCompare) { print(verdict.text, terminator: "") }
    return Self.exitCode(verdict.answer)
  }

  /// As many pairs as were asked for.
  private func pairs() throws -> ClosedRange<Int> {
    let pairs = try whole("--pairs", 20, from: 1)
    guard pairs >= Gates.leastPairs else {
      throw UsageError(
        "--pairs \(pairs): give \(Gates.leastPairs) or more; the least p-value of \(pairs) is"
          + " \(Words.fixed(Gates.leastPValue(pairs: pairs), 3)), and *slower* is only said below"
          + " \(Gates.timeLevel)", command: command.name)
    }
    return pairs...pairs
  }

  /// Says which routing is kept beside networks now and was not before: a folder that came into somebody's checkout.
  private func tell(_ routing: RoutingWatch) {
    for folder in routing.made {
      Detour.warn(
        "\(folder) was made: it keeps what routing prepared for the network, changes no result, and can be deleted"
      )
    }
  }

  private func checkResults() throws -> Int32 {
    let regression = try ResultsRegression(
      reference: arguments.valueOrStandard("--reference"), surroundings: surroundings)
    try show(regression, as: .benchResults) { print(regression.text, terminator: "") }
    return Self.exitCode(regression.answer)
  }

  /// Prints the times of many pairs.
  private func race(_ words: [String]) throws -> Int32 {
    guard words.count == 3, let item = Case(name: words[2]) else {
      throw UsageError("race takes BASE, HEAD and NAME@SIZE, as kernel/hold@1000", command: command.name)
    }
    let race = Race(
      item: item, first: try Program(path: words[0]), second: try Program(path: words[1]),
      surroundings: surroundings)
    let pairs = try whole("--pairs", 20, from: 1)
    if arguments.has("--json") {
      let times = try (0..<pairs).map { try race.run(pairs: 1, series: UInt64($0))[0] }
      let members = times.map { pair in
        JSON.object([.init("base_s", .number(pair.first)), .init("head_s", .number(pair.second))])
      }
      print(json: .object([.init("case", .text(item.name)), .init("pairs", .list(members))]), as: .benchRace)
      return ExitCode.success
    }
    print("pair,base_s,head_s")
    for number in 0..<pairs {
      let pair = try race.run(pairs: 1, series: UInt64(number))[0]
      print("\(number),\(pair.first),\(pair.second)")
    }
    return ExitCode.success
  }

  private func testItself(_ words: [String]) throws -> Int32 {
    guard words.count == 1 else { throw UsageError("self-test takes a FILE of pairs", command: command.name) }
    let test = try SelfTest(contentsOf: words[0])
    if arguments.has("--json") {
      print(json: test.json(file: words[0], slowdowns: Self.slowdowns), as: .benchSelfTest)
      return ExitCode.success
    }
    print(
      "\(test.pairs.count) pairs of \(words[0]); the gate asked 1,000 times, of series drawn from them in blocks"
    )
    print("slowdown      yes      no  cannot tell")
    for ratio in Self.slowdowns {
      let tally = test.tally(ratio: ratio, studies: 1000)
      func share(_ value: Int) -> String {
        String(format: "%5.1f %%", 100 * Double(value) / Double(tally.count))
      }
      print(
        String(format: "%+6.0f %%  ", (ratio - 1) * 100) + " \(share(tally.yes)) \(share(tally.no))"
          + "      \(share(tally.cannotTell))")
    }
    return ExitCode.success
  }

  /// What times are multiplied by, to see whether the gate notices.
  private static let slowdowns = [1.0, 1.05, 1.1]

  private static func exitCode(_ answer: Finding.Answer) -> Int32 {
    switch answer {
    case .no: ExitCode.success
    case .yes: ExitCode.failure
    case .cannotTell: ExitCode.cannotTell
    }
  }
}

/// A table of what was measured, for a terminal.
private enum BenchText {
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

  /// How what was measured grows, a line for each figure; nothing of too few sizes.
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
