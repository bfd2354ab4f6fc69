import EventKernel
import Foundation
import Market
import Matching
import Metrics
import Quantities
import Scenario
import Simulation
import Spaces
import Statistics
import Synthesis

extension Suite {
  /// The whole loop, at a constant density of drivers.
  static let market = Benchmark(
    "run/market", .macro, "two hours on a plane at a constant density, a request for two drivers",
    unit: "drivers", sizes: [500, 1_000, 2_000, 4_000, 8_000], small: 1_000, growth: true
  ) { drivers, surroundings in
    let side = 30_000 * (Double(drivers) / 4_000).squareRoot()
    let text = """
      {
        name: "market", time: { duration_s: 7200 },
        space: { kind: "plane", width_m: \(side), height_m: \(side) },
        supply: { kind: "synthetic", count: \(drivers), od: { kind: "uniform", min_m: 500 } },
        demand: { kind: "synthetic", count: \(drivers / 2), od: { kind: "uniform", min_m: 500 } },
      }
      """
    return run(try Scenario.load(text: text, file: "market"), folder: surroundings.scenarios)
  }

  static let quickstart = shipped("quickstart", small: true)
  static let city = shipped("city")
  static let cityInsertion = shipped("city-insertion", small: true)
  static let rabat = shipped("rabat-morning")
  static let geographic = shipped("geographic")
  static let plane = shipped("plane")
  static let torus = shipped("torus")
  static let network = shipped("network", small: true)

  static let sanFrancisco = Benchmark(
    "run/san-francisco", .macro, "a day of taxi trips on the streets of San Francisco", unit: "days",
    sizes: [1], data: ["san-francisco"]
  ) { _, surroundings in
    run(
      try load(
        "san-francisco", surroundings,
        [
          "space.file=\"\(surroundings.data)/san-francisco\"",
          "trips.file=\"\(surroundings.data)/san-francisco/trips-2008-05-22.csv.gz\"",
        ]), folder: "")
  }

  /// Two thousand requests over all drivers, matched and planned by the exact matcher.
  static let carpool = Benchmark(
    "run/chengdu-carpool", .macro,
    "2,000 requests on the streets of Chengdu, exact matcher, match and commit",
    unit: "drivers", sizes: [1_000, 10_000, 50_000, 1_000_000], slow: 1_000_000, data: ["chengdu"]
  ) { drivers, surroundings in
    let carpool = try Carpool(folder: surroundings.data + "/chengdu", drivers: drivers)
    return Work(
      carpool.requests.count, "request",
      arranged: {
        let day = carpool.day()
        return { day.outcome() }
      })
  }

  /// The shipped scenario `name`, at the size at which it is shipped.
  private static func shipped(_ name: String, small: Bool = false) -> Benchmark {
    Benchmark(
      "run/\(name)", .macro, "the shipped scenario \(name)", unit: "runs", sizes: [1], small: small ? 1 : nil
    ) { _, surroundings in
      run(try load(name, surroundings), folder: surroundings.scenarios)
    }
  }

  private static func load(
    _ name: String, _ surroundings: Surroundings, _ overrides: [String] = []
  ) throws -> Scenario {
    try Scenario.load(contentsOf: "\(surroundings.scenarios)/\(name).json5", overrides: overrides)
  }

  /// The run of `scenario`, its figures and the digest of its tables; reading and drawing are not measured.
  private static func run(_ scenario: Scenario, folder: String) -> Work {
    func carryOut(_ world: World, _ setup: SimulationSetup) throws -> Outcome {
      var simulator = Simulator(setup)
      try simulator.run()
      let run = try world.finished(simulator.takeRecords())
      let figures = Figures(of: run)
      var tables = ResultTables(folder: nil, runID: run.identity.runID)
      try tables.write(run, figures: figures, course: TimeSeries(of: run))
      return Outcome(tables.fingerprint.text, counts(run.records))
    }
    var work = Work(
      1, "run",
      arranged: {
        let world = try World(scenario, folder: folder)
        return { try carryOut(world, world.setup) }
      })
    work.census = {
      let world = try World(scenario, folder: folder)
      var setup = world.setup
      // Days of several slices make their own spaces.
      guard world.spaces.isSameAllDay else { return [] }
      let space = CountingSpace(world.spaces.base)
      setup.spaces = DailySpaces(space)
      _ = try carryOut(world, setup)
      return space.counts
    }
    return work
  }

