import BenchmarkSuite
import Benchmarking
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
      Form(usage: "--baseline BASE HEAD [NAME …]", summary: "likewise"),
    ],
    options: [
      scenarioOption,
      Option(
        name: "--set", value: "WHICH", kind: .words(["small", "all"]),
        help: "small (quick, one size each) or all; default small, or for two files, all their benchmarks"),
      Option(
        name: "--gates", value: "LIST", kind: .list(Gate.allCases.map(\.rawValue)),
        help: "exact, instructions, growth or time; default all"),
      Option(name: "--baseline", value: "FILE", kind: .path, help: "the base, if only HEAD is given"),
      Option(
        name: "--pairs", value: "N", kind: .number,
        help: "pairs of runs per time comparison, at least 8; default 20, and up to 60 if inconclusive"),
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

  /// Returns the number of pairs that was requested.
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

  /// Checks whether the reference scenarios still give the committed results.
  fileprivate func checkResults() throws -> Int32 {
    let regression = try ResultsRegression(
      reference: arguments.valueOrStandard("--reference"), surroundings: surroundings)
    try show(regression, as: .benchResults) { print(regression.text, terminator: "") }
    return Self.exitCode(regression.answer)
  }
}
