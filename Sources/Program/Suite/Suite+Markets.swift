import Board
import EventKernel
import Ground
import Lifecycle
import Markets
import Orders
import Quantities
import Scenario
import Services
import Shifts
import Travellers

extension Suite {
  /// The search through all stages, with the index.
  static let boardSearch = Benchmark(
    "board/search", .micro, "find the best seat on published trips of a week, between towns of a country",
    unit: "trips", sizes: [1_000, 3_000, 10_000, 30_000, 100_000], small: 10_000
  ) { count, _ in
    let country = Country(trips: count, searches: searches)
    return Work.arranged(searches, "search") {
      var board = country.board()
      if let query = country.queries.first { _ = board.search(query, top: 1) { _ in 1 } }
      return {
        var checksum = Checksum()
        var counts = BoardFunnel()
        for query in country.queries {
          let finding = board.search(query, top: 1) { _ in 1 }
          for stage in BoardStage.allCases { counts[stage] &+= finding.counts[stage] }
          checksum.add(finding.candidates.first)
        }
        return Outcome(checksum.text, BoardStage.allCases.map { Count($0.column, Int(counts[$0])) })
      }
    }
  }

  /// The reference: the same searches with the same winners.
  static let boardScan = Benchmark(
    "board/scan", .micro, "find the same seats by checking every trip",
    unit: "trips", sizes: [1_000, 10_000, 100_000]
  ) { count, _ in
    let country = Country(trips: count, searches: 100)
    let queries = country.queries
    let scan = CountryScan(country)
    return Work(queries.count, "search") {
      var checksum = Checksum()
      var found = 0
      for query in queries {
        let winner = scan.winner(query)
        checksum.add(winner)
        if winner != nil { found += 1 }
      }
      return Outcome(checksum, ["found": found])
    }
  }

  private static let searches = 1_000
}

extension Checksum {
  /// Adds the trip and its stops.
  fileprivate mutating func add(_ candidate: BoardCandidate?) {
    add(candidate?.driver.rawValue ?? -1)
    add(candidate?.from ?? -1)
    add(candidate?.to ?? -1)
  }
}

extension Suite {
  static let services = shipped("services", small: true)

  /// A week of jobs in twenty categories, on a plane that grows with their number, so that searches find the same
  /// number of providers at any size; measured from the world in memory to the last event.
  static let servicesWeek = Benchmark(
    "services/week", .macro, "a week of jobs for a tenth as many providers, at a constant density",
    unit: "jobs",
    sizes: [1_000, 10_000, 100_000], small: 10_000
  ) { jobs, _ in
    let side = 40_000 * (Double(jobs) / 100_000).squareRoot()
    let categories = (0..<20).map { "{ name: \"\($0)\" }" }.joined(separator: ", ")
    let text = """
      {
        market: "services", name: "week", time: { duration_s: 604800 },
        space: { kind: "plane", width_m: \(side), height_m: \(side), speed_kmh: 29, circuity: 1.3 },
        categories: [\(categories)],
        supply: { kind: "synthetic", count: \(jobs / 10), area: { kind: "radius", min_m: 3000, max_m: 8000 },
                  hours: [{ hours: "daily 08:00-17:00" }, { hours: "daily 12:00-21:00" }] },
        demand: { kind: "synthetic", count: \(jobs), budget: {}, rating_share: 0.5 },
      }
      """
    let scenario = try Scenario.load(text: text, file: "week", markets: Markets.scenarios)
    let world = try ServicesWorld(scenario, folder: "")
    let rules = Rules(services: scenario)
    return Work(jobs, "job") {
      var lifecycle = Lifecycle(ServicesMarket(world.setup, spaces: world.spaces), rules: rules)
      try lifecycle.run()
      let records = lifecycle.desk.records
      var checksum = Checksum()
      for appointment in lifecycle.market.appointments {
        checksum.add((appointment.finished ?? .zero).rawValue)
      }
      return Outcome(
        checksum,
        [
          "events": records.eventCounts.executed, "attempts": records.attempts.count,
          "appointments": lifecycle.market.appointments.count,
        ])
    }
  }
}

extension Suite {
  /// The decision at the deadline of a large festival, including the pass that makes the optimum unique.
  static let shiftsOptimal = Benchmark(
    "shifts/optimal", .micro,
    "the best assignment of volunteers to 500 posts of a slot, with nine places per ten volunteers",
    unit: "volunteers", sizes: [1_000, 3_000, 10_000], small: 3_000
  ) { volunteers, _ in
    let problem = assignment(of: volunteers)
    return Work(volunteers, "volunteer") {
      let solution = problem.optimalSolution()
      let score = problem.score(solution)
      var checksum = Checksum()
      checksum.add(solution.lazy.map(\.rawValue))
      return Outcome(checksum, ["filled": score.filled, "sum_of_ranks": score.ranks])
    }
  }

  /// Returns volunteers with three preferred posts each; the first posts are the most popular.
  private static func assignment(of volunteers: Int) -> AssignmentProblem {
    let posts = 500
    let places = volunteers * 9 / 10
    let programme = Programme(
      slots: [Slot("slot", begin: .zero, end: Milliseconds(1))],
      posts: (0..<posts).map { post in
        Post("post \(post)", slots: [0], capacity: Int32((post + 1) * places / posts - post * places / posts))
      })
    var problem = AssignmentProblem(programme)
    var state: UInt64 = 1
    func draw() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % posts
    }
    for _ in 0..<volunteers {
      _ = problem.appendPerson()
      var wishes: [Wish] = []
      while wishes.count < 3 {
        let wish = Wish(ShiftIndex(min(draw(), draw())))
        if !wishes.contains(wish) { wishes.append(wish) }
      }
      problem.appendClaim(slot: 0, wishes: wishes)
    }
    return problem
  }
}

extension Suite {
  static let orders = shipped("orders", small: true)

  /// The month of the shipped scenario with varying numbers of orders, and accounts and servers in proportion: payments
  /// and stations with all records, measured from the world in memory to the last event.
  static let ordersLine = Benchmark(
    "orders/line", .macro, "payments and stations of a month of orders, with all records", unit: "orders",
    sizes: [10_000, 100_000, 1_000_000], small: 10_000
  ) { count, surroundings in
    let servers = [3, 4, 1].enumerated().map { place, shipped in
      "stations[\(place)].servers=\(max(1, shipped * count / 20_000))"
    }
    let scenario = try Scenario.load(
      contentsOf: "\(surroundings.scenarios)/orders.json5",
      overrides: ["demand.count=\(count)", "accounts.count=\(count * 3 / 10)"] + servers,
      markets: Markets.scenarios)
    let input = try OrdersInput(scenario, folder: surroundings.scenarios)
    let rules = Rules(ofOrders: scenario)
    return Work(count, "order") {
      let records = try input.setup.records(rules)
      var checksum = Checksum()
      checksum.add(records.orders.lazy.map(\.finished.rawValue))
      return Outcome(
        checksum,
        [
          "events": records.eventCounts.executed, "attempts": records.attempts.count,
          "entries": records.ledger.entries.count,
        ])
    }
  }
}
