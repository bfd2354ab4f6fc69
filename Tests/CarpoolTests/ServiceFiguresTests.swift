import Board
import CarpoolScenario
import Community
import Lifecycle
import Metrics
import Models
import Quantities
import Scenario
import Simulation
import Testing
import Travellers

@testable import Carpool

/// The figures of board and service, each against a count over the tables.
struct ServiceFiguresTests {
  private func near(_ a: Double?, _ b: Double, within error: Double = 1e-9) -> Bool {
    a.map { abs($0 - b) <= error * max(1, abs(b)) } ?? false
  }

  @Test
  func `shares of those who plan ahead are counted by their last bookings`() throws {
    let run = try ServiceRun.corridor.get()
    let figures = Figures(of: run)
    let ids = Set(run.seeks.indices.filter { run.seeks[$0] != nil }.map { "\(run.requests[$0].id)" })
    let rows = try TextTable("bookings", of: run).rows
    let settled = Set(
      try TextTable("requests", of: run).rows
        .filter { $0["outcome"] != "in_progress" && ids.contains($0["request_id"] ?? "") }
        .compactMap { $0["request_id"] })
    let confirmed = rows.filter { $0["outcome"] == "accepted" && settled.contains($0["request_id"] ?? "") }
    let booked = Set(confirmed.compactMap { $0["request_id"] })
    let ridden = confirmed.filter { $0["fate"] == "ridden" }
    #expect(near(figures[.bookingRate], Double(booked.count) / Double(settled.count)))
    #expect(near(figures[.bookingRideRate], Double(ridden.count) / Double(settled.count)))
    #expect(figures[.leadTime, .count] == Double(confirmed.count))
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    let leads = confirmed.map { ($0.number("departs_s") ?? 0) - ($0.number("answered_s") ?? 0) }
    #expect(near(figures[.leadTime, .mean], mean(leads)))
    #expect(near(figures[.price, .mean], mean(confirmed.compactMap { $0.number("price") })))
    let walks = ridden.map { ($0.number("walk_to_stop_m") ?? 0) + ($0.number("walk_from_stop_m") ?? 0) }
    #expect(near(figures[.walkMetres, .mean], mean(walks), within: 1e-4))
    #expect(near(figures[.walk, .mean], mean(walks) / 1.3, within: 1e-4))
  }

  @Test
  func `seat kilometres are those of the legs of trips that were made`() throws {
    let run = try ServiceRun.corridor.get()
    let figures = Figures(of: run)
    let offers = try TextTable("offers", of: run).rows
    let made = Set(offers.filter { $0["outcome"] == "departed" }.compactMap { $0["offer_id"] })
    let legs = try TextTable("offer_legs", of: run).rows.filter { made.contains($0["offer_id"] ?? "") }
    func sum(_ column: String) -> Double {
      legs.reduce(0) { $0 + ($1.number(column) ?? 0) * ($1.number("way_m") ?? 0) }
    }
    #expect(near(figures[.soldSeatKilometres], sum("seats_sold") / 1000, within: 1e-4))
    #expect(near(figures[.soldSeatRatio], sum("seats_sold") / sum("seats"), within: 1e-4))
    #expect(figures[.published] == Double(offers.count { !$0.isEmpty("published_s") }))
    // Who rode on a leg got on by a booking, in a car that was made.
    #expect(sum("seats_sold") > 0)
  }

  @Test
  func `money, people and messages are counted over the whole run`() throws {
    let run = try ServiceRun.corridor.get()
    let figures = Figures(of: run)
    let paid = try TextTable("payments", of: run).rows.filter { $0["side"] == "to" }
    func sum(_ kinds: Set<String>) -> Double {
      paid.filter { kinds.contains($0["kind"] ?? "") }.reduce(0) { $0 + ($1.number("amount") ?? 0) }
    }
    #expect(near(figures[.fares], sum(["fare", "cash_fare"])))
    #expect(near(figures[.commissions], sum(["commission"])))
    let users = try TextTable("users", of: run).rows.compactMap { $0.number("verified_s") }
    let verified = users.count { $0 <= run.records.end.seconds }
    #expect(near(figures[.verifiedRatio], Double(verified) / Double(users.count)))
    let counts = try #require(run.records.society?.messages?.all)
    #expect(figures[MessageMetrics.ofPhones.sent] == Double(counts.messages))
    #expect(near(figures[MessageMetrics.ofPhones.lost], Double(counts.lostTries) / Double(counts.tries)))
    // Each try is lost with probability 0.1.
    #expect(abs((figures[MessageMetrics.ofPhones.lost] ?? 0) - 0.1) < 0.06)
    let ended = try TextTable("attempts", of: run).rows
      .filter { !$0.isEmpty("driver_id") && $0["outcome"] != "in_progress" }
    func share(_ outcome: String) -> Double {
      Double(ended.count { $0["outcome"] == outcome }) / Double(ended.count)
    }
    #expect(near(figures[.offersUnanswered], share("unanswered")))
    #expect(near(figures[.offersUndelivered], share("undelivered")))
  }

