import CarpoolScenario
import Ground
import Quantities
import Scenario
import Statistics
import TestSupport
import Testing

@testable import Synthesis

@Suite struct ArrivalTimesTests {
  private func times(_ arrivals: String, replication: Int = 0, duration: Double = 3_600) throws
    -> [Milliseconds]
  {
    let scenario = try Fixture.scenario(
      supply: "{kind: 'synthetic', \(arrivals)}",
      overrides: ["replication=\(replication)", "time.duration_s=\(duration)"])
    let maker = PopulationMaker(scenario: scenario, territory: Fixture.plane, folder: "")
    guard case .synthetic(let drivers) = scenario.supply else { return [] }
    return try maker.times(drivers, .drivers)
  }

  @Test func timesAreUniformOverTheDuration() throws {
    let times = try times("count: 100000")
    #expect(times.allSatisfy { $0 >= .zero && $0 < Milliseconds(3_600_000) })
    var parts = Array(repeating: 0, count: 36)
    for time in times { parts[Int(time.rawValue / 100_000)] += 1 }
    expectCounts(parts, Array(repeating: 100_000 / 36, count: 36))
  }

  @Test func aRateGivesPoissonNumbers() throws {
    var scenario = try Fixture.scenario(supply: "{kind: 'synthetic', per_hour: 10}")
    guard case .synthetic(let drivers) = scenario.supply else { return }
    let counts = try (0..<3_000).map { replication in
      scenario.replication = UInt64(replication)
      let maker = PopulationMaker(scenario: scenario, territory: Fixture.plane, folder: "")
      return Double(try maker.times(drivers, .drivers).count)
    }
    let statistics = Fixture.statistics(counts)
    #expect(abs(statistics.zScore(expected: 40) ?? .infinity) < 3.5)
    // The variance of a Poisson sample's variance is (μ + 2μ²n/(n−1)) / n.
    let error = ((40 + 2 * 40 * 40) / 3_000.0).squareRoot()
    #expect(abs((statistics.variance ?? 0) - 40) < 3.5 * error)
  }

  @Test func aProfileShapesTheRate() throws {
    let hours = try times("count: 100000, profile: [1, 0, 3, 4]").map { Int($0.rawValue / 900_000) }
    let counts = (0..<4).map { part in hours.count { $0 == part } }
    #expect(counts[1] == 0)
    expectCounts([counts[0], counts[2], counts[3]], [12_500, 37_500, 50_000])
  }

  @Test func stepsEndWhereTheySayAndAreCutAtTheDuration() throws {
    let steps = "[{until_s: 600, weight: 2}, {until_s: 1200, weight: 1}, {until_s: 9000, weight: 0}]"
    let times = try times("count: 100000, profile: \(steps)")
    expectShare(times.count { $0 < Milliseconds(600_000) }, of: 100_000, 2 / 3)
    #expect(times.allSatisfy { $0 < Milliseconds(1_200_000) })
    let cut = try self.times("count: 1000, profile: [{until_s: 9000, weight: 1}]")
    #expect(cut.allSatisfy { $0 < Milliseconds(3_600_000) })
  }

  /// Monday has one rate in its first half and three times that in its second, Tuesday the first all day, the others none.
  private static let week = "{mon: [1, 3], tue: [1]}"

  @Test func aWeekFollowsItsDays() throws {
    let scenario = try Fixture.scenario(
      supply: "{kind: 'synthetic', count: 100000, profile: \(Self.week)}",
      overrides: ["time.start='2026-05-18T06:00:00'", "time.duration_s=172800"])
    let maker = PopulationMaker(scenario: scenario, territory: Fixture.plane, folder: "")
    guard case .synthetic(let drivers) = scenario.supply else { return }
    var counts = [0, 0, 0]
    for time in try maker.times(drivers, .drivers) {
      // From six in the morning: six hours, twelve hours, a day; then Wednesday, on which nobody travels.
      let hour = time.rawValue / 3_600_000
      #expect(hour < 42)
      counts[hour < 6 ? 0 : hour < 18 ? 1 : 2] += 1
    }
    expectCounts(counts, [6, 36, 24].map { (number: Double) in number * 100_000 / 66 })
  }

  @Test func aRateIsTheMeanOverTheWeek() throws {
    var scenario = try Fixture.scenario(
      supply: "{kind: 'synthetic', per_hour: 100, profile: \(Self.week)}",
      overrides: ["time.duration_s=86400"])
    guard case .synthetic(let drivers) = scenario.supply else { return }
    // The mean weight over the week is (2 + 1) ÷ 7; Monday has 2, Tuesday 1, Wednesday none.
    let expectations: [(day: Int, number: Double)] = [(18, 11_200), (19, 5_600), (20, 0)]
    for (day, expected) in expectations {
      scenario.time.start = LocalDateTime("2026-05-\(day)T00:00:00")
      #expect(abs(drivers.arrivals.mean(in: scenario.time) - expected) < 1e-9)
    }
    // Without a start, a run begins on Monday at midnight.
    scenario.time.start = nil
    #expect(abs(drivers.arrivals.mean(in: scenario.time) - 11_200) < 1e-9)
    scenario.time.duration = Milliseconds(7 * 86_400_000)
    #expect(abs(drivers.arrivals.mean(in: scenario.time) - 16_800) < 1e-9)
  }

  @Test func aTravellerKeepsTheirTimeWhenTheNumberChanges() throws {
    let few = try times("count: 10")
    #expect(try times("count: 1000").prefix(10) == few[...])
    #expect(try times("per_hour: 500").prefix(10) == few[...])
    #expect(try times("count: 10", replication: 1) != few)
  }

  @Test func aProfileOfNothingWithinTheDurationIsAFault() {
    #expect(throws: SynthesisError(.emptyProfile(side: "supply"))) {
      try times("count: 1, profile: [{until_s: 7200, weight: 0}, {until_s: 9000, weight: 1}]")
    }
  }

  @Test func tooManyAreAFault() {
    #expect(throws: SynthesisError(.tooMany(field: "supply.per_hour", expected: 1e8))) {
      try times("per_hour: 1e8")
    }
  }
}
