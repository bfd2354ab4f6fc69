import Carpool
import CarpoolScenario
import Foundation
import Metrics
import Models
import Scenario
import Simulation
import Statistics
import TestSupport
import Testing
import Travellers

/// Passengers who choose by a logit, against the closed form and against runs in which nobody chooses.
struct ChoiceTests {
  // MARK: - The closed form

  private static let times = [300.0, 900, 1_500, 2_100]
  private static let costs = [0.0, 8, 20]
  private static let perCell = 800

  /// Pairs of a driver and a passenger, one after the other: the car is there after 100 s, the ride takes 800 s and costs 10.
  private func pairs() throws -> CarpoolRun {
    try withScratchFolder { folder in
      var drivers = "driver_id,depart_s,origin_x,origin_y,destination_x,destination_y\n"
      var requests =
        "request_id,submit_s,origin_x,origin_y,destination_x,destination_y,alternative_s,alternative_cost\n"
      for pair in 0..<(Self.times.count * Self.costs.count * Self.perCell) {
        let start = pair * 1_200
        let (time, cost) = (Self.times[pair % 4], Self.costs[pair / 4 % 3])
        drivers += "\(pair),\(start),0,500,10000,500\n"
        requests += "\(pair),\(start),1000,500,9000,500,\(time),\(cost)\n"
      }
      try drivers.write(toFile: folder + "/drivers.csv", atomically: true, encoding: .utf8)
      try requests.write(toFile: folder + "/requests.csv", atomically: true, encoding: .utf8)
      let text = """
        {name: 'pairs', time: {duration_s: null}, space: {kind: 'plane', width_m: 10000, height_m: 1000, speed_kmh: 36},
         supply: {kind: 'recorded', file: 'drivers.csv'},
         demand: {
           kind: 'recorded', file: 'requests.csv',
           choice: {
             constant: 0.3, weights: {wait_s: -0.002, ride_s: -0.001, price: -0.05}, alternative: 'recorded',
           },
         },
         matching: {radius_m: 2000, spacing_m: 0, attempts: 1, relaunch: {probability: 0}},
         behaviour: {
           stop_duration_s: 0, answer_delay_s: 0, decline_probability: 0, driver_cancel_probability: 0,
         },
         money: {price: {kind: 'fixed', price: 10}, wallet_share: 0}}
        """
      return try CarpoolWorld(ServiceRun.scenario(text), folder: folder).run(RunObservation())
    }
  }

  @Test
  func `the shares are the logit's, and the surplus is the logsum`() throws {
    let run = try pairs()
    let attempts = try TextTable("attempts", of: run).rows
    let count = Self.times.count * Self.costs.count * Self.perCell
    #expect(attempts.count == count)
    var (accepted, surplus) = (0, 0.0)
    for (t, time) in Self.times.enumerated() {
      for (c, cost) in Self.costs.enumerated() {
        let ride = exp(0.3 - 0.002 * 100 - 0.001 * 800 - 0.05 * 10)
        let other = exp(-0.001 * time - 0.05 * cost)
        let share = ride / (ride + other)
        let rows = attempts.filter {
          let pair = Int($0["request_id"] ?? "") ?? -1
          return pair % 4 == t && pair / 4 % 3 == c
        }
        #expect(rows.count == Self.perCell)
        let taken = rows.count { $0["outcome"] == "accepted" }
        let error = (share * (1 - share) / Double(Self.perCell)).squareRoot()
        #expect(abs(Double(taken) / Double(Self.perCell) - share) < 3.5 * error, "\(time) s, \(cost)")
        for row in rows {
          #expect(row.number("offer_wait_s") == 100 && row.number("offer_ride_s") == 800)
          #expect(row.number("offer_walk_m") == 0 && row.number("offer_price") == 10)
          #expect(row.number("alternative_s") == time && row.number("alternative_cost") == cost)
          #expect(abs((row.number("choice_probability") ?? 2) - share) < 6e-7)
          let isAccepted = (row.number("choice_draw") ?? 2) < (row.number("choice_probability") ?? 0)
          #expect((row["outcome"] == "accepted") == isAccepted)
          #expect(isAccepted || row["outcome"] == "refused" && row["cause"] == "choice")
        }
        accepted += taken
        // The greatest utility expected with the ride, less that without: in units of money.
        surplus += Double(Self.perCell) * (log(ride + other) - log(other)) / 0.05
      }
    }
    let figures = Figures(of: run)
    #expect(figures[.choiceShare].map { abs($0 - Double(accepted) / Double(count)) < 1e-12 } == true)
    #expect(figures[.consumerSurplus, .mean].map { abs($0 - surplus / Double(count)) < 1e-9 } == true)
    #expect(figures[.consumerSurplus, .count] == Double(count))
    #expect(figures[.cause(.choice)] == Double(count - accepted))
    // Uniform draws: their mean and their second moment.
    let draws = attempts.compactMap { $0.number("choice_draw") }
    let mean = draws.reduce(0, +) / Double(count)
    #expect(abs(mean - 0.5) < 3.5 / (12 * Double(count)).squareRoot())
    let second = draws.reduce(0) { $0 + $1 * $1 } / Double(count)
    #expect(abs(second - 1.0 / 3) < 3.5 * (4.0 / 45 / Double(count)).squareRoot())
  }

