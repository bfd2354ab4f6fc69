import Community
import Ground
import Metrics
import Models
import Quantities
import Scenario
import Simulation
import Synthesis
import Tables
import TestSupport
import Testing
import Travellers

@testable import Carpool

/// The tables of platform services, and which runs have which.
struct ServiceTablesTests {
  private func names(_ run: CarpoolRun) throws -> [String] {
    var tables = ResultTables(folder: nil, runID: "r")
    try run.write(into: &tables)
    return tables.receipts.map(\.table.name)
  }

  @Test
  func `a run has the tables of what its scenario has`() throws {
    let always = ["requests", "attempts", "drivers", "stops", "timeseries"]
    #expect(try names(ServiceRun.bare.get()) == always + ["summary", "timing"])
    #expect(try names(Story.run) == always + ["summary", "timing"])
    let board = ["bookings", "offers", "offer_legs"]
    #expect(
      try names(ServiceRun.corridor.get()) == always + board + ["payments", "users", "summary", "timing"])
    #expect(
      try names(ServiceRun.week.get()) == always + ["payments", "users", "days", "summary", "timing"])
    #expect(
      CarpoolRun.tables.recipe(of: try ServiceRun.corridor.get()).tables == always + board + [
        "payments", "users",
      ])
    #expect(CarpoolRun.tables.recipe(of: Story.run).tables == always)
  }

  @Test
  func `requests say who asked where somebody is known, and only there`() throws {
    let run = try ServiceRun.week.get()
    let users = try #require(run.users)
    let rows = try TextTable("requests", of: run).rows
    #expect(rows.map { $0["user_id"] } == users.ofRequest.map { "\($0.rawValue + 1)" })
    for run in [try ServiceRun.bare.get(), try ServiceRun.corridor.get()] {
      #expect(try TextTable("requests", of: run).rows.allSatisfy { $0["user_id"] == nil })
    }
  }

  @Test
  func `drivers say who drives where requests say who asked, so that both rows of a person can be joined`()
    throws
  {
    let run = try ServiceRun.week.get()
    let users = try #require(run.users)
    let drivers = try TextTable("drivers", of: run).rows
    #expect(drivers.map { $0["user_id"] } == users.ofDriver.map { "\($0.rawValue + 1)" })
    let passengers = Set(try TextTable("requests", of: run).rows.map { $0["user_id"] })
    #expect(drivers.contains { passengers.contains($0["user_id"]) })
    for run in [try ServiceRun.bare.get(), try ServiceRun.corridor.get()] {
      #expect(try TextTable("drivers", of: run).rows.allSatisfy { $0["user_id"] == nil })
    }
  }

  @Test
  func `the command of the manifest computes the fingerprint of a run with a board`() throws {
    let run = try ServiceRun.corridor.get()
    try withScratchFolder { scratch in
      let fingerprint = try run.write(to: scratch + "/r")
      let (output, code) = try shell(CarpoolRun.tables.recipe(of: run).command, in: scratch + "/r")
      #expect(code == 0)
      #expect(output == fingerprint.text + "\n")
    }
  }

  @Test
  func `a scenario gives the same bytes twice`() throws {
    func digests(_ run: CarpoolRun) throws -> [String] {
      var tables = ResultTables(folder: nil, runID: "r")
      try run.write(into: &tables)
      return tables.receipts.filter { $0.table.isDeterministic }.map(\.receipt.sha256)
    }
    #expect(
      try digests(ServiceRun.run(ServiceRun.corridorText)) == digests(ServiceRun.corridor.get()))
  }

  @Test
  func `payments add up to zero at every transfer, and balances follow from them`() throws {
    let run = try ServiceRun.corridor.get()
    let currency = Currency()
    let rows = try TextTable("payments", of: run).rows
    #expect(rows.count == 2 * (run.records.society?.entries.count ?? 0))
    var balances: [[String?]: Int64] = [:]
    for (number, row) in rows.enumerated() {
      #expect(row["transfer"] == "\(number / 2 + 1)" && row["side"] == (number % 2 == 0 ? "from" : "to"))
      let amount = try #require(row["amount"].flatMap { currency.parse($0) })
      let account = [row["account"], row["user_id"]]
      balances[account, default: 0] += amount
      #expect(row["balance_after"].flatMap { currency.parse($0) } == balances[account])
      #expect((number % 2 == 0) == (amount < 0))
      if number % 2 == 1 { #expect(balances.values.reduce(0, +) == 0) }
    }
    for row in try TextTable("users", of: run).rows {
      #expect(row["balance"].flatMap { currency.parse($0) } == balances[["wallet", row["user_id"]]] ?? 0)
    }
    #expect(Set(rows.compactMap { $0["kind"] }).isSuperset(of: ["opening", "hold", "fare", "commission"]))
  }

  /// The corridor with all that is written on request.
  private static let recorded = Result {
    try ServiceRun.run(
      ServiceRun.corridorText, overrides: [#"results.record=["messages","reviews","friendships"]"#])
  }

  @Test
  func `reviews make the ratings, friendships the friends, and messages the figures of the channel`() throws {
    let run = try Self.recorded.get()
    let bare = try ServiceRun.corridor.get()
    #expect(Figures(of: run).rows == Figures(of: bare).rows)
    var stars: [String: [Double]] = [:]
    for row in try TextTable("reviews", of: run).rows {
      stars[row["user_id"] ?? "", default: []].append(row.number("stars") ?? 0)
      #expect((1...5).contains(row.number("stars") ?? 0) && row["rater_id"] != row["user_id"])
    }
    #expect(stars.count > 10)
    var friends: [String: Int] = [:]
    for row in try TextTable("friendships", of: run).rows {
      for column in ["user_id", "friend_id"] { friends[row[column] ?? "", default: 0] += 1 }
    }
    for row in try TextTable("users", of: run).rows {
      let own = stars[row["user_id"] ?? ""] ?? []
      #expect(row.number("reviews") == Double(own.count))
      // The prior counts for five reviews of 4.5 stars.
      let rating = (4.5 * 5 + own.reduce(0, +)) / (5 + Double(own.count))
      #expect(abs((row.number("rating") ?? 0) - rating) <= 0.000_5 + 1e-9)
      #expect(row.number("friends") == Double(friends[row["user_id"] ?? ""] ?? 0))
    }
    let messages = try TextTable("messages", of: run).rows
    let counts = try #require(run.records.society?.messages?.all)
    #expect(messages.count == counts.messages && messages.count > 100)
    #expect(messages.compactMap { $0.number("tries") }.reduce(0, +) == Double(counts.tries))
    #expect(messages.compactMap { $0.number("lost") }.reduce(0, +) == Double(counts.lostTries))
    #expect(messages.count { !$0.isEmpty("arrived_s") } == counts.delivered)
    #expect(messages.allSatisfy { ($0.number("left_s") ?? -1) >= ($0.number("sent_s") ?? 0) })
  }

  @Test
  func `a table that nothing would stand in is refused, and said what it takes`() throws {
    for (table, member) in [("messages", "channel"), ("reviews", "ratings"), ("friendships", "friends")] {
      let error = try #require(throws: ScenarioError.self) {
        try ServiceRun.scenario(
          ServiceRun.corridorText, overrides: ServiceRun.nothing + [#"results.record=["\#(table)"]"#])
      }
      #expect("\(error)".contains("the scenario has no `\(member)`"), "\(error)")
    }
  }

  @Test
  func `users did in sum what requests, drivers and offers say`() throws {
    for run in [try ServiceRun.corridor.get(), try ServiceRun.week.get()] {
      let users = try TextTable("users", of: run)
      #expect(users.rows.count == run.users?.count)
      let requests = try TextTable("requests", of: run).rows.filter { $0["outcome"] != "not_submitted" }
      func sum(_ column: String) -> Double { users.numbers(column).reduce(0, +) }
      #expect(sum("requests") == Double(requests.count))
      #expect(sum("served") == Double(requests.count { $0["outcome"] == "served" }))
      #expect(sum("served") == sum("passengers_taken"))
      #expect(sum("trips") == Double(run.drivers.count))
      #expect(sum("offers") == Double(run.records.offers.count { $0.published != nil }))
      #expect(Set(users.rows.compactMap { $0["pays"] }) == ["wallet", "cash"])
      let registered = users.rows.count { !$0.isEmpty("verified_s") }
      #expect(registered >= users.rows.count { $0.number("requests") ?? 0 > 0 })
    }
  }

  @Test
  func `days share out requests and departures, and retention falls by those who left`() throws {
    let run = try ServiceRun.week.get()
    let days = try TextTable("days", of: run)
    #expect(days.rows.map { $0["day"] } == ["1", "2", "3"])
    let users = try TextTable("users", of: run).rows
    #expect(days.numbers("requests").reduce(0, +) == users.compactMap { $0.number("requests") }.reduce(0, +))
    #expect(days.numbers("served").reduce(0, +) == users.compactMap { $0.number("served") }.reduce(0, +))
    let left = users.compactMap { $0.number("left_s") }
    #expect(!left.isEmpty)
    let came = Double(users.count { !$0.isEmpty("verified_s") })
    for (number, row) in days.rows.enumerated() {
      let midnight = Double(number + 1) * 86_400
      let gone = Double(number == 2 ? left.count : left.count { $0 < midnight })
      #expect(abs((row.number("retention") ?? -1) - (1 - gone / came)) < 1e-6)
      var active: Set<Int32> = []
      let society = try #require(run.records.society?.setup)
      for (request, user) in zip(run.requests.indices, society.ofRequest)
      where run.requests[request].submit.seconds / 86_400 >= Double(number)
        && run.requests[request].submit.seconds < midnight
        && run.records.requests[request].outcome != .notSubmitted
      { active.insert(user.rawValue) }
      for (driver, user) in zip(run.drivers, society.ofDriver)
      where driver.depart.seconds / 86_400 >= Double(number) && driver.depart.seconds < midnight {
        active.insert(user.rawValue)
      }
      #expect(row.number("users_active") == Double(active.count))
    }
  }
}
