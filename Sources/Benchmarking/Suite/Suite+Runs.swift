import Carpool
import EventKernel
import Matching
import Metrics
import Models
import Run
import Scenario
import Simulation
import Spaces
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
    func ready() throws -> Run {
      var run = try Run(scenario, folder: folder)
      // What is measured has the tables of every run, and no others.
      run.setup.observation = Observation()
      return run
    }
    func outcome(_ run: Run) throws -> Outcome {
      let results = try run.results()
      return Outcome(try results.digest().fingerprint.text, counts(results.run.records))
    }
    var work = Work(
      1, "run",
      arranged: {
        let run = try ready()
        return { try outcome(run) }
      })
    work.census = {
      var run = try ready()
      // Days of several slices make their own spaces.
      guard run.world.spaces.isSameAllDay else { return [] }
      let space = CountingSpace(run.world.spaces.base)
      run.setup.spaces = DailySpaces(space)
      _ = try outcome(run)
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
