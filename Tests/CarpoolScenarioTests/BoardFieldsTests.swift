import Board
import CarpoolScenario
import Community
import JSON5
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Scenario

/// The board and the users of a scenario.
@Suite struct BoardFieldsTests {
  private static let board = """
    board={offers: {kind: 'synthetic', share: 0.5, lead: {law: 'exponential', mean_s: 3600},
        stops: [{name: 'Settat', x: -7.62, y: 33}], within_m: 8000, dwell_s: 60, takes_instant_share: 0.75,
        at_once_share: 0.25, price: {per_km: 0.5, step: 10, cost_per_km: 2, may_profit: true}},
      seeks: {kind: 'synthetic', share: 0.25, lead: 7200, window_s: 1800, by_arrival_share: 0.5, access_m: 900,
        egress_m: 800, means_per_km: 0.75, alert_s: 600, fallback: 'none'},
      weights: {price_ms: 30, shift: 2, walking: 3, star_s: 10, preference_s: 20}, walk_speed_ms: 1.25,
      tolerance_s: 300, confirm_delay: 60, decline_probability: 0.5, passenger_cancel_probability: 0.125,
      trip_cancel_probability: 0.0625, no_show_probability: 0.03125}
    """
  private static let users = """
    users={count: 100, days: 3, travel_share: 0.5, car_share: 0.25, drives_share: 0.75, od: {kind: 'uniform', min_m: 5},
      profile: [1, 2], favourites: 2, favourite_share: 0.5, time_sd_s: 60, returns: false, stay: 100,
      churn: {after_failures: 2}}
    """
  private static let ofUsers = ["supply.kind=users", "demand.kind=users", "time.duration_s=null"]

  private func load(_ overrides: [String]) throws(ScenarioError) -> Scenario {
    try Scenario.load(text: Examples.least, file: "s.json5", overrides: overrides)
  }

  @Test("a scenario without them is written as it was before there were any")
  func nothingIsWrittenOfWhatIsAbsent() throws {
    let without = try load([])
    #expect(without.board == nil && without.users == nil)
    let withNull = try load(["board=null", "users=null"])
    #expect(withNull == without && withNull.identity() == without.identity())
    for name in ["board", "users"] {
      #expect(without.resolved[name] == nil && withNull.resolved[name] == nil)
      #expect(!without.identity().contains("\"\(name)\""))
    }
  }

  @Test func everythingOfABoardIsRead() throws {
    let board = try #require(try load([Self.board]).board)
    guard case .synthetic(let offers) = board.offers, case .synthetic(let seeks) = board.seeks else {
      Issue.record("not the kinds given")
      return
    }
    #expect(offers.share == 0.5 && offers.lead == .exponential(mean: 3_600) && offers.within == 8_000)
    #expect(offers.stops?.map(\.name) == ["Settat"] && offers.stops?.map(\.x) == [-7.62])
    #expect(offers.dwell == Milliseconds(60_000) && offers.takesInstantShare == 0.75)
    #expect(offers.atOnceShare == 0.25)
    #expect(offers.price.perKm == 0.5 && offers.price.step == 10 && offers.price.costPerKm == 2)
    #expect(offers.price.mayProfit)
    #expect(seeks.share == 0.25 && seeks.lead == .fixed(7_200) && seeks.window == Milliseconds(1_800_000))
    #expect(seeks.byArrivalShare == 0.5 && seeks.access == 900 && seeks.egress == 800)
    #expect(seeks.meansPerKm == 0.75 && seeks.alert == Milliseconds(600_000) && seeks.fallback == .none)
    #expect(board.rules.weights.price == 30 && board.rules.weights.star == Milliseconds(10_000))
    #expect(board.rules.walkingSpeed == 1.25 && board.tolerance == Milliseconds(300_000))
    #expect(board.confirmation == .fixed(60) && board.declineProbability == 0.5)
    #expect(board.passengerCancelProbability == 0.125 && board.tripCancelProbability == 0.0625)
    #expect(board.noShowProbability == 0.03125)
  }

  @Test func everythingOfUsersIsRead() throws {
    let scenario = try load(Self.ofUsers + [Self.users])
    let users = try #require(scenario.users)
    #expect(users.count == 100 && users.days == 3 && users.period == Milliseconds(259_200_000))
    #expect(users.travelShare == 0.5 && users.carShare == 0.25 && users.drivesShare == 0.75)
    #expect(users.profile == .equalParts([1, 2]) && users.favourites == 2 && users.favouriteShare == 0.5)
    #expect(users.timeDeviation == Milliseconds(60_000) && !users.returns && users.stay == .fixed(100))
    #expect(users.churn?.afterFailures == 2)
    #expect(scenario.supply == .users(Scenario.DriverAttributes()))
    #expect(scenario.demand == .users(Scenario.RequestAttributes()))
  }

  @Test func whatIsWrittenIsReadBackTheSame() throws {
    let recorded = """
      board={offers: {kind: 'recorded', file: 'o.csv', stops_file: 's.csv', prices_file: 'p.csv', seats: 2},
        seeks: {kind: 'recorded', file: 'b.csv'}}
      """
    for overrides in [[Self.board], Self.ofUsers + [Self.users], [recorded], ["board={}"]] {
      let scenario = try load(overrides)
      let again = try Scenario.load(text: scenario.resolved.indented, file: "again.json5")
      #expect(again == scenario && again.resolved == scenario.resolved)
      #expect(scenario.identity() != (try load([])).identity())
    }
  }

  @Test("a file's name stays out of the identity, which its content enters")
  func filesEnterByContent() throws {
    func identity(_ file: String) throws -> String {
      try load(["board={offers: {kind: 'recorded', file: '\(file)', stops_file: 's.csv'}}"]).identity()
    }
    #expect(try identity("a.csv") == identity("b.csv"))
  }

  @Test(arguments: [
    (["supply.kind=users"], "a side of kind `users` requires the field `users`"),
    (["users.count=5", "time.duration_s=86400"], "no side is of kind `users`"),
    (ofUsers + ["users.count=5", "time.duration_s=14400"], "give time.duration_s: 86400, or null"),
    (
      ofUsers + ["users={count: 5, days: 7}", "time.duration_s=86400"], "the 7 days of `users` take 604800 s"
    ),
    (ofUsers + ["users.count=5", "time.start=2026-05-22T06:00:00"], "give it the time 00:00:00"),
    (["board.seeks={kind: 'recorded', file: 'b.csv'}"], "give board.offers of kind `recorded`"),
    (["board.offers={kind: 'recorded', file: 'o.csv'}"], "board.offers.stops_file"),
    (["board.tolerance_s=-1"], "board.tolerance_s"),
    (["board.offers={kind: 'synthetic', price: {step: -5}}"], "board.offers.price.step"),
    (["board.seeks={kind: 'synthetic', fallback: 'walk'}"], "give one of `instant`, `none`"),
  ])
  func whatIsWrongIsSaid(overrides: [String], sentence: String) {
    let found: String
    do throws(ScenarioError) {
      _ = try load(overrides)
      found = ""
    } catch {
      found = error.description
    }
    #expect(found.contains(sentence), "\(found)")
  }
}
