import Carpool
import CarpoolScenario
import Foundation
import Metrics
import Models
import Scenario
import TestSupport
import Testing

/// Rides that cost at most their share of the trip's cost (`money.cap`), against days computed by hand and against the tables.
struct PriceCapTests {
  /// Three cars on parallel roads of a plane: 10 km with two seats and two passengers all the way, 9 km with one seat and a
  /// passenger for 5 km, 8 km with four seats and a party of two for 8 km.
  private static let drivers = """
    driver_id,depart_s,origin_x,origin_y,destination_x,destination_y,seats
    1,60,0,0,10000,0,2
    2,60,0,5000,9000,5000,1
    3,60,0,10000,8000,10000,4

    """
  private static let requests = """
    request_id,submit_s,origin_x,origin_y,destination_x,destination_y,party_size
    1,0,0,0,10000,0,1
    2,0,0,0,10000,0,1
    3,0,2000,5000,7000,5000,1
    4,0,0,10000,8000,10000,2

    """

  private func day(_ money: String) throws -> CarpoolRun {
    try withScratchFolder { folder in
      try Self.drivers.write(toFile: folder + "/drivers.csv", atomically: true, encoding: .utf8)
      try Self.requests.write(toFile: folder + "/requests.csv", atomically: true, encoding: .utf8)
      let text = """
        {name: 'day', space: {kind: 'plane', width_m: 20000, height_m: 20000},
         supply: {kind: 'recorded', file: 'drivers.csv', announce_before_s: 60},
         demand: {kind: 'recorded', file: 'requests.csv'},
         matching: {radius_m: 3000, spacing_m: 500},
         behaviour: {
           stop_duration_s: 0, answer_delay_s: 0, decline_probability: 0, driver_cancel_probability: 0,
         },
         money: \(money)}
        """
      return try CarpoolWorld(ServiceRun.scenario(text), folder: folder).run(RunObservation())
    }
  }

  private func paid(_ run: CarpoolRun) throws -> [String: Double] {
    let rows = try TextTable("payments", of: run).rows.filter { $0["kind"] == "fare" && $0["side"] == "to" }
    return Dictionary(
      uniqueKeysWithValues: rows.compactMap { row in
        row.number("amount").map { (row["request_id"] ?? "", $0) }
      })
  }

  @Test
  func `a seat costs its share of the kilometres, and no full car earns more than it costs`() throws {
    let money =
      "{price: {kind: 'per_km', per_km: 5, step: 0.01}, wallet_share: 1, opening_balance: 1000, cap: {"
    // 5 dirhams a kilometre, whatever the trip costs.
    let dear = try day(money + "may_profit: true}}")
    #expect(try paid(dear) == ["1": 50, "2": 50, "3": 25, "4": 80])
    #expect(Figures(of: dear)[.aboveCostShare] == 1)
    // 1.5 dirhams: 10 km for two seats, 5 km for one, 8 km for four, of which the party takes two.
    let fair = try day(money + "}}")
    #expect(try paid(fair) == ["1": 7.5, "2": 7.5, "3": 7.5, "4": 6])
    #expect(Figures(of: fair)[.aboveCostShare] == 0)
    // A kilometre that costs 16 is more than the first and the third driver earn, and less than the second does.
    let mixed = try day(money + "cost_per_km: 2.7, may_profit: true}}")
    #expect(try paid(mixed) == ["1": 50, "2": 50, "3": 25, "4": 80])
    let (first, second, third) = (100.0 > 27, 25.0 > 24.3, 80.0 > 21.6)
    let above = [first, second, third].count { $0 }
    #expect(Figures(of: mixed)[.aboveCostShare] == Double(above) / 3)
    let half = try day(money + "cost_per_km: 2.8, may_profit: true}}")
    #expect(Figures(of: half)[.aboveCostShare].map { abs($0 - 2.0 / 3) < 1e-9 } == true)
  }

  @Test
  func `a price below the share stays, and a share is rounded down`() throws {
    let low = try day(
      "{price: {kind: 'per_km', per_km: 0.5, step: 1}, wallet_share: 1, opening_balance: 1000, cap: {}}")
    // 5, 5, 2.5 rounded to 3, twice 4; the shares are 7.50, 7.50, 7.50, and 3 for a seat of the third car.
    #expect(try paid(low) == ["1": 5, "2": 5, "3": 3, "4": 6])
    let odd = try day(
      "{price: {kind: 'fixed', price: 9}, wallet_share: 1, opening_balance: 1000, cap: {cost_per_km: 0.1234}}"
    )
    // 61.7 and 61.7 and 61.7 centimes, and 24.68 a seat.
    #expect(try paid(odd) == ["1": 0.61, "2": 0.61, "3": 0.61, "4": 0.48])
  }

