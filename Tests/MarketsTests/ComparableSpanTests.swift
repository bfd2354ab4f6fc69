import Foundation
import Ground
import Quantities
import Scenario
import TestSupport
import Testing

@testable import Markets

/// The halves of the runs of other markets: whole weeks, if every week has the same rates.
struct ComparableSpanTests {
  private func weeks(_ name: String, _ overrides: String...) throws -> Double? {
    let path = SharedData.checkout.appending(path: "Scenarios/" + name).path
    let scenario = try Scenario.load(contentsOf: path, overrides: overrides, markets: Markets.scenarios)
    return scenario.comparableSpan.map { ($0.upperBound - $0.lowerBound).seconds / 604_800 }
  }

  @Test func `two weeks or more of the same rates have halves`() throws {
    // Sixty days of a constant rate; a month whose days differ; a week.
    #expect(try weeks("postcards.json5") == 8)
    #expect(try weeks("postcards.json5", "time.warm_up_s=1000000") == 6)
    #expect(try weeks("postcards.json5", "time.horizon_s=1209600") == 2)
    #expect(try weeks("orders.json5") == nil)
    #expect(try weeks("services.json5") == nil)
    // Four weeks in 84 equal parts, the same three every day.
    #expect(try weeks("exchange.json5") == 4)
    #expect(try weeks("exchange.json5", "demand.profile=[1,2,1,2,1,2,1,2]") == 4)
    #expect(try weeks("exchange.json5", "demand.profile=[1,2,1,1,1,2,1,2]") == nil)
    // The hours of a week, stretched over two, are not those of two weeks.
    #expect(try weeks("services.json5", "time.duration_s=1209600") == nil)
    #expect(try weeks("services.json5", "time.duration_s=1209600", "demand.profile={mon:[1,2],fri:[1]}") == 2)
    #expect(try weeks("services.json5", "time.duration_s=1209600", "demand.profile=null") == 2)
    // A festival happens once.
    #expect(try weeks("shifts.json5") == nil)
  }
}
