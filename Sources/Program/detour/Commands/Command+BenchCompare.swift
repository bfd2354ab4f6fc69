import BenchmarkSuite
import Benchmarking
import Foundation
import JSON5
import Quantities
import Report

extension Command {
  static let benchCompare = Command(
    name: "bench compare",
    summary: "report regressions between two programs, scenarios, or files written by --out",
    operands: [
      Operand(name: "BASE", kind: .path), Operand(name: "HEAD", kind: .path, count: 0...1), benchmarkOperand,
    ],
    forms: [
      Form(
        usage: "BASE HEAD [NAME …]",
        summary: "report regressions between two programs, scenarios, or files written by --out"),
      Form(usage: "--baseline BASE HEAD [NAME …]", summary: "the same, with BASE as an option"),
    ],
    options: [
      scenarioOption,
      Option(
        name: "--set", value: "WHICH", kind: .words(["small", "all"]),
        help:
          "the benchmarks to run: small (quick, one size each) or all; default small, or for two files, all their benchmarks"
      ),
      Option(
        name: "--gates", value: "LIST", kind: .list(Gate.allCases.map(\.rawValue)),
        help: "the gates to apply, separated by commas: exact, instructions, growth or time; default all"),
      Option(name: "--baseline", value: "FILE", kind: .path, help: "the base, if only HEAD is given"),
      Option(
        name: "--pairs", value: "N", kind: .number,
        help:
          "the number of pairs of runs per time comparison, at least 8; default 20, and up to 60 if inconclusive"
      ),
    ] + placeOptions + reportOptions
  ) { arguments, command in
    let bench = BenchCommand(arguments, command)
    try bench.checkForms()
    return try bench.compare()
  }

  static let benchResults = Command(
    name: "bench results",
    summary: "rerun the reference scenarios and report differences",
    options: [
      Option(
        name: "--reference", value: "DIR", kind: .folder, help: "the committed results",
        standard: "Results/reference")
    ] + placeOptions + reportOptions
  ) { arguments, command in
    let bench = BenchCommand(arguments, command)
    try bench.checkForms()
    return try bench.checkResults()
  }
}

extension BenchCommand {
  /// Checks whether the second of two sides is worse than the first.
  fileprivate func compare() throws -> Int32 {
    let words = (arguments.value("--baseline").map { [$0] } ?? []) + arguments.operands
    let sides = words.prefix(2)
    guard sides.count == 2 else {
      throw command.misuse("`bench compare` expects BASE and HEAD, or --baseline FILE and HEAD")
    }
    var own = try checkedScenarios()
    var duel = Duel(
      base: try Duel.Side(path: sides[0], own: own), head: try Duel.Side(path: sides[1], own: own),
      surroundings: surroundings)
    for scenario in [duel.base.scenario, duel.head.scenario].compactMap(\.self) { try scenario.check() }
    own += [duel.head.scenario].compactMap(\.self)
    let named = try Suite.named(Array(words.dropFirst(2)), own: own)
    duel.cases = arguments.value("--set") == "all" ? named.whole : named.small
    duel.growing = named.filter(\.hasGrowth)
    duel.compareWhatFilesHold(of: named)
    // A scenario has only one size, so no growth can be measured.
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

  /// Returns the requested number of pairs, as a range with one element.
  private func pairs() throws -> ClosedRange<Int> {
    let pairs = try whole("--pairs", 20, from: 1)
    guard pairs >= Gates.leastPairs else {
      throw command.misuse(
        "--pairs \(pairs): give \(Gates.leastPairs) or more; the smallest possible p-value of \(pairs) pairs is"
          + " \(Words.fixed(Gates.leastPValue(pairs: pairs), 3)), and a slowdown is reported only below"
          + " \(Gates.timeLevel)")
    }
    return pairs...pairs
  }

  /// Checks whether the reference scenarios still produce the committed results.
  fileprivate func checkResults() throws -> Int32 {
    let regression = try ResultsRegression(
      reference: arguments.valueOrStandard("--reference"), surroundings: surroundings)
    try show(regression, as: .benchResults) { print(regression.text, terminator: "") }
    return Self.exitCode(regression.answer)
  }
}

extension Command {
  static let benchRace = Command(
    name: "bench race", summary: "print the times of pairs of alternate runs as CSV",
    operands: [
      Operand(name: "BASE", kind: .path), Operand(name: "HEAD", kind: .path), Operand(name: "NAME@SIZE"),
    ],
    options: [
      Option(name: "--pairs", value: "N", kind: .number, help: "the number of pairs", standard: "20")
    ] + placeOptions + [benchJSONOption, plainFormatOption]
  ) { arguments, command in
    try BenchCommand(arguments, command).race()
  }

  static let benchSelfTest = Command(
    name: "bench self-test",
    summary: "estimate the error rates of the time gate from measured times",
    operands: [Operand(name: "FILE", kind: .file(["csv"]))],
    options: [benchJSONOption, plainFormatOption]
  ) { arguments, command in
    try BenchCommand(arguments, command).testItself()
  }
}

extension BenchCommand {
  /// Prints the times of many pairs of runs.
  fileprivate func race() throws -> Int32 {
    let words = arguments.operands
    guard let item = Case(name: words[2]) else {
      throw command.misuse("`\(words[2])`: give NAME@SIZE, such as kernel/hold@1000")
    }
    let race = Race(
      item: item, first: try Program(path: words[0]), second: try Program(path: words[1]),
      surroundings: surroundings)
    let pairs = try whole("--pairs", 20, from: 1)
    if try form() == .json {
      let times = try (0..<pairs).map { try race.run(pairs: 1, series: UInt64($0))[0] }
      let members = times.map { pair in
        JSON.object([.init("base_s", .number(pair.first)), .init("head_s", .number(pair.second))])
      }
      print(json: ["case": .text(item.name), "pairs": .list(members)], as: .benchRace)
      return ExitCode.success
    }
    print("pair,base_s,head_s")
    for number in 0..<pairs {
      let pair = try race.run(pairs: 1, series: UInt64(number))[0]
      print("\(number),\(pair.first),\(pair.second)")
    }
    return ExitCode.success
  }

  /// Prints the estimated error rates of the time gate.
  fileprivate func testItself() throws -> Int32 {
    let file = arguments.operands[0]
    let test = try SelfTest(contentsOf: file)
    if try form() == .json {
      print(json: test.json(file: file, slowdowns: Self.slowdowns), as: .benchSelfTest)
      return ExitCode.success
    }
    print(
      "\(test.pairs.count) pairs of \(file); the gate applied to 1,000 series resampled from them in blocks"
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

  /// The factors by which times are multiplied to test whether the gate detects slowdowns.
  private static let slowdowns = [1.0, 1.05, 1.1]
}