  @Test(arguments: ["", ", walk_m: 600, walk_grid_m: 300"])
  func `nobody is above the cost with the cap, and the ledger balances`(walking: String) throws {
    let money =
      "{price: {kind: 'per_km', per_km: 5, step: 0.5}, wallet_share: 0.6, opening_balance: 60, commission_share: 0.1"
    var text = """
      {name: 'crowd', seed: 3, space: {kind: 'city', columns: 12, rows: 12, perturbation: 0.3}, time: {duration_s: 3600},
       supply: {kind: 'synthetic', count: 400}, demand: {kind: 'synthetic', count: 900},
       matching: {radius_m: 800, policy: 'insertion', limits: {max_detour_s: 900}\(walking)}, money: MONEY}
      """
    if !walking.isEmpty { text = text.replacing("policy: 'insertion', ", with: "") }
    let free = try ServiceRun.run(text.replacing("MONEY", with: money + ", cap: {may_profit: true}}"))
    let capped = try ServiceRun.run(text.replacing("MONEY", with: money + ", cap: {}}"))
    for (run, isCapped) in [(free, false), (capped, true)] {
      let requests = try TextTable("requests", of: run).rows
      let drivers = try TextTable("drivers", of: run).rows
      let driverOf = Dictionary(
        uniqueKeysWithValues: requests.map { ($0["request_id"] ?? "", $0["driver_id"] ?? "") })
      let payments = try TextTable("payments", of: run).rows
      #expect(abs(payments.reduce(0) { $0 + ($1.number("amount") ?? 0) }) < 1e-6)
      var income: [String: Double] = [:]
      for row in payments where row["side"] == "to" && ["fare", "cash_fare"].contains(row["kind"]) {
        income[driverOf[row["request_id"] ?? ""] ?? "", default: 0] += row.number("amount") ?? 0
      }
      let shared = drivers.filter { $0["outcome"] == "arrived" && ($0.number("passengers_served") ?? 0) > 0 }
      #expect(shared.count > 25)
      // Lengths are written in tenths of a metre: a driver may be a hundredth of a centime off.
      let above = shared.count {
        (income[$0["driver_id"] ?? ""] ?? 0) > 1.5 * (($0.number("driven_m") ?? 0) + 0.05) / 1000 + 1e-9
      }
      #expect(Figures(of: run)[.aboveCostShare] == Double(above) / Double(shared.count))
      #expect(isCapped ? above == 0 : above * 2 > shared.count)
    }
    let fares = try TextTable("payments", of: capped).rows.filter {
      $0["kind"] == "fare" && $0["side"] == "to"
    }
    #expect(fares.count > 15)
    let seats = Dictionary(
      uniqueKeysWithValues: try TextTable("drivers", of: capped).rows.map {
        ($0["driver_id"], $0.number("seats"))
      })
    let rows = Dictionary(
      uniqueKeysWithValues: try TextTable("requests", of: capped).rows.map { ($0["request_id"], $0) })
    for fare in fares {
      let request = try #require(rows[fare["request_id"]])
      let seats = try #require(seats[request["driver_id"]] ?? nil)
      let metres = min(request.number("ride_m") ?? 0, request.number("direct_m") ?? 0)
      let party = request.number("party_size") ?? 1
      let most = party * (1.5 * (metres + 0.06) / 1000 / seats)
      #expect((fare.number("amount") ?? 0) <= most + 1e-9)
    }
  }

  @Test
  func `validate says that one passenger pays more than the trip costs`() throws {
    func notices(_ money: String) throws -> String {
      let text = """
        {space: {kind: 'plane'}, supply: {kind: 'synthetic', count: 5}, demand: {kind: 'synthetic', count: 5},
         money: \(money)}
        """
      return try CarpoolWorld(ServiceRun.scenario(text), folder: "").notices.joined(separator: "\n")
    }
    let notice = try notices("{price: {kind: 'per_km', per_km: 5}}")
    #expect(
      notice.contains("money.price.per_km: a seat costs 5.00 MAD per kilometre")
        && notice.contains("1.50 MAD"))
    #expect(try notices("{price: {kind: 'per_km', per_km: 1.5}}").isEmpty)
    #expect(try notices("{price: {kind: 'per_km', per_km: 5}, cap: {}}").isEmpty)
    let own = "{price: {kind: 'per_km', per_km: 5}, cap: {cost_per_km: 4, may_profit: true}}"
    #expect(try notices(own).contains("4.00 MAD"))
    // What a kilometre costs in another currency is not known.
    #expect(try notices("{currency: {code: 'EUR'}, price: {kind: 'per_km', per_km: 5}}").isEmpty)
  }

  @Test
  func `without a cap there is no such figure`() throws {
    let run = try day("{}")
    #expect(Figures(of: run)[.aboveCostShare] == nil)
  }
}
