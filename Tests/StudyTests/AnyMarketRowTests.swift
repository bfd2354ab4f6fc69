import CarpoolScenario
import InventedMarket
import Metrics
import Models
import Scenario
import Tables
import Testing

@testable import Study

/// Rows of studies have the columns of their market.
struct AnyMarketRowTests {
  private let form = RunRow.Form(Stall.figures)

  private func row(seed: UInt64) throws -> RunRow {
    let identity = RunIdentity(runID: "0123456789abcdef", scenario: "fair", seed: seed, replication: 0)
    return RunRow(
      point: "p", run: identity, figures: StallRun(identity: identity, seed: seed).measured(),
      columns: Stall.figures.columns, fingerprint: Fingerprint(digests: []))
  }

  @Test
  func `a row is written and read back with the figures of its market`() throws {
    let row = try row(seed: 1)
    let text = row.text(form, course: nil)
    #expect(text.hasPrefix("point_id,run_id,seed,replication,sold_ratio,wait_s.mean,wait_s.sd,"))
    #expect(RunRow(text, form, course: nil) == row && RunRow(line: row.line, form) == row)
    let place = try #require(Stall.figures.index(of: FigureColumn(Stall.wait, .mean)))
    #expect(row.value(place) == 6.5)
    #expect(row.value(try #require(Stall.figures.index(of: FigureColumn(Stall.soldRatio)))) == 0.666667)
  }

  @Test
  func `the table of runs has a column for each of them`() {
    let names = StudyTables.runs(fields: ["name"], figures: Stall.figures).schema.columnNames
    #expect(names.prefix(5) == ["run_id", "name", "seed", "replication", "sold_ratio"])
    #expect(names.count == 5 + Stall.figures.columns.count)
  }

  @Test
  func `replications are added until a figure of the market is known`() {
    var plan = StudyPlan()
    plan.precision = StudyPlan.Precision()
    plan.precision?.figure = "sold_ratio"
    #expect(ReplicationRule(plan, Stall.figures).isOpen)
    #expect(ReplicationRule(plan, Stall.figures).demand([:], at: 0) == 10)
  }
}
