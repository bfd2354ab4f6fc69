import Carpool
import CarpoolScenario
import EventKernel
import Ground
import Markets
import Metrics
import Models
import Quantities
import RoadNetwork
import Scenario
import Simulation
import Spaces
import Synthesis
import Tables
import Travellers

extension Suite {
  /// The whole event loop, at a constant density of drivers.
  static let market = Benchmark(
    "run/market", .macro, "two hours on a plane at a constant density, one request per two drivers",
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
  static let shifts = shipped("shifts", small: true)

  static let sanFrancisco = sanFrancisco(
    "run/san-francisco", "a day of taxi trips on the streets of San Francisco",
    trips: "trips-2008-05-22.csv.gz")

  static let busySanFrancisco = sanFrancisco(
    "run/san-francisco-20", "the same day with twenty times the trips, two circles", slow: true,
    trips: busyTrips, ["matching.policy=two_circles"])

  static let busySanFranciscoInsertion = sanFrancisco(
    "run/san-francisco-20-insertion", "the same day with twenty times the trips, best insertion", slow: true,
    trips: busyTrips, ["matching.policy=insertion"])

  /// The trips generated from those of the day by `Scripts/multiply_trips.py`.
  private static let busyTrips = "trips-2008-05-22-x20.csv"

  private static func sanFrancisco(
    _ name: String, _ summary: String, slow: Bool = false, trips: String, _ overrides: [String] = []
  ) -> Benchmark {
    Benchmark(
      name, .macro, summary, unit: "days", sizes: [1], slow: slow ? 1 : nil, data: ["san-francisco/\(trips)"]
    ) { _, surroundings in
      let folder = "\(surroundings.data)/san-francisco"
      return run(
        try load(
          "san-francisco", surroundings,
          ["space.file=\"\(folder)\"", "trips.file=\"\(folder)/\(trips)\""] + overrides), folder: "")
    }
  }

  /// Returns the shipped scenario `name`, at its shipped size.
  static func shipped(_ name: String, small: Bool = false) -> Benchmark {
    Benchmark(
      "run/\(name)", .macro, "the shipped scenario \(name)", unit: "runs", sizes: [1], small: small ? 1 : nil
    ) { _, surroundings in
      run(try load(name, surroundings), folder: surroundings.scenarios)
    }
  }

  private static func load(
    _ name: String, _ surroundings: Surroundings, _ overrides: [String] = []
  ) throws -> Scenario {
    try Scenario.load(
      contentsOf: "\(surroundings.scenarios)/\(name).json5", overrides: overrides,
      markets: Markets.scenarios)
  }

  /// Returns the run of `scenario`, with its figures and the digest of its tables; reading and sampling are not
  /// measured.
  static func run(_ scenario: Scenario, folder: String) -> Work {
    let market = Markets.of(scenario)
    var work = run(scenario, of: market, folder: folder)
    if market == CarpoolModel.self { work.census = { try census(scenario, folder: folder) } }
    return work
  }

  private static func run<Market: MarketModel>(
    _ scenario: Scenario, of market: Market.Type, folder: String
  ) -> Work {
    Work.arranged(1, "run") {
      let world = try market.world(
        of: scenario, folder: folder, on: .method(.advised(questions: nil)), progress: { _ in })
      return { try outcome(world, headline: market.figures.headline) }
    }
  }

  private static func outcome(_ world: some MarketWorld, headline: [FigureColumn] = []) throws -> Outcome {
    // The measured run has the tables of every run, without optional ones.
    let results = try world.results(RunObservation(records: false))
    var outcome = Outcome(
      try results.digest().fingerprint.text, results.run.work.map { Count($0.name, $0.count) })
    outcome.calls = { results.run.effort.decisions }
    outcome.figures = {
      let columns = results.figures.rows.map { FigureColumn($0.metric, $0.statistic) }
      let first = headline.filter(columns.contains)
      return (first + columns.filter { !first.contains($0) }).compactMap { column in
        results.figures[column].map {
          CaseResult.Figure(name: column.name, value: $0, unit: column.unit.rawValue)
        }
      }
    }
    return outcome
  }

  /// Returns the number of queries that a carpool makes to its space.
  private static func census(_ scenario: Scenario, folder: String) throws -> [Count] {
    var run = try CarpoolWorld(scenario, folder: folder)
    // Days with several time slices create their own spaces.
    guard run.input.spaces.isSameAllDay else { return [] }
    let space = CountingSpace(run.input.spaces.base)
    run.setup.spaces = DailySpaces(space)
    _ = try outcome(run)
    return space.counts
  }
}

extension Suite {
  /// The first part of a day on a plane, at the traffic density of the largest size: its length is proportional to the
  /// number of drivers.
  static let planeDay = Benchmark(
    "run/plane-day", .macro,
    "a day of 100,000 drivers on a plane, ten requests for each: the event loop with all records",
    unit: "drivers", sizes: daySizes
  ) { drivers, _ in
    let setup = try CarpoolWorld(day(of: drivers), folder: "").setup
    return Work(10 * drivers, "request") {
      let records = try setup.records()
      var checksum = Checksum()
      for attempt in records.attempts {
        checksum.add(attempt.driver.rawValue)
        checksum.add(attempt.answered.rawValue)
      }
      checksum.add(records.end.rawValue)
      var outcome = Outcome(
        checksum,
        [
          "events": Int(records.events), "attempts": records.attempts.count,
          "served": records.requests.count { $0.outcome == .served },
          "index_probes": Int(records.indexProbes),
        ])
      outcome.calls = {
        CallTimes(wall: records.attempts.map(\.decisionNanoseconds), heldUp: records.heldUp)
      }
      return outcome
    }
  }

