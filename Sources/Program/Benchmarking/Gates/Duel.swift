public import BenchmarkSuite
import Foundation
import Quantities
import Synchronization

/// A comparison of two programs, or of their stored results, gate by gate.
public struct Duel: Sendable {
  /// One of the two sides.
  public enum Side: Sendable {
    /// A program to be measured now, called `path`.
    case program(Program, path: String)
    case file(ResultFile, path: String)

    /// Creates the side given by `path`: a program, with the scenarios `own` as additional benchmarks; the results in
    /// a file or folder; or, for a file ending in `.json5`, this program with that scenario as its only benchmark.
    ///
    /// - Throws: `BenchError` if `path` is none of these.
    public init(path: String, own: [OwnScenario] = []) throws(BenchError) {
      if path.hasSuffix(".json5") {
        var program = try Program.this
        program.scenarios = [OwnScenario(path: path)]
        self = .program(program, path: path)
        return
      }
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      if exists, !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: path) {
        var program = try Program(path: path)
        program.scenarios = own
        self = .program(program, path: program.path)
      } else {
        self = .file(try ResultFile(contentsOf: path), path: path)
      }
    }

    /// The scenario of the side; nil for other sides.
    public var scenario: OwnScenario? {
      guard case .program(let program, let path) = self else { return nil }
      return program.scenarios.first { $0.path == path }
    }