  // MARK: - Nobody refuses

  private static let town = """
    {name: 'town', seed: 4, space: {kind: 'city', columns: 20, rows: 20}, time: {duration_s: 1800},
     supply: {kind: 'synthetic', count: 300}, demand: {kind: 'synthetic', count: 250, probe_share: 0.1},
     matching: {radius_m: 1500, limits: {max_detour_s: 900, max_detour_ratio: null}},
     behaviour: {decline_probability: 0.2}}
    """
  private static let announced = """
    {name: 'roles', time: {duration_s: 1800}, space: {kind: 'plane', width_m: 9000, height_m: 9000},
     supply: {kind: 'synthetic', count: 60, announce_before_s: 900, flexibility_s: 900},
     demand: {kind: 'synthetic', count: 120, lead_s: 900, flexibility_s: 900, car_share: 0.4},
     matching: {policy: 'batch', radius_m: 5000, limits: {max_wait_s: null}, batch: {window_s: 60, commit: 'latest'}}}
    """

  private static let settings: [(String, [String])] = [
    (town, []), (town, ["matching.policy=insertion"]), (town, ["matching.policy=random"]),
    (town, ["matching.policy=batch", "matching.batch={}"]),
    (town, ["matching.policy=stable", "matching.batch={window_s: 30}"]),
    (town, ["matching.walk_m=300"]), (town, ["matching.transfer={}"]),
    (town, ["demand.cancel_probability=0.3", "time.horizon_s=1500"]),
    (town, ["money={cap: {}, opening_balance: 5}", "channel={loss: 0.1}", "verification={}"]),
    (announced, []), (announced, ["matching={policy: 'insertion', attempts: 8, limits: {max_wait_s: null}}"]),
  ]

  private static let tables = [
    "requests", "attempts", "drivers", "stops", "timeseries", "windows", "walks", "transfers",
    "cancellations",
    "roles", "provisional", "payments", "events",
  ]
  private static let own = [
    "offer_wait_s", "offer_ride_s", "offer_walk_m", "offer_price", "alternative_s", "alternative_cost",
    "choice_probability", "choice_draw",
  ]