  /// The reference: as many events in the same time span, without effects, on the kernel alone.
  static let planeDayKernel = Benchmark(
    "run/plane-day-kernel", .macro, "as many events as run/plane-day has, on the kernel alone",
    unit: "drivers", sizes: daySizes
  ) { drivers, _ in
    let setup = try CarpoolWorld(day(of: drivers), folder: "").setup
    let submissions = setup.requests.map(\.submit).sorted()
    let events = Int(try setup.records().events)
    let (each, more) = (events / submissions.count, events % submissions.count)
    return Work(submissions.count, "request") {
      var kernel = Kernel<DayEvent>()
      kernel.schedule(DayEvent(request: 0, number: 1), at: submissions[0])
      while let (time, event) = kernel.next() {
        let request = Int(event.request)
        if event.number == 1, request + 1 < submissions.count {
          let next = DayEvent(request: event.request + 1, number: 1)
          kernel.schedule(next, at: submissions[request + 1], priority: 5)
        }
        if event.number < each + (request < more ? 1 : 0) {
          let next = DayEvent(request: event.request, number: event.number + 1)
          kernel.schedule(next, at: time + Milliseconds(30_000))
        }
      }
      var checksum = Checksum()
      checksum.add(kernel.now.rawValue)
      return Outcome(checksum, ["events": try kernel.audit().executed])
    }
  }

  /// The same day with the figures and all tables, except for writing files.
  static let planeDayTables = Benchmark(
    "run/plane-day-tables", .macro, "the day of run/plane-day with all its tables and figures",
    unit: "drivers",
    sizes: [10_000, 100_000]
  ) { drivers, _ in
    run(try day(of: drivers), folder: "")
  }

  private static let daySizes = [1_000, 3_000, 10_000, 30_000, 100_000]

  private static func day(of drivers: Int) throws -> Scenario {
    let text = """
      {
        name: "plane-day", time: { duration_s: \(86_400 * Double(drivers) / 100_000) },
        space: { kind: "plane", width_m: 30000, height_m: 30000 }, input: { longest_trip_m: null },
        supply: { kind: "synthetic", count: \(drivers), od: { kind: "uniform" } },
        demand: { kind: "synthetic", count: \(10 * drivers), od: { kind: "uniform" } },
        matching: { relaunch: { probability: 0 } },
        behaviour: { patience_s: null, driver_cancel_probability: 0 },
      }
      """
    return try Scenario.load(text: text, file: "plane-day")
  }
}

/// An event of a request: the request, and the event's number.
private struct DayEvent: BitwiseCopyable {
  var request: Int32
  var number: Int32
}
