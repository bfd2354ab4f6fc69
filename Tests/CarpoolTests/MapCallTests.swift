import CarpoolScenario
import Metrics
import Quantities
import Scenario
import Simulation
import Spaces
import Synthesis
import Testing
import Travellers

@testable import Carpool

/// The calls of map services, worked out by hand.
struct MapCallTests {
  private func run(_ change: (inout Scenario.MapCalls) -> Void = { _ in }, begin: Double = 0) -> CarpoolRun {
    var run = Story.run
    var calls = Scenario.MapCalls()
    change(&calls)
    run.mapCalls = MapCallRules(calls: calls, spacing: 1000, begin: Milliseconds(seconds: begin))
    return run
  }

  /// Two drivers and four requests name twelve ends. Two trips, seven attempts and two matches take eleven routes, the four
  /// candidates two elements each; the cars report at 0, 1,000, 2,000 m and so on.
  @Test
  func `each occasion counts as the scenario says`() throws {
    let run = run()
    let reports = Story.run.records.drivers.prefix(2).map { 1 + Int($0.drivenMetres / 1000) }
    let day = try #require(run.mapCallDays.first)
    #expect(run.mapCallDays.count == 1 && day.day == 1)
    #expect(day.calls.routes == 2 + 7 + 2)
    #expect(day.calls.matrix == 2 * 4)
    #expect(day.calls.geocoding == 12 + reports.reduce(0, +))
    #expect(reports == [11, 5])
    #expect(day.calls.all == 11 + 8 + 28 && day.overQuota == 0)
    let figures = RunTotals(of: run).figures
    #expect(figures[.mapCalls, .mean] == 47)
    #expect(figures[.mapRoutes, .mean] == 11)
    #expect(figures[.mapMatrix, .mean] == 8)
    #expect(figures[.mapGeocoding, .mean] == 28)
    #expect(figures[.mapQuotaRatio] == 47.0 / 28_000)
  }

  @Test
  func `calls beyond the quota are counted`() {
    #expect(run { $0.quota = 40 }.mapCallDays.map(\.overQuota) == [7])
  }

  /// Second 0 is a minute before midnight: driver 20, who leaves then, and what is asked at 50 s belong to the first day.
  @Test
  func `days go from midnight to midnight`() {
    let days = run(begin: 86_340).mapCallDays
    #expect(days.map(\.day) == [1, 2])
    // The trip of driver 20 and the first attempt of request 1.
    #expect(days[0].calls.routes == 2)
    #expect(days[0].calls.geocoding == 2 + 2 + 5)
    #expect(days.map(\.calls.all).reduce(0, +) == 47)
  }

  @Test
  func `a run in which nobody counts has no days of calls and no figures of them`() {
    #expect(Story.run.mapCallDays.isEmpty)
    #expect(RunTotals(of: Story.run).figures[.mapCalls, .mean] == nil)
  }

  private static let week = """
    {
      name: "week", seed: 5,
      space: {kind: "plane", width_m: 8000, height_m: 3000}, time: {duration_s: 259200},
      supply: {kind: "users"}, demand: {kind: "users"}, users: {count: 150, days: 3, returns: false},
      matching: {radius_m: 1500, spacing_m: 500}, money: {},
      results: {map_calls: {report: {geocoding: 0}, remembers_places: true}},
    }
    """

  @Test
  func `a place that the same user has named before costs nothing`() throws {
    let all = try ServiceRun.run(Self.week, overrides: ["results.map_calls.remembers_places=false"])
    let some = try ServiceRun.run(Self.week)
    let (drivers, requests) = (all.drivers, all.requests)
    let users = try #require(all.users)
    #expect(all.mapCallDays.map(\.calls.geocoding).reduce(0, +) == 2 * (drivers.count + requests.count))
    // Whoever travels twice has named the home, and often the place to go to.
    var known: Set<String> = []
    for (driver, user) in zip(drivers, users.ofDriver) {
      for place in [driver.origin, driver.destination] { known.insert("\(user) \(place.position)") }
    }
    for (request, user) in zip(requests, users.ofRequest) {
      for place in [request.origin, request.destination] { known.insert("\(user) \(place.position)") }
    }
    #expect(some.mapCallDays.map(\.calls.geocoding).reduce(0, +) == known.count)
  }
}