  @Test(arguments: settings)
  func `a large constant and weights of 0 change no row but for the new columns`(
    text: String, overrides: [String]
  )
    throws
  {
    let without = try ServiceRun.run(text, overrides: overrides)
    let with = try ServiceRun.run(text, overrides: overrides + ["demand.choice={constant: 1000}"])
    #expect(with.records.choices?.list.isEmpty == false)
    for name in Self.tables {
      guard let expected = try? TextTable(name, of: without) else { continue }
      var rows = try TextTable(name, of: with).rows
      if name == "attempts" {
        #expect(rows.contains { $0["choice_probability"] == "1.000000" })
        for place in rows.indices { for column in Self.own { rows[place][column] = nil } }
      }
      #expect(rows == expected.rows, "\(name)")
    }
    let (before, after) = (Figures(of: without), Figures(of: with))
    #expect(before[.choiceShare] == nil && after[.choiceShare] == 1 && after[.consumerSurplus, .count] == nil)
    #expect(before[.matchRate] == after[.matchRate])
  }

  @Test(arguments: settings)
  func `who refuses everything is never matched, and no driver hears of it`(text: String, overrides: [String])
    throws
  {
    let run = try ServiceRun.run(text, overrides: overrides + ["demand.choice={constant: -1000}"])
    let attempts = try TextTable("attempts", of: run).rows
    let offered = attempts.filter { $0["driver_id"] != "" && $0["outcome"]?.hasPrefix("probe") == false }
    #expect(!offered.isEmpty && offered.allSatisfy { $0["outcome"] == "refused" && $0["cause"] == "choice" })
    #expect(Figures(of: run)[.matches] == 0 && Figures(of: run)[.choiceShare] == 0)
    #expect(
      try TextTable("drivers", of: run).rows.allSatisfy { $0["offers"] == "0" && $0["declines"] == "0" })
  }

  // MARK: - Draws

  @Test
  func `an attempt keeps its draw whatever is offered in it`() throws {
    var draws: [[String: String]] = []
    for overrides in [
      [], ["matching.radius_m=1500"], ["demand.choice.constant=1", "matching.policy=insertion"],
    ] {
      let choice = "demand.choice={constant: -0.5, weights: {wait_s: -0.001}}"
      let run = try ServiceRun.run(Self.town, overrides: [choice] + overrides)
      let rows = try TextTable("attempts", of: run).rows.filter { $0["choice_draw"] != "" }
      #expect(rows.count > 30)
      draws.append(
        Dictionary(
          uniqueKeysWithValues: rows.map {
            ("\($0["request_id"] ?? "")/\($0["cycle"] ?? "")/\($0["attempt"] ?? "")", $0["choice_draw"] ?? "")
          }))
    }
    var common = 0
    for (key, draw) in draws[0] {
      for others in draws.dropFirst() {
        guard let other = others[key] else { continue }
        #expect(other == draw, "\(key)")
        common += 1
      }
    }
    #expect(common > 25)
  }

  @Test
  func `drawn alternatives are those of the law, one for each request`() throws {
    let choice =
      "demand.choice={weights: {ride_s: -0.001, price: -0.1}, alternative: {kind: 'law', time_s: {law: 'uniform', from_s: 600, to_s: 1800},"
      + " cost: {law: 'uniform', from: 2, to: 6}}}"
    let run = try ServiceRun.run(Self.town, overrides: [choice, "money={wallet_share: 0}"])
    let rows = try TextTable("attempts", of: run).rows.filter { $0["choice_draw"] != "" }
    var of: [String: Set<String>] = [:]
    for row in rows {
      of[row["request_id"] ?? "", default: []].insert(
        "\(row["alternative_s"] ?? "") \(row["alternative_cost"] ?? "")")
    }
    #expect(of.count > 30 && of.values.allSatisfy { $0.count == 1 } && Set(of.values).count == of.count)
    let times = rows.compactMap { $0.number("alternative_s") }
    let costs = rows.compactMap { $0.number("alternative_cost") }
    #expect(times.count == rows.count && times.allSatisfy { (600...1_800).contains($0) })
    #expect(costs.count == rows.count && costs.allSatisfy { (2...6).contains($0) })
    let mean = times.reduce(0, +) / Double(times.count)
    #expect(abs(mean - 1_200) < 5 * 1_200 / 12.0.squareRoot() / Double(of.count).squareRoot())
  }
}
