import CarpoolScenario
import Quantities
import Testing

@testable import Scenario

struct StationarityTests {
  private func scenario(_ overrides: [String]) throws -> Scenario {
    let text = """
      {
        time: {duration_s: 7200}, space: {kind: "city"},
        supply: {kind: "synthetic", count: 10}, demand: {kind: "synthetic", per_hour: 10},
      }
      """
    return try Scenario.load(text: text, file: "s.json5", overrides: overrides)
  }

  private func period(_ overrides: String...) throws -> Double? {
    try scenario(overrides).stationaryPeriod?.seconds
  }

  @Test
  func `halves compare between the warm-up and the last tenth of a stationary period`() throws {
    func span(_ overrides: String...) throws -> [Double]? {
      try scenario(overrides).comparableSpan.map { [$0.lowerBound.seconds, $0.upperBound.seconds] }
    }
    #expect(try span() == [0, 6480])
    #expect(try span("time.warm_up_s=600", "time.horizon_s=5000") == [600, 4500])
    #expect(try span("time.warm_up_s=6500") == nil)
    #expect(try span("supply.profile=[1,2]") == nil)
  }

  @Test
  func `constant rates and travel times are stationary over the duration`() throws {
    #expect(try period() == 7200)
    #expect(try period("supply.profile=[2,2,2]") == 7200)
    #expect(try period("demand.profile=[{until_s:100,weight:3},{until_s:7200,weight:3}]") == 7200)
    #expect(try period("time.horizon_s=5000") == 5000)
    #expect(try period("time.horizon_s=50000") == 7200)
    #expect(try period("supply.announce_before_s=600") == 6600)
  }

  @Test(arguments: [
    "supply.profile=[1,2]", "demand.profile=[{until_s:100,weight:3},{until_s:7200,weight:2}]",
    "demand.profile=[{until_s:3600,weight:1}]", "supply={kind:'none'}", "demand.profile={mon:[1]}",
    "demand.od={kind:'matrix',zones:'z',trips:'t'}",
    "demand={kind:'recorded',file:'requests.csv'}", "space.time_profile='rush.csv'",
    "supply.announce_before_s=7200",
  ])
  func `what changes by the clock is not`(override: String) throws {
    #expect(try period(override) == nil)
  }
}
