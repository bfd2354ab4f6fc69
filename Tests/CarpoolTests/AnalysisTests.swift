import CarpoolScenario
import Metrics
import Quantities
import Scenario
import Simulation
import TestSupport
import Testing

@testable import Carpool

/// The examples recompute the summary from the rows with other people's statistics.
struct AnalysisTests {
  private static let python = "'\(Pandas.python ?? "")' '\(checkoutPath("Examples/analysis.py"))'"
  private static let r = "Rscript '\(checkoutPath("Examples/analysis.R"))'"
  private static let hasR = succeeds("Rscript --version")

  private func check(_ command: String, _ run: CarpoolRun) throws {
    var scenario = Scenario()
    scenario.time.warmUp = run.warmUp
    scenario.co2PerKm = run.fields.co2PerKm
    try withScratchFolder { scratch in
      try run.write(
        to: scratch + "/r", from: Manifest.Origin(scenario: scenario.resolved, version: "0.0.0"))
      let (output, code) = try shell("\(command) r", in: scratch)
      #expect(code == 0, "\(output)")
      #expect(output.hasSuffix(" 0 differences\n"), "\(output)")
      // Each start of pandas takes its time, so one run is enough to see that a difference is noticed.
      guard run.warmUp > .zero else { return }
      let change = "sed -i s/cancelled_by_passenger,patience/unmatched,limits/ r/requests.csv"
      #expect(try shell("\(change); \(command) r", in: scratch).code == 1)
    }
  }

  /// The story, the same with a warm-up and a car still under way, and nothing at all.
  private static var runs: [CarpoolRun] {
    var cut = Story.run
    cut.warmUp = Story.seconds(60)
    cut.records.requests[1].outcome = .inProgress
    cut.records.requests[1].dropoff = nil
    cut.records.drivers[0].outcome = .inProgress
    cut.records.drivers[0].arrive = nil
    return [Story.run, cut, Story.empty]
  }

  @Test(
    .enabled(if: Pandas.python != nil, "needs pandas, which `make python-ready` installs"), arguments: 0..<3)
  func `pandas finds the same figures`(run: Int) throws {
    try check(Self.python, Self.runs[run])
  }

  @Test(.enabled(if: hasR), arguments: 0..<3)
  func `R finds the same figures`(run: Int) throws {
    try check(Self.r, Self.runs[run])
  }
}