  @Test
  func `retention is that of the last day`() throws {
    let run = try ServiceRun.week.get()
    let last = try TextTable("days", of: run).rows.last?.number("retention")
    #expect(near(Figures(of: run)[.retention], last ?? -1, within: 1e-5))
    #expect((last ?? 1) < 1)
    let absent = run.records.requests.count { $0.outcome == .notSubmitted }
    #expect(absent > 0)
    #expect(Figures(of: run).count(.notSubmitted) == absent)
  }

  @Test
  func `figures and summary tell of what the scenario has, and of nothing else`() throws {
    let bare = Figures(of: try ServiceRun.bare.get())
    let own = CarpoolFigure.all.filter { !$0.owners.isEmpty }.map(\.metric)
    #expect(own.count > 20)
    #expect(own.filter { bare[$0] != nil || bare[$0, .count] != nil } == [])
    #expect(!bare.outcomes.contains { $0.name == "not_submitted" })
    let full = Figures(of: try ServiceRun.corridor.get())
    let members = [
      "board", "verification", "money", "channel", "users.churn", "matching.walk_m",
    ]
    let there = CarpoolRun.features.map { feature in
      feature.members.contains { members.contains($0.joined(separator: ".")) }
    }
    let ofService = CarpoolFigure.all.filter { $0.applies(there) }.map(\.metric)
    let without = own.filter { ofService.contains($0) && full[$0] == nil && full[$0, .count] == nil }
    #expect(without == [.retention])
  }

  @Test
  func `every table of a feature is written`() {
    let tables = CarpoolRun.features.flatMap(\.tables).map(\.name)
    #expect(tables.count > 15 && CarpoolRun.featureTables.map(\.name).sorted() == tables.sorted())
  }

  @Test
  func `a study has columns for what its scenario has, or varies`() throws {
    let bare = CarpoolModel.figures { _ in false }
    #expect(bare.named("booking_rate") == nil && bare.named("cause.no_funds") == nil)
    #expect(bare.metrics.count == CarpoolFigure.all.count { $0.owners.isEmpty })
    let base = try ServiceRun.scenario(ServiceRun.corridorText, overrides: ServiceRun.nothing).resolved
    #expect(CarpoolModel.figures(of: base, varying: ["matching.radius_m"]).columns == bare.columns)
    #expect(CarpoolModel.figures(of: base, varying: ["board.offers.share"]).named("booking_rate") != nil)
    #expect(CarpoolModel.figures(of: base, varying: ["users"]).named("retention") != nil)
    #expect(CarpoolModel.figures(of: base, varying: ["users.count"]).named("retention") == nil)
    let full = try ServiceRun.scenario(ServiceRun.corridorText).resolved
    let names = CarpoolModel.figures(of: full, varying: [])
    for name in ["booking_rate", "price.mean", "messages", "fares", "verified_ratio", "cause.no_show"] {
      #expect(names.named(name) != nil, "\(name)")
    }
    #expect(names.named("retention") == nil)
  }

  /// Told for each request from its seek and its attempts.
  @Test
  func `who plans ahead waits from the time to leave on, and walks`() throws {
    let run = try ServiceRun.corridor.get()
    let rows = try TextTable("requests", of: run).rows
    var (booked, fellBack) = (0, 0)
    for (index, row) in rows.enumerated() {
      guard let pickup = row.number("pickup_s"), let match = row.number("match_s"),
        let submit = row.number("submit_s"), let ride = row.number("ride_s"),
        let direct = row.number("direct_s")
      else { continue }
      let own = run.records.attempts.last { Int($0.request) == index && $0.outcome == .accepted }
      let seek = run.seeks[index]
      let leaving = max(submit, seek?.leaving.seconds ?? submit)
      #expect(near(row.number("wait_s"), max(0, pickup - leaving), within: 1e-6))
      let isBooked = own?.isPlanned == true
      #expect(near(row.number("time_to_match_s"), match - (isBooked ? submit : leaving), within: 1e-6))
      let seat = isBooked ? run.records.bookings.last { Int($0.request) == index }?.candidate : nil
      let walk = seat.map { ($0.walkToStop + $0.walkFromStop) / 1.3 } ?? 0
      #expect(near(row.number("passenger_detour_factor"), (ride + walk) / direct, within: 1e-4))
      if isBooked { booked += 1 } else if seek != nil { fellBack += 1 }
    }
    #expect(booked > 3 && fellBack > 0)
  }
}