    var machine: Machine {
      if case .file(let file, _) = self { file.machine } else { Machine.here }
    }
  }

  public var base: Side
  public var head: Side
  public var surroundings: Surroundings
  /// The cases for the gates `exact`, `instructions` and `time`.
  public var cases: [Case]
  /// The benchmarks for the gate `growth`.
  public var growing: [Benchmark]
  public var gates: [Gate]
  /// The initial and the maximum number of pairs for the gate `time`.
  public var pairs = 20...60
  /// Called with messages about the progress.
  public var progress: @Sendable (String) -> Void = { _ in }

  /// Creates the comparison of the small set with all gates.
  public init(base: Side, head: Side, surroundings: Surroundings) {
    self.base = base
    self.head = head
    self.surroundings = surroundings
    cases = Suite.all.small
    growing = Suite.all.filter(\.hasGrowth)
    gates = Gate.allCases
    // Two versions of a scenario are one benchmark, whatever their file names.
    if case .program(var program, let path) = base, base.scenario != nil, let scenario = head.scenario {
      program.scenarios[0].name = scenario.name
      self.base = .program(program, path: path)
    }
  }

  /// Restricts a comparison of two files to the sizes of `benchmarks` measured in at least one of them; has no effect
  /// if a side is a program, which can measure any size.
  ///
  /// Cases in only one file count as added or removed.
  public mutating func compareWhatFilesHold(of benchmarks: [Benchmark]) {
    guard case .file(let base, _) = base, case .file(let head, _) = head else { return }
    let names = Set(benchmarks.map(\.name))
    var seen: Set<Case> = []
    cases = (base.results + head.results).map(\.item).filter {
      names.contains($0.benchmark) && seen.insert($0).inserted
    }
    growing = benchmarks.filter { benchmark in
      [base, head].allSatisfy { file in file.results.count { $0.item.benchmark == benchmark.name } > 1 }
    }
    if growing.isEmpty { gates.removeAll { $0 == .growth } }
  }

  /// Measures and evaluates the gates.
  ///
  /// - Throws: `BenchError` if there is nothing to compare, or a side was measured on another machine.
  public func carryOut() throws(BenchError) -> Verdict {
    let files = [base, head].compactMap { side in
      if case .file(let file, let path) = side { (file, path) } else { nil as (ResultFile, String)? }
    }
    let machine = files.count == 2 ? files[0].0.machine : Machine.here
    for (file, path) in files {
      // Counts and fingerprints are valid on another processor, the other gates are not.
      let differences = file.machine.differences(from: machine, processor: gates != [.exact])
      guard differences.isEmpty else { throw .otherMachine(file: path, differences: differences) }
    }
    let both = try sharedCases()
    let absent = try missing(both)
    var reports: [GateReport] = []
    for gate in gates {
      let findings =
        switch gate {
        case .exact: both.map { timed($0, exact) }
        case .instructions: instructions(both)
        case .growth: growth()
        case .time: both.map { timed($0, time) }
        }
      reports.append(GateReport(gate: gate, findings: findings + absent))
    }
    return Verdict(base: name(base), head: name(head), reports: reports)
  }

  // MARK: - Cases to compare

  /// Returns the cases common to both sides, in order.
  private func sharedCases() throws(BenchError) -> [Case] {
    let (ofBase, ofHead) = (try known(base), try known(head))
    let shared = cases.filter { ofBase.contains($0) && ofHead.contains($0) }
    guard !shared.isEmpty else { throw .nothingToCompare(base: name(base), head: name(head)) }
    return shared
  }

  private func known(_ side: Side) throws(BenchError) -> Set<Case> {
    switch side {
    case .program(let program, _): try program.cases()
    case .file(let file, _): Set(file.results.map(\.item)).union(file.omissions.map(\.item))
    }
  }

  /// Returns findings on requested cases missing on one side or both. A case added by the head is accepted; for a
  /// case that the head removed, or that neither side has, the answer is `cannot tell`.
  private func missing(_ shared: [Case]) throws(BenchError) -> [Finding] {
    let absent = cases.filter { !shared.contains($0) }
    guard !absent.isEmpty else { return [] }
    let (ofBase, ofHead) = (try known(base), try known(head))
    return absent.map { item in
      switch (ofBase.contains(item), ofHead.contains(item)) {
      case (false, true): Finding(subject: item.name, answer: .no, words: "added: the base does not have it")
      case (true, false):
        Finding(subject: item.name, answer: .cannotTell, words: "removed: the head does not have it")
      default: Finding(subject: item.name, answer: .cannotTell, words: "neither side has it")
      }
    }
  }

  private func name(_ side: Side) -> String {
    switch side {
    case .program(_, let path), .file(_, let path): path
    }
  }

  private func result(_ side: Side, _ item: Case) throws(Omission) -> CaseResult {
    switch side {
    case .program(let program, _):
      var session = Session(surroundings)
      session.allocationLibrary = Session.library(beside: program) ?? session.allocationLibrary
      try session.checkData(of: item)
      return try session.count(item, with: program)
    case .file(let file, _):
      if let result = file.results.first(where: { $0.item == item }) { return result }
      throw file.omissions.first { $0.item == item }
        ?? Omission(item: item, reason: "was not measured", isFailure: false)
    }
  }

  /// Returns the finding of `body`, or the reason a side could not be measured.
  private func finding(_ item: Case, _ body: () throws(Omission) -> Finding) -> Finding {
    do throws(Omission) { return try body() } catch {
      return Finding(subject: item.name, answer: .cannotTell, words: error.reason)
    }
  }

  // MARK: - Gates

  /// Returns the finding of `body` about `item`, with the time taken.
  private func timed(_ item: Case, _ body: (Case) -> Finding) -> Finding {
    let start = MachineClock.wall.seconds
    var finding = body(item)
    finding.seconds = MachineClock.wall.seconds - start
    return finding
  }

  private func exact(_ item: Case) -> Finding {
    progress("exact: \(item.name)")
    return finding(item) { () throws(Omission) in
      let before = try result(base, item)
      do throws(Omission) {
        return hinted(Gates.exact(before, try result(head, item)))
      } catch {
        // A crash in the head alone is a regression; omitted cases are inconclusive.
        guard error.isFailure else { throw error }
        return Finding(
          subject: item.name, answer: .yes, words: "fails, and the base does not: \(error.reason)")
      }
    }
  }

  /// Returns a finding of the exact gate, with a hint at possible causes if it is a regression.
  private func hinted(_ finding: Finding) -> Finding {
    let processors = (base.machine.processor, head.machine.processor)
    guard finding.answer == .yes, processors.0 != processors.1 else { return finding }
    return Finding(
      subject: finding.subject, answer: .yes,
      words: finding.words + "; measured on \(processors.0) and on \(processors.1), where the last bit of a"
        + " logarithm may differ: measure both sides on one of them")
  }

  /// The instruction counts of both sides, and the wall-clock time of counting, in seconds.
  private typealias Counted = Result<(base: Int, head: Int, seconds: Double), Omission>

  /// Returns the instruction counts of both sides for all cases. For an apparent regression, instructions are counted
  /// again and the minimum of all counts is used, so that environmental effects are not mistaken for work.
  private func counted(_ items: [Case]) -> [Case: Counted] {
    do throws(BenchError) {
      let before = try Counter(base, "base")
      let after = try Counter(head, "head")
      var found = counted(items, before, after)
      for _ in 0..<Gates.recounts where before.canRecount || after.canRecount {
        let pairs = items.compactMap { item in
          (try? found[item]?.get()).map { (item: item, base: $0.base, head: $0.head) }
        }
        let doubtful = Gates.doubtful(pairs)
        guard !doubtful.isEmpty else { break }
        found.merge(counted(doubtful, before, after)) { old, new in
          guard case .success(let first) = old, case .success(var second) = new else { return new }
          second.seconds += first.seconds
          return .success(second)
        }
      }
      return found
    } catch {
      let omissions = items.map {
        ($0, Counted.failure(Omission(item: $0, reason: error.description, isFailure: true)))
      }
      return Dictionary(omissions) { first, _ in first }
    }
  }

  /// Counts the instructions of cases concurrently, one case per processor; this does not affect the counts.
  private func counted(_ items: [Case], _ before: Counter, _ after: Counter) -> [Case: Counted] {
    let results = Mutex<[Case: Counted]>([:])
    Threads.perform(items.count, on: ProcessInfo.processInfo.activeProcessorCount) { number in
      let item = items[number]
      // The callback is called by one thread at a time.
      results.withLock { _ in progress("instructions: \(item.name)") }
      let start = MachineClock.wall.seconds
      let result: Counted
      do throws(Omission) {
        let base = try before.instructions(of: item, in: surroundings)
        let head = try after.instructions(of: item, in: surroundings)
        result = .success((base, head, MachineClock.wall.seconds - start))
      } catch { result = .failure(error) }
      results.withLock { $0[item] = result }
    }
    return results.withLock(\.self)
  }

  private func instructions(_ items: [Case]) -> [Finding] {
    let counts = counted(items)
    var pairs: [(item: Case, base: Int, head: Int)] = []
    var others: [Finding] = []
    var seconds: [String: Double] = [:]
    for item in items {
      switch counts[item] {
      case .success(let count):
        pairs.append((item, count.base, count.head))
        seconds[item.name] = count.seconds
      case .failure(let omission):
        others.append(Finding(subject: item.name, answer: .cannotTell, words: omission.reason))
      case nil: break
      }
    }
    return (Gates.instructions(pairs) + others).map { finding in
      var finding = finding
      finding.seconds = seconds[finding.subject] ?? 0
      return finding
    }
  }

  private func growth() -> [Finding] {
    let counts = counted(growing.growing)
    return growing.map { benchmark in
      var (before, after): ([(size: Int, value: Int)], [(size: Int, value: Int)]) = ([], [])
      var seconds = 0.0
      for size in benchmark.sizes {
        guard case .success(let count) = counts[Case(benchmark.name, size)] else { continue }
        before.append((size, count.base))
        after.append((size, count.head))
        seconds += count.seconds
      }
      var finding = Gates.growth(benchmark.name, base: before, head: after)
      finding.seconds = seconds
      // Files rarely have the instructions of all sizes. The growth of times, unlike times, is the same on a busy
      // machine.
      guard finding.answer == .cannotTell, case .file(let base, _) = base, case .file(let head, _) = head
      else { return finding }
      return Gates.growth(
        benchmark.name, base: base.results(of: benchmark), head: head.results(of: benchmark))
    }
  }

  private func time(_ item: Case) -> Finding {
    guard case .program(let before, _) = base, case .program(let after, _) = head else {
      return Finding(
        subject: item.name, answer: .cannotTell,
        words: "times are compared only if both programs run in turn; give two programs")
    }
    return finding(item) { () throws(Omission) in
      progress("time: \(item.name)")
      let race = Race(item: item, first: before, second: after, surroundings: surroundings)
      var series: UInt64 = 0
      do {
        return try Gates.time(item.name, pairs: pairs) { count in
          series += 1
          return try race.run(pairs: count, series: series)
        }
      } catch {
        throw error as? Omission ?? Omission(item: item, reason: "\(error)", isFailure: true)
      }
    }
  }
}

/// The source of instruction counts for one side: counted now, or read from a file.
private enum Counter: Sendable {
  case program(Cachegrind)
  case file(ResultFile)

  init(_ side: Duel.Side, _ label: String) throws(BenchError) {
    switch side {
    case .program(let program, _): self = .program(try Cachegrind(program, label: label))
    case .file(let file, _): self = .file(file)
    }
  }

  /// Whether counting again may yield a different result.
  var canRecount: Bool {
    if case .program = self { true } else { false }
  }

  func instructions(of item: Case, in surroundings: Surroundings) throws(Omission) -> Int {
    switch self {
    case .program(let cachegrind): return try cachegrind.instructions(of: item, in: surroundings)
    case .file(let file):
      guard let count = file.results.first(where: { $0.item == item })?.instructions else {
        throw Omission(
          item: item, reason: "its file has no instructions: measure with --instructions all",
          isFailure: false)
      }
      return count
    }
  }
}