  private static func counts(_ records: RunRecords) -> [Count] {
    var evaluated = 0
    var boundedOut = 0
    for attempt in records.attempts {
      evaluated += Int(attempt.funnel.evaluated)
      boundedOut += Int(attempt.funnel.boundedOut)
    }
    return [
      Count("events", Int(records.events)),
      Count("heap_operations", records.eventCounts.scheduled + records.eventCounts.executed),
      Count("cancellations", records.eventCounts.cancelled),
      Count("attempts", records.attempts.count),
      Count("index_probes", Int(records.indexProbes)),
      Count("evaluated", evaluated), Count("bounded_out", boundedOut),
    ]
  }
}

/// The carpool of Chengdu: drivers who leave at 0, requests that come one after the other.
private struct Carpool {
  let world: World
  let drivers: [Driver]
  let requests: [Request]

  /// Reads the carpool in `folder`, with `count` drivers; more than there are repeat those.
  init(folder: String, drivers count: Int) throws {
    let kept = [1_000, 10_000, 50_000].first { $0 >= count } ?? 50_000
    let text = """
      {
        name: "chengdu-carpool", space: { kind: "network", file: "\(folder)" },
        supply: { kind: "recorded", file: "\(folder)/carpool-drivers-\(kept / 1000)k.csv.gz", default_depart_s: 0 },
        demand: { kind: "recorded", file: "\(folder)/carpool-requests.csv.gz" },
        matching: {
          policy: "insertion", insertion: { objective: "added_driving" },
          limits: { max_detour_s: null, max_detour_ratio: 0.5, max_wait_s: null, max_delay_s: 600 },
        },
        behaviour: { stop_duration_s: 0 },
        input: { longest_trip_m: null },
      }
      """
    world = try World(Scenario.load(text: text, file: "carpool"), folder: "")
    let some = world.population.drivers.filter { $0.refusal == nil }
    drivers = (0..<count).map { number in
      var driver = some[number % some.count]
      driver.id = Int64(number)
      return driver
    }
    requests = world.population.requests.filter { $0.refusal == nil }
  }

  func day() -> Day { Day(self) }

  /// The requests' day, before it begins.
  final class Day {
    private let requests: [Request]
    private let fleet: Fleet
    private let random = RandomSource(seed: 1, replication: 0)

    init(_ carpool: Carpool) {
      var terms = Terms()
      terms.radius = 1000
      terms.spacing = 0
      terms.stopDuration = .zero
      terms.maxDelay = Milliseconds(600_000)
      terms.insertion.objective = .addedDriving
      // With as many drivers as a country has, only those near by are looked at.
      terms.insertion.usesRadius = carpool.drivers.count > 100_000
      requests = carpool.requests
      fleet = Fleet(drivers: carpool.drivers, terms: terms, spaces: carpool.world.spaces, vantage: .actual)
      for driver in carpool.drivers.places { fleet.announce(driver, at: .zero) }
      // The first question of a run prepares bounds and the table of legs: it belongs to the preparation.
      var first = attempt(0)
      _ = BestInsertion().choose(for: &first)
    }

    private func attempt(_ number: Int) -> Attempt {
      Attempt(
        request: requests[number], index: RequestIndex(number), cycle: 1, attempt: 1,
        time: requests[number].submit,
        promise: fleet.terms.promise(for: requests[number]), excluded: [], fleet: fleet, random: random)
    }

    func outcome() -> Outcome {
      var busy: [DriverIndex] = []
      var checksum = Checksum()
      var (matched, evaluated) = (0, 0)
      for (number, request) in requests.enumerated() {
        makeStops(of: busy, until: request.submit)
        var attempt = attempt(number)
        let choice = BestInsertion().choose(for: &attempt)
        evaluated += Int(attempt.funnel.evaluated)
        checksum.add(choice?.driver.rawValue ?? -1)
        guard let choice else { continue }
        matched += 1
        checksum.add(choice.insertion.addedDriving.rawValue)
        fleet.accept(
          request, as: RequestIndex(number), promise: fleet.terms.promise(for: request),
          insertion: choice.insertion, by: choice.driver, at: request.submit)
        busy.append(choice.driver)
      }
      return Outcome(
        checksum,
        [Count("matched", matched), Count("evaluated", evaluated), Count("index_probes", fleet.indexProbes)])
    }

    /// Lets the cars make the stops that are due.
    private func makeStops(of drivers: [DriverIndex], until time: Milliseconds) {
      for driver in drivers {
        while let stop = fleet.itineraries[driver].stops.first, stop.arrive < time {
          _ = fleet.makeStop(driver)
        }
      }
    }
  }
}
