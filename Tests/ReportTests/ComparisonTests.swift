import Carpool
import CarpoolScenario
import JSON5
import Metrics
import Report
import Scenario
import Statistics
import TestSupport
import Testing

struct ComparisonTests {
  /// Two settings whose differences are `differences`, of a figure that is 10 at A, or 10 and a little more by the
  /// replication.
  private func comparison(
    _ differences: [Double], _ figure: FigureColumn = Studies.matchRate, step: Double = 0
  ) throws -> Comparison {
    let first = (0..<differences.count).map { 10 + step * Double($0) }
    let a = Studies.study([], replications: differences.count) { _, k in [figure: first[k]] }
    let b = Studies.study([], replications: differences.count) { _, k in [figure: first[k] + differences[k]] }
    return try Comparison(a, b, [figure])
  }

  @Test
  func `replications that are all the same run give no verdict`() throws {
    for difference in [0.0, 5] {
      let comparison = try comparison(Array(repeating: difference, count: 10))
      #expect(comparison.verdict == .noSpread && comparison.tests == 0)
      #expect(comparison.blocks[0].rows[0].meanB == 10 + difference)
      #expect(comparison.blocks[0].rows[0].difference == nil)
      #expect(
        ComparisonText(comparison, nameA: "a", nameB: "b").text.contains(
          "to vary them, set `resample` of supply")
      )
    }
  }

  @Test
  func `the verdict follows the figure's direction`() throws {
    let up = [0.9, 1.1, 1.0, 1.2, 0.8]
    #expect(try comparison(up).verdict == .better)
    #expect(try comparison(up.map { -$0 }).verdict == .worse)
    #expect(try comparison(up, Studies.wait).verdict == .worse)
    #expect(try comparison(up.map { -$0 }, Studies.wait).verdict == .better)
    #expect(try comparison(up, FigureColumn(.drivers)).verdict == .different)
    #expect(try comparison([-1, 1, 0.5, -0.4, 0.1]).verdict == .noDifference)
    #expect(try comparison([0, 0, 0, 0], step: 0.25).verdict == .noDifference)
  }

  @Test
  func `few pairs, and few that all differ alike, are too few`() throws {
    #expect(try comparison([5]).verdict == .tooFewRuns)
    #expect(try comparison([5, 5.1]).verdict == .tooFewRuns)
    #expect(try comparison([5, 5.1, 4.9]).verdict == .better)
    #expect(try comparison([5, 5, 5, 5, 5], step: 0.25).verdict == .tooFewRuns)
    #expect(try comparison([5, 5, 5, 5, 5, 5], step: 0.25).verdict == .better)
    let one = try comparison([5])
    #expect(one.blocks[0].rows[0].difference?.mean == 5 && one.blocks[0].rows[0].adjusted == nil)
  }

  /// Student's sleep data; the interval and p are R's `t.test(…, paired = TRUE)`.
  @Test
  func `the interval and p are those of the paired t-test`() throws {
    let row = try comparison([1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4]).blocks[0].rows[0]
    let interval = try #require(row.difference?.interval)
    #expect(abs(interval.lowerBound - 0.7001142) < 1e-6 && abs(interval.upperBound - 2.4598858) < 1e-6)
    #expect(abs(try #require(row.adjusted) - 0.00283289) < 1e-7)
  }

  @Test
  func `runs are paired by seed and replication, whatever their order`() throws {
    func run(_ replication: UInt64, _ value: Double) -> StudyTable.Run {
      .init(id: "r\(replication)", seed: 3, replication: replication, figures: [Studies.matchRate: value])
    }
    let a = StudyTable(
      folder: "a", parameters: [],
      points: [.init(values: [], measured: [run(0, 1), run(1, 2), run(2, 3), run(9, 99)])])
    let b = StudyTable(
      folder: "b", parameters: [],
      points: [.init(values: [], measured: [run(2, 4.5), run(0, 2), run(1, 3), run(8, 0)])])
    let block = try Comparison(a, b, [Studies.matchRate]).blocks[0]
    #expect(block.pairs == 3)
    #expect(abs(try #require(block.rows[0].difference?.mean) - 3.5 / 3) < 1e-12)
  }

  @Test
  func `a figure that applies in few pairs has too few runs for itself`() throws {
    let a = Studies.study([], replications: 6) { _, k in
      [Studies.matchRate: 0.1 * Double(k), Studies.wait: 5]
    }
    let b = Studies.study([], replications: 6) { _, k in
      k < 2 ? [Studies.matchRate: 0.1 * Double(k), Studies.wait: 5] : [Studies.matchRate: 0.1 * Double(k)]
    }
    let comparison = try Comparison(a, b, [Studies.matchRate, Studies.wait])
    #expect(comparison.blocks[0].rows.map(\.verdict) == [.noDifference, .tooFewRuns])
    #expect(comparison.verdict == .tooFewRuns && comparison.tests == 1)
  }

  /// Where nobody is matched there is no wait, and the match rate is what tells.
  @Test(arguments: [false, true])
  func `a figure that one side never has hides no other`(isIdentical: Bool) throws {
    func side(_ rate: Double, hasWait: Bool) -> StudyTable {
      Studies.study([], replications: 5) { _, k in
        let rate = isIdentical ? rate : rate * (1 + 0.01 * Double(k * k % 3))
        return hasWait ? [Studies.matchRate: rate, Studies.wait: 60] : [Studies.matchRate: rate]
      }
    }
    let (good, bad) = (side(0.3, hasWait: true), side(0, hasWait: false))
    let lost = try Comparison(good, bad, [Studies.matchRate, Studies.wait])
    #expect(lost.blocks[0].rows[1].verdict == .noValueAtB && lost.blocks[0].rows[1].difference == nil)
    #expect(lost.verdict == (isIdentical ? .noSpread : .worse))
    let gained = try Comparison(bad, good, [Studies.matchRate, Studies.wait])
    #expect(gained.blocks[0].rows[1].verdict == .noValueAtA)
    #expect(try Comparison(good, bad, [Studies.wait]).verdict == .noValueAtB)
    #expect(ComparisonText(lost, nameA: "a", nameB: "b").text.contains("no value at B"))
    // What neither side has is no figure to compare them in.
    #expect(throws: ReportError.self) { try Comparison(bad, bad, [Studies.wait]) }
  }

  @Test
  func `several points are compared where they agree in the rest`() throws {
    let study = Studies.grid()
    let figures = [Studies.matchRate, Studies.detour]
    let comparison = try Comparison(
      study.selecting("matching.radius_m=500"), study.selecting("matching.radius_m=1000"), figures)
    #expect(comparison.shared == [Studies.limit])
    #expect(comparison.blocks.map(\.values) == [["100"], ["300"], ["500"]])
    #expect(comparison.tests == 6 && comparison.leftOut == 0)
    #expect(comparison.blocks[0].rows.map(\.verdict) == [.better, .worse])
    #expect(comparison.verdict == .worse)
  }

  @Test
  func `points without a partner are counted`() throws {
    func study(_ radii: [String]) -> StudyTable {
      Studies.study([(Studies.radius, radii)]) { _, k in [Studies.matchRate: Double(k)] }
    }
    let comparison = try Comparison(study(["1", "2", "3"]), study(["3", "2", "5"]), [Studies.matchRate])
    #expect(comparison.blocks.map(\.values) == [["2"], ["3"]] && comparison.leftOut == 2)
    #expect(comparison.verdict == .noDifference)
  }

  @Test
  func `what cannot be paired is refused in a sentence`() throws {
    func single(_ folder: String, seed: UInt64) -> StudyTable {
      Studies.study([], folder: folder, seed: seed) { _, _ in [Studies.matchRate: 1] }
    }
    let figures = [Studies.matchRate]
    let seeds = sentence { () throws(ReportError) in
      _ = try Comparison(single("x", seed: 1), single("y", seed: 2), figures)
    }
    #expect(seeds?.hasPrefix("x and y have no runs with the same seed and replication") == true)
    let many = sentence { () throws(ReportError) in
      _ = try Comparison(Studies.grid("x"), single("y", seed: 1), figures)
    }
    #expect(
      many?.contains("A has 12 points (matching.radius_m, matching.limits.max_detour_s vary), B has 1 point")
        == true)
    let apart = sentence { () throws(ReportError) in
      let a = Studies.study([(Studies.radius, ["1", "2"])], folder: "x") { _, _ in [Studies.matchRate: 1] }
      let b = Studies.study([(Studies.radius, ["3", "4"])], folder: "y") { _, _ in [Studies.matchRate: 1] }
      _ = try Comparison(a, b, figures)
    }
    #expect(apart?.contains("they have no point in common in matching.radius_m") == true)
    let lacking = sentence { () throws(ReportError) in
      _ = try Comparison(single("x", seed: 1), single("y", seed: 1), [Studies.wait])
    }
    #expect(lacking?.hasPrefix("x: has no value of wait_s.mean in any run") == true)
  }

  @Test
  func `the table says what was compared and how`() throws {
    let comparison = try comparison([0.9, 1.1, 1.0, 1.2, 0.8])
    let text = ComparisonText(comparison, nameA: "Results/a", nameB: "Results/b at x=1")
    #expect(
      text.text.replacing("\u{A0}", with: " ") == """
        A  Results/a
        B  Results/b at x=1

        figure             A         B          B − A          95 % interval  p (Holm)  pairs  B is
        match_rate  1000.0 %  1100.0 %  100.00 points  80.37 … 119.63 points    <0.001      5  better

        Runs are paired by seed and replication. Intervals are per figure; a verdict requires p of at most 5 %,
        after Holm's correction over 1 comparison.

        """)
    let row = try #require(text.json["points"]).compact
    #expect(
      row.contains(
        #""figure":"match_rate","unit":"ratio","share":true,"direction":"higher is better","pairs":5"#))
    #expect(text.json["verdict"] == .text("better"))
    let few = ComparisonText(try self.comparison([1]), nameA: "a", nameB: "b").text
    #expect(few.contains("100.00\u{A0}points              –         –      1  too few runs"))
    #expect(few.hasSuffix("A verdict requires at least 3 pairs.\n"))
  }
}
