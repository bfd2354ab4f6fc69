import Assignment
import Carpool
import Hindsight
import Matching
import Quantities
import Scenario
import Simulation
import Spaces
import Statistics
import Synthesis
import Travellers

extension Suite {
  /// A window of requests decided together, including the search for their candidates.
  static let window = Benchmark(
    "run/window", .macro,
    "2,000 requests of one window on the streets of Chengdu: candidates by both circles, then maximum matches",
    unit: "drivers", sizes: [1_000, 10_000, 50_000], data: ["chengdu"]
  ) { drivers, surroundings in try window(drivers, surroundings, Batch()) }

  static let stableWindow = Benchmark(
    "run/window-stable", .macro, "the same window, decided by a stable matching", unit: "drivers",
    sizes: [1_000, 10_000, 50_000], data: ["chengdu"]
  ) { drivers, surroundings in try window(drivers, surroundings, Stable()) }

  /// The reference: the same requests separately, without shared work.
  static let windowSearch = Benchmark(
    "run/window-search", .macro, "the candidates of the same requests alone, each with its cheapest",
    unit: "drivers", sizes: [1_000, 10_000, 50_000], data: ["chengdu"]
  ) { drivers, surroundings in
    let carpool = try chengdu(drivers, surroundings)
    return Work.arranged(carpool.requests.count, "request") {
      let attempts = carpool.window()
      return {
        var checksum = Checksum()
        var pairs = 0
        for var attempt in attempts {
          let candidates = attempt.candidates()
          pairs += candidates.count
          checksum.add(candidates.map(\.cost).min() ?? -1)
        }
        return Outcome(checksum, ["pairs": pairs])
      }
    }
  }

  /// A window with equal numbers of waiting riders and drivers with slack, without results cached from earlier windows:
  /// candidate search and maximum matching.
  static let announced = announced(
    "run/window-announced",
    "candidates and maximum matches among riders and drivers of Chengdu with slack, all of them new"
  ) { announced in
    var attempts = announced.attempts(ofWindow: 0)
    return { announced.outcome(of: &attempts) }
  }

  /// The next window, a minute later.
  static let announcedNext = announced(
    "run/window-announced-next", "the same a minute later, a fortieth of both sides new"
  ) { announced in
    var attempts = announced.attempts(ofWindow: 0)
    _ = attempts.candidates()
    announced.passOn()
    attempts = announced.attempts(ofWindow: 1)
    return { announced.outcome(of: &attempts) }
  }

  /// The assignment alone, in the first of these windows.
  static let announcedAssignment = announced(
    "run/window-announced-assignment",
    "maximum matches in the first of these windows, with its candidates known"
  ) { announced in
    let graph = announced.firstPairs()
    return {
      let assignment = graph.leastCostAssignment()
      var checksum = Checksum()
      checksum.add(assignment.columns)
      return Outcome(checksum, ["pairs": graph.pairs.count, "found": assignment.count])
    }
  }

  private static func announced(
    _ name: String, _ summary: String, _ arrange: @escaping @Sendable (Announced) -> () throws -> Outcome
  ) -> Benchmark {
    Benchmark(name, .macro, summary, unit: "riders", sizes: [1_000, 10_000], data: ["chengdu"]) {
      riders, surroundings in
      let carpool = try chengdu(riders * 41 / 20, surroundings)
      return Work.arranged(riders, "rider") { arrange(Announced(carpool, count: riders)) }
    }
  }

  private static func window(
    _ drivers: Int, _ surroundings: Surroundings, _ policy: some GatheringPolicy
  ) throws -> Work {
    let carpool = try chengdu(drivers, surroundings)
    return Work.arranged(carpool.requests.count, "request") {
      var attempts = carpool.window()
      return {
        Outcome(try policy.choose(together: &attempts))
      }
    }
  }

  /// The hindsight optimum of a day.
  static let rabatHindsight = hindsight("rabat-morning") { surroundings in
    try CarpoolInput(contentsOf: surroundings.scenarios + "/rabat-morning.json5")
  }

  static let sanFranciscoHindsight = hindsight("san-francisco", data: ["san-francisco"]) { surroundings in
    let folder = surroundings.data + "/san-francisco"
    return try CarpoolInput(
      contentsOf: surroundings.scenarios + "/san-francisco.json5",
      overrides: ["space.file=\"\(folder)\"", "trips.file=\"\(folder)/trips-2008-05-22.csv.gz\""])
  }

  private static func hindsight(
    _ name: String, data: [String] = [], _ world: @escaping @Sendable (Surroundings) throws -> CarpoolInput
  ) -> Benchmark {
    Benchmark(
      "run/hindsight-\(name)", .macro,
      "the maximum number of requests of \(name) that could have been served",
      unit: "days",
      sizes: [1], data: data
    ) { _, surroundings in
      let world = try world(surroundings)
      return Work(world.population.requests.count, "request") {
        let best = Hindsight(
          drivers: world.population.drivers, requests: world.population.requests, counting: { _ in true },
          spaces: world.spaces, terms: Terms(world.scenario))
        var checksum = Checksum()
        checksum.add([best.pairs, best.oneEach, best.several])
        return Outcome(checksum, ["pairs": best.pairs, "one_each": best.oneEach, "several": best.several])
      }
    }
  }
}

extension Announced {
  /// Decides `attempts`, and counts the drivers considered on the requests' routes, and those of them whose results
  /// were cached.
  fileprivate func outcome(of attempts: inout [Attempt]) -> Outcome {
    let before = fleet.windowLooks
    var outcome = Outcome(Batch().choose(together: &attempts))
    outcome.counts += [
      Count("on_route", fleet.windowLooks.all - before.all),
      Count("known", fleet.windowLooks.known - before.known),
    ]
    return outcome
  }
}

extension Outcome {
  /// The outcome of a window.
  fileprivate init(_ decision: GatheredChoice) {
    var checksum = Checksum()
    checksum.add(decision.choices.lazy.map { $0?.driver.rawValue ?? -1 })
    self.init(
      checksum,
      [
        "pairs": decision.pairs, "found": decision.choices.count { $0 != nil },
        "blocking_pairs": decision.blockingPairs,
      ])
  }
}

extension Carpool {
  /// Returns all requests as the attempts of one window, with both circles, five minutes after the drivers'
  /// departure.
  func window() -> [Attempt] {
    let time = Milliseconds(300_000)
    var terms = Terms()
    terms.maxWait = Milliseconds(900_000)
    terms.maxDelay = .never
    let fleet = Fleet(drivers: drivers, terms: terms, spaces: spaces, vantage: .reported)
    for driver in drivers.places { fleet.announce(driver, at: .zero) }
    let random = RandomSource(seed: 1, replication: 0)
    return requests.enumerated().map { number, request in
      var request = request
      request.submit = time
      return Attempt(
        request: request, index: RequestIndex(number), cycle: 1, attempt: 1, time: time,
        promise: terms.promise(for: request), excluded: [], fleet: fleet, random: random)
    }
  }
}
