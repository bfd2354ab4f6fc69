import Foundation
import Statistics
import Testing

@testable import BenchmarkSuite
@testable import Benchmarking

/// What the gates say of measurements made by hand.
struct GateTests {
  private static func result(
    of item: Case = Case("kernel/hold", 100), samples: [CaseResult.Sample] = [], fingerprint: String = "aa",
    counts: [Count] = [Count("events", 1000), Count("allocations", 1000)],
    peak: Int = 100_000_000, operations: Int = 10, figures: [CaseResult.Figure] = []
  ) -> CaseResult {
    CaseResult(
      item: item, operations: operations, operation: "hold", fingerprint: fingerprint,
      counts: counts, peakBytes: peak, samples: samples, instructions: nil, compiler: "Swift",
      marketFigures: figures)
  }

  private static func figures(_ rate: Double, _ wait: Double, served: Double = 652) -> [CaseResult.Figure] {
    [
      .init(name: "match_rate", value: rate, unit: "ratio"),
      .init(name: "wait_s.mean", value: wait, unit: "s"),
      .init(name: "served", value: served, unit: "count"),
    ]
  }

  private static func counts(_ events: Int, allocations: Int = 1000) -> [Count] {
    [Count("events", events), Count("allocations", allocations)]
  }

  @Test(arguments: [
    (result(), Finding.Answer.no, "the same results by the same work"),
    (result(fingerprint: "bb"), .yes, "other results: fingerprint aa → bb"),
    (result(counts: counts(1001)), .yes, "events 1000 → 1001"),
    (result(counts: counts(999)), .no, "events 1000 → 999"),
    (result(counts: counts(1000, allocations: 1026)), .no, "allocations 1000 → 1026"),
    (result(counts: counts(1000, allocations: 1027)), .yes, "allocations 1000 → 1027"),
    (result(counts: [Count("events", 1000)]), .no, "allocations is counted only by the base"),
    (result(counts: counts(1000) + [Count("sweeps", 3)]), .no, "sweeps is not counted by the base"),
    (result(peak: 107_097_152), .no, "the same results by the same work"),
    (result(peak: 107_097_153), .yes, "memory 100.0 → 107.1 MB"),
    (result(operations: 11), .cannotTell, "the work differs: 10 against 11 operations"),
  ])
  func `other results, more work or more memory are worse`(
    head: CaseResult, answer: Finding.Answer, words: String
  ) {
    let finding = Gates.exact(Self.result(), head)
    #expect(finding.answer == answer)
    #expect(finding.words == words)
  }

  @Test(arguments: [
    (
      figures(0.437, 200), 900,
      "other results: match_rate 43.9 → 43.7 %, wait_s.mean 226.2 → 200.0 s; fingerprint aa → bb"
    ),
    // As many digits as tell them apart, and the work that was done is no news then.
    (figures(0.43901, 226.2), 1001, "other results: match_rate 43.900 → 43.901 %; fingerprint aa → bb"),
    (figures(0.439, 226.2, served: 653), 1000, "other results: served 652 → 653; fingerprint aa → bb"),
    (figures(0.439, 226.2), 1000, "other results: no figure moved; fingerprint aa → bb"),
  ])
  func `other results are told by the figures that moved, not by the work`(
    figures: [CaseResult.Figure], events: Int, words: String
  ) {
    let finding = Gates.exact(
      Self.result(figures: Self.figures(0.439, 226.2)),
      Self.result(fingerprint: "bb", counts: Self.counts(events), figures: figures))
    #expect(finding.answer == .yes && finding.words == words)
  }

  @Test
  func `of many figures that moved the first are named`() {
    let names = (1...9).map { "figure_\($0)" }
    func result(_ value: Double, _ fingerprint: String) -> CaseResult {
      Self.result(
        fingerprint: fingerprint, figures: names.map { .init(name: $0, value: value, unit: "s") })
    }
    let words = Gates.exact(result(1, "aa"), result(2, "bb")).words
    #expect(words.contains("figure_5 1.0 → 2.0 s, and 4 more figures; ") && !words.contains("figure_6"))
  }

  @Test
  func `a series of fewer than eight pairs could never say yes`() {
    #expect(Gates.leastPairs == 8)
    #expect(abs(Gates.leastPValue(pairs: 6) - 0.03125) < 1e-12)
    for pairs in [6, 7] {
      let finding = Gates.time("x", pairs: pairs...pairs) { Self.series(4, noise: 0.01, count: $0) }
      #expect(finding.answer != .yes)
    }
    #expect(Gates.time("x", pairs: 8...8) { Self.series(4, noise: 0.01, count: $0) }.answer == .yes)
  }

