import JSON5
import Metrics
import Report
import Scenario
import Statistics
import Testing

/// Quantiles over the runs of a point.
struct QuantileFindingTests {
  /// Twenty runs with the waits 1 … 20 in disorder: the interval of the median goes from the 6th to the 15th (SciPy).
  @Test
  func `the median has the interval of its ranks, and the p95 none of so few`() throws {
    let study = Studies.study([(Studies.radius, ["100", "200"])], replications: 20) { values, k in
      [Studies.wait: Double((k * 7) % 20 + 1) + (values[0] == "200" ? 100 : 0)]
    }
    let finding = try QuantileFinding(study, Studies.wait)
    #expect(finding.rows.map(\.count) == [20, 20])
    let median = finding.rows[0].quantiles[0]
    #expect(median.value == 10.5 && median.interval?.bounds == 6...15)
    #expect(finding.rows[1].quantiles[1].interval == nil)
    #expect(abs(finding.rows[1].quantiles[1].value - 119.05) < 1e-9)
    let text = Analysis(study, [Studies.wait]).text
    #expect(text.contains("Quantiles of wait_s.mean over the runs (intervals between order statistics):"))
    #expect(text.contains("100    20    10.5     6.0 … 15.0   19.1              –"))
    #expect(text.contains("(an interval needs, for the p95 72 runs or more)"))
    let json = Analysis(study, [Studies.wait]).json["quantiles"]?["wait_s.mean"]
    guard case .list(let rows)? = json, case .list(let found)? = rows[0]["quantiles"] else {
      Issue.record("no list")
      return
    }
    #expect(found[0]["lower"] == .number(6) && found[1]["upper"] == .null)
  }

  @Test
  func `single runs have none, and many points are cut`() {
    let single = Studies.study([(Studies.radius, ["1", "2"])], replications: 1) { _, _ in [Studies.wait: 1] }
    #expect(
      Analysis(single, [Studies.wait]).text.contains("over the runs: require at least two runs of a point"))
    let many = Studies.study([(Studies.radius, (1...30).map(String.init))]) { _, k in
      [Studies.wait: Double(k)]
    }
    #expect(Analysis(many, [Studies.wait]).text.contains("… and 10 more points: choose some with --at"))
  }
}
