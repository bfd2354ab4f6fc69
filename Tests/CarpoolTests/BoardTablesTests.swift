import Board
import Lifecycle
import Metrics
import Quantities
import Simulation
import TestSupport
import Testing
import Travellers

@testable import Carpool

/// The tables of a board, each against the records by a count of its own.
struct BoardTablesTests {
  @Test
  func `bookings have a row per search, with the answer that attempts has`() throws {
    let run = try ServiceRun.corridor.get()
    let bookings = try TextTable("bookings", of: run).rows
    #expect(bookings.count == run.records.attempts.count { $0.isPlanned })
    #expect(bookings.count > 50)
    let attempts = try TextTable("attempts", of: run).rows
    func key(_ row: [String: String]) -> [String?] { [row["request_id"], row["cycle"], row["attempt"]] }
    let attempt = Dictionary(uniqueKeysWithValues: attempts.map { (key($0), $0) })
    for row in bookings {
      let same = try #require(attempt[key(row)])
      for column in ["time_s", "outcome", "cause", "answered_s"] { #expect(row[column] == same[column]) }
      #expect(row["offer_id"] == same["driver_id"])
    }
    let order = bookings.map { row in ["request_id", "cycle", "attempt"].map { row.number($0) ?? -1 } }
    #expect(zip(order, order.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
  }

  @Test
  func
    `each stage of the board leaves at most what the one before left, and none is counted for one who may not look`()
    throws
  {
    let rows = try TextTable("bookings", of: ServiceRun.corridor.get()).rows
    let columns = BoardStage.allCases.map(\.column)
    for row in rows {
      let counts = columns.compactMap { row.number($0) }
      #expect(counts.count == (row["cause"] == "not_verified" ? 0 : columns.count))
      #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 >= $1 })
      let stage = row["cause"].flatMap(Cause.init).flatMap(BoardStage.init(failingWith:))
      if let stage, row["outcome"] == "no_candidate" { #expect(row.number(stage.column) == 0) }
    }
    #expect(rows.contains { $0["cause"] == "not_verified" })
    #expect(rows.contains { $0["cause"] == "too_far" })
  }

  @Test
  func `a seat costs, leaves and arrives as the trip's stops say`() throws {
    let run = try ServiceRun.corridor.get()
    for row in try TextTable("bookings", of: run).rows where !row.isEmpty("offer_id") {
      let driver = try #require(run.drivers.firstIndex { "\($0.id)" == row["offer_id"] })
      let trip = try #require(run.trips[driver])
      let from = Int(try #require(row.number("from_stop")))
      let to = Int(try #require(row.number("to_stop")))
      #expect(from < to && trip.stops.indices.contains(to))
      #expect(row.number("departs_s") == trip.stops[from].time.seconds)
      #expect(row.number("arrives_s") == trip.stops[to].time.seconds)
      #expect(row.number("price") == Double(trip.price(from: from, to: to)) / 100)
      #expect((row.number("walk_to_stop_m") ?? .infinity) <= 2500)
      #expect((row.number("walk_from_stop_m") ?? .infinity) <= 2500)
      let earliest = row.number("earliest_s").map { Milliseconds(seconds: $0) } ?? .never
      #expect(row.number("shift_s") == (trip.stops[from].time - earliest).seconds)
      #expect((row.number("lead_s") ?? -1) >= 0)
    }
  }

  /// Told from the stops that cars made and the attempts before, not from what the board remembers.
  @Test
  func `offers say who booked and who got on`() throws {
    let run = try ServiceRun.corridor.get()
    let offers = try TextTable("offers", of: run).rows
    #expect(offers.count == run.trips.count { $0 != nil })
    var confirmed: [String: Double] = [:]
    var isPlanned = [Bool](repeating: false, count: run.requests.count)
    for attempt in run.records.attempts where attempt.outcome == .accepted {
      isPlanned[Int(attempt.request)] = attempt.isPlanned
      if attempt.isPlanned { confirmed["\(run.drivers[Int(attempt.driver)].id)", default: 0] += 1 }
    }
    var riders: [String: Double] = [:]
    for stop in run.records.stops where stop.kind == .pickup && isPlanned[Int(stop.request)] {
      riders["\(run.drivers[Int(stop.driver)].id)", default: 0] += Double(stop.partySize)
    }
    for row in offers {
      let id = try #require(row["offer_id"])
      #expect(row.number("bookings") == confirmed[id] ?? 0)
      #expect(row.number("riders") == riders[id] ?? 0)
      #expect((row["outcome"] == "called_off") == !row.isEmpty("called_off_s"))
      #expect((row["outcome"] == "never_shown") == row.isEmpty("published_s"))
    }
    #expect(riders.values.reduce(0, +) > 3)
    for outcome in ["departed", "called_off", "never_shown"] {
      #expect(offers.contains { $0["outcome"] == outcome }, "\(outcome)")
    }
  }

  @Test
  func `legs are sold to those who ride on them, and never more seats than there are`() throws {
    let run = try ServiceRun.corridor.get()
    let legs = try TextTable("offer_legs", of: run).rows
    #expect(legs.count == run.trips.reduce(0) { $0 + (($1?.stops.count ?? 1) - 1) })
    var sold: [[String]: Double] = [:]
    for row in try TextTable("bookings", of: run).rows where row["fate"] == "ridden" {
      let persons = run.requests.first { "\($0.id)" == row["request_id"] }?.partySize ?? 0
      for leg in Int(row.number("from_stop") ?? 0)..<Int(row.number("to_stop") ?? 0) {
        sold[[row["offer_id"] ?? "", "\(leg)"], default: 0] += Double(persons)
      }
    }
    for row in legs {
      let seats = try #require(row.number("seats_sold"))
      #expect(seats == sold[[row["offer_id"] ?? "", row["leg"] ?? ""]] ?? 0)
      #expect(seats <= row.number("seats") ?? 0)
      let (x, y) = (
        (row.number("to_x") ?? 0) - (row.number("from_x") ?? 0),
        (row.number("to_y") ?? 0) - (row.number("from_y") ?? 0)
      )
      // Coordinates are written to the decimetre.
      #expect(abs((row.number("way_m") ?? 0) - (x * x + y * y).squareRoot()) < 0.3)
      #expect((row.number("from_s") ?? 0) <= row.number("to_s") ?? -1)
    }
    #expect(!sold.isEmpty)
  }

  @Test
  func `the legs of an offer lead from its departure to its arrival`() throws {
    let run = try ServiceRun.corridor.get()
    let legs = Dictionary(grouping: try TextTable("offer_legs", of: run).rows) { $0["offer_id"] }
    for offer in try TextTable("offers", of: run).rows {
      let own = try #require(legs[offer["offer_id"]])
      #expect(own.map { $0.number("leg") } == own.indices.map { Double($0) })
      #expect(own.first?["from_s"] == offer["depart_s"] && own.last?["to_s"] == offer["arrive_s"])
      #expect(
        zip(own, own.dropFirst()).allSatisfy { $0["to_x"] == $1["from_x"] && $0["to_s"] == $1["from_s"] })
    }
  }
}