  @Test
  func `a ratio that is no share is not told in per cent`() {
    func factor(_ value: Double, _ name: String) -> CaseResult {
      Self.result(
        fingerprint: "\(value)", figures: [.init(name: name, value: value, unit: "ratio")])
    }
    let told = Gates.exact(
      factor(1.16, "passenger_detour_factor.mean"), factor(1.21, "passenger_detour_factor.mean"))
    #expect(told.words.contains("passenger_detour_factor.mean 1.16 → 1.21;"))
    let share = Gates.exact(factor(0.16, "match_rate"), factor(0.21, "match_rate"))
    #expect(share.words.contains("match_rate 16.0 → 21.0 %;"))
  }

  @Test
  func `what seems to take more instructions is counted again before it is called worse`() {
    let quiet = (1...4).map { (item: Case("quiet", $0), base: 1000, head: 1004) }
    #expect(Gates.doubtful(quiet).isEmpty)
    let one = quiet + [(item: Case("loud", 1), base: 1000, head: 1011)]
    #expect(Gates.doubtful(one) == [Case("loud", 1)])
    // Each alone is within the bound; together they are not.
    let all = (1...4).map { (item: Case("all", $0), base: 1000, head: 1006) }
    #expect(Gates.doubtful(all) == all.map(\.item))
  }

  @Test(arguments: [
    ([(1_000_000, 1_010_000)], [Finding.Answer.no]),
    ([(1_000_000, 1_010_001)], [.yes]),
    // One gets better by as much as the other gets worse.
    ([(1_000_000, 1_009_000), (1_000_000, 991_080)], [.no, .no, .no]),
    // Each is within its bound, together they are not.
    ([(1_000_000, 1_006_000), (1_000_000, 1_005_000)], [.no, .no, .yes]),
  ])
  func `instructions have a bound for one and a narrower one for all`(
    pairs: [(Int, Int)], answers: [Finding.Answer]
  ) {
    let findings = Gates.instructions(
      pairs.enumerated().map { (Case("x", $0 + 1), base: $1.0, head: $1.1) })
    #expect(findings.map(\.answer) == answers)
  }

  @Test
  func `the slope is that of the law the points lie on`() throws {
    let sizes = [10, 30, 100, 1000, 7000]
    for exponent in [0.5, 1.0, 1.25] {
      let points = sizes.map { (size: $0, value: Int(1e6 * pow(Double($0), exponent))) }
      let growth = try #require(Growth.Points(instructions: points).growth)
      #expect(abs(growth.slope - exponent) < 1e-5)
      #expect(growth.noise == 0 && growth.sizes == sizes)
    }
    #expect(Growth.Points(instructions: sizes.prefix(4).map { ($0, $0) }).growth == nil)
  }

  @Test
  func `growth above the reference by more than the margin is worse`() {
    func points(_ exponent: Double) -> [(size: Int, value: Int)] {
      [10, 100, 1000, 10_000, 100_000].map { ($0, Int(1e6 * pow(Double($0), exponent))) }
    }
    func answer(_ after: Double) -> Finding.Answer {
      Gates.growth("x", base: points(1), head: points(after)).answer
    }
    #expect(answer(1.04) == .no)
    #expect(answer(1.06) == .yes)
    #expect(answer(0.5) == .no)
    #expect(Gates.growth("x", base: points(1), head: Array(points(1).dropLast())).answer == .cannotTell)
  }

  /// Fifteen repetitions at seven sizes, times by a law with `exponent`, each with a noise of `noise` as a share, and all of
  /// a size with one of `between`.
  private static func results(_ exponent: Double, noise: Double, between: Double = 0, seed: UInt64)
    -> [CaseResult]
  {
    var draws = KeyedGenerator(seed: seed, replication: 0, purpose: Purpose(rawValue: 941))
    return [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000].map { size in
      let law = 1e-6 * pow(Double(size), exponent) * exp(between * draws.normal())
      let times = (0..<15).map { _ in law * exp(noise * draws.normal()) }
      return result(
        of: Case("matching/candidates", size), samples: times.map { .init(processor: $0, wall: $0) })
    }
  }

