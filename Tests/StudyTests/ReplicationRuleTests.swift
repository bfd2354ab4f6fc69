import Carpool
import CarpoolScenario
import Metrics
import Scenario
import Testing

@testable import Study

struct ReplicationRuleTests {
  private let form = RunRow.Form(CarpoolModel.figures)

  private func rule(_ halfWidth: Double?, least: Int, most: Int = 100) -> ReplicationRule {
    var plan = StudyPlan()
    plan.replications = least
    if let halfWidth {
      plan.precision = StudyPlan.Precision()
      plan.precision?.halfWidth = halfWidth
      plan.precision?.maxReplications = most
    }
    return ReplicationRule(plan, CarpoolModel.figures)
  }

  /// Rows whose match rates are `values`, by replication.
  private func rows(_ values: [String]) throws -> [Int: RunRow] {
    var rows: [Int: RunRow] = [:]
    for (replication, value) in values.enumerated() {
      let figures = [value] + Array(repeating: "", count: CarpoolModel.figures.columns.count - 1)
      rows[replication] = RunRow(
        point: "p", runID: "r", seed: 1, replication: replication, figures: figures,
        fingerprint: String(repeating: "0", count: 64))
    }
    return rows
  }

  @Test
  func `a fixed number is fixed`() throws {
    #expect(rule(nil, least: 7).demand([:], at: 0) == 7)
    #expect(rule(nil, least: 7).most == 7)
  }

  @Test
  func `the number follows from the first replications alone`() throws {
    let rule = rule(0.1, least: 10)
    #expect(rule.demand([:], at: 0) == 10)
    #expect(rule.demand(try rows(["0.5", "0.6"]), at: 0) == 10)
    // No spread: enough.
    #expect(rule.demand(try rows(Array(repeating: "0.5", count: 10)), at: 0) == 10)
    // A mean of 0.5 and a half-width of 0.337 ask for more than twice as many: twice as many come.
    let ten = (0..<10).map { $0 % 2 == 0 ? "0.03" : "0.97" }
    #expect(rule.demand(try rows(ten), at: 0) == 20)
    #expect(rule.demand(try rows(ten + ["0.5", "0.5"]), at: 0) == 20)
    // With twenty the half-width is 0.1542: (0.1542 ÷ 0.05)² · 20 are 191, and forty come.
    #expect(rule.demand(try rows(ten + Array(repeating: "0.5", count: 10)), at: 0) == 40)
  }

  @Test
  func `nothing stops before ten replications, where intervals would cover less than they say`() throws {
    let rule = rule(0.1, least: 3)
    #expect(rule.demand([:], at: 0) == 10 && rule.least == 10)
    #expect(rule.demand(try rows(["0.5", "0.5", "0.5"]), at: 0) == 10)
    // Unless the plan ends before.
    #expect(self.rule(0.1, least: 3, most: 5).demand([:], at: 0) == 5)
  }

  @Test
  func `each point may have a number of its own`() {
    let rule = ReplicationRule(counts: [10, 12])
    #expect(rule.demand([:], at: 0) == 10 && rule.demand([:], at: 1) == 12 && !rule.isOpen)
  }

  @Test
  func `it ends in any case`() throws {
    let rule = rule(0.001, least: 2, most: 5)
    #expect(rule.demand(try rows(["0", "0.9", "0.1", "0.8", "0.2"]), at: 0) == 5)
    #expect(rule.demand(try rows(["", "", "", "", ""]), at: 0) == 5)
  }

  @Test
  func `a row in a file of an earlier version that is not whole is none`() throws {
    let row = try #require(try rows(["0.5"])[0])
    let text = row.text(form, course: nil)
    #expect(RunRow(text, form, course: nil) == row)
    for length in 0..<text.count { #expect(RunRow(String(text.prefix(length)), form, course: nil) == nil) }
    #expect(RunRow("a" + text, form, course: nil) == nil)
    #expect(RunRow(line: row.line, form) == row)
    for line in [
      row.line + ",", String(row.line.dropLast(70)), "", row.line.replacing(",1,0,", with: ",1,x,"),
    ] {
      #expect(RunRow(line: line, form) == nil)
    }
  }

  @Test
  func `a figure or a start-up changed by hand is noticed`() throws {
    let row = try #require(try rows(["0.5"])[0])
    let text = row.text(form, course: "batch,matches\n1,7\n")
    #expect(RunRow(text, form, course: "batch,matches\n1,7\n") == row)
    #expect(RunRow(text.replacing(",0.5,", with: ",0.6,"), form, course: "batch,matches\n1,7\n") == nil)
    for startUp in ["batch,matches\n1,8\n", "", nil] { #expect(RunRow(text, form, course: startUp) == nil) }
  }
}