  @Test(arguments: [
    (0.6, 0.02, 0.0, [Finding.Answer.no]), (0.6, 0.1, 0.1, [.no, .cannotTell]),
    (0.5, 0.1, 0.1, [.no]),
    // Twice and four times as long at a million drivers, for what took as long at a thousand.
    (0.7, 0.02, 0.0, [.yes]), (0.8, 0.1, 0.1, [.yes]),
    (0.7, 0.5, 0.0, [.cannotTell]),
  ])
  func `times that grow more steeply are caught, noisy ones are not`(
    exponent: Double, noise: Double, between: Double, answers: [Finding.Answer]
  ) {
    for seed in 1...50 as ClosedRange<UInt64> {
      let finding = Gates.growth(
        "matching/candidates", base: Self.results(0.6, noise: noise, between: between, seed: seed),
        head: Self.results(exponent, noise: noise, between: between, seed: seed + 1000))
      #expect(answers.contains(finding.answer), "\(seed): \(finding.words)")
    }
  }

  @Test
  func `files without instructions are judged by their times`() throws {
    func file(_ exponent: Double) -> ResultFile {
      var file = ResultFileTests.file
      file.results += Self.results(exponent, noise: 0.02, seed: 7)
      return file
    }
    func answer(_ before: Double, _ after: Double) throws -> Finding.Answer? {
      var duel = Duel(
        base: .file(file(before), path: "a"), head: .file(file(after), path: "b"),
        surroundings: Surroundings(scenarios: "", data: ""))
      duel.cases = [Case("kernel/hold", 100)]
      duel.growing = [Suite.candidates]
      duel.gates = [.growth]
      return try duel.carryOut().reports.first?.answer
    }
    #expect(try answer(0.6, 0.6) == .no)
    #expect(try answer(0.6, 0.9) == .yes)
    #expect(try answer(0.9, 0.6) == .no)
  }

  /// `count` pairs with a ratio and a noise, both as shares.
  private static func series(_ ratio: Double, noise: Double, count: Int = 20, seed: UInt64 = 1)
    -> Gates.Series
  {
    var draws = KeyedGenerator(seed: seed, replication: 0, purpose: Purpose(rawValue: 940))
    return (0..<count).map { _ in
      (1 + noise * (draws.uniform() - 0.5), ratio * (1 + noise * (draws.uniform() - 0.5)))
    }
  }

  @Test(arguments: [
    (1.0, 0.02, Finding.Answer.no), (1.02, 0.02, .no), (1.1, 0.02, .yes), (0.8, 0.02, .no),
    // The noise hides everything below it.
    (1.0, 0.5, .cannotTell),
  ])
  func `slower is said of what is slower twice`(ratio: Double, noise: Double, answer: Finding.Answer) {
    var seed: UInt64 = 0
    let finding = Gates.time("x", pairs: 20...60) { count in
      seed += 1
      return Self.series(ratio, noise: noise, count: count, seed: seed)
    }
    #expect(finding.answer == answer, "\(finding.words)")
  }

  @Test
  func `what a second series does not confirm is not slower`() {
    var ratios = [1.1, 1.0]
    let finding = Gates.time("x", pairs: 20...20) {
      Self.series(ratios.removeFirst(), noise: 0.02, count: $0)
    }
    #expect(finding.answer == .cannotTell)
    #expect(finding.words.hasSuffix("not confirmed"))
  }

  @Test
  func `where twenty pairs do not tell, sixty may`() {
    var counts: [Int] = []
    let finding = Gates.time("x", pairs: 20...60) { count in
      counts.append(count)
      return Self.series(1, noise: 0.2, count: count, seed: UInt64(counts.count))
    }
    #expect(counts == [20, 40] && finding.answer == .no, "\(finding.words)")
  }

  @Test
  func `one yes is yes, one doubt is a doubt, nothing is no pass`() {
    func verdict(_ answers: [[Finding.Answer]]) -> Finding.Answer {
      let reports = answers.map { list in
        GateReport(gate: .exact, findings: list.map { Finding(subject: "x", answer: $0, words: "") })
      }
      return Verdict(base: "a", head: "b", reports: reports).answer
    }
    #expect(verdict([[.no, .no], [.no]]) == .no)
    #expect(verdict([[.no, .cannotTell], [.no]]) == .cannotTell)
    #expect(verdict([[.no, .cannotTell], [.no, .yes]]) == .yes)
    #expect(verdict([[.no], []]) == .cannotTell)
    #expect(verdict([]) == .cannotTell)
  }
}
