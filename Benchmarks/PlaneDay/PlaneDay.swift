import BenchmarkSupport
import CarpoolScenario
import Foundation
import JSON5
import Matching
import Metrics
import Quantities
import Scenario
import Simulation
import Spaces
import Travellers

/// A day on a plane: 10⁵ drivers of one trip each and 10⁶ requests on 30 km × 30 km.
///
///     swift run -c release PlaneDayBenchmark [REPETITIONS [DRIVERS [SIDE]]]
///
/// Measured are the event loop alone, with all records, and the whole command with all files, where `detour` is
/// built. `Benchmarks/peers` compares a twentieth of such a day with SimPy. With a number of drivers the loop is run alone, with
/// ten requests for each of them, and sums of what it leaves are printed: `Benchmarks/Floor` compares these. It is the beginning
/// of the day, as dense as the whole; with a side, km, it is a day of so many on a plane of that size:
///
///     swift run -c release PlaneDayBenchmark 1 1000000 95
@main
struct PlaneDay {
  nonisolated(unsafe) private(set) static var drivers = 100_000
  static var requests: Int { 10 * drivers }
  nonisolated(unsafe) private(set) static var side: Metres = 30_000
  nonisolated(unsafe) private(set) static var day = 86_400.0

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
    let repetitions = arguments.first ?? 15
    precondition(repetitions > 0, "give a number of repetitions from 1")
    if arguments.count > 1 {
      drivers = arguments[1]
      precondition(drivers > 0, "give a number of drivers from 1")
      if arguments.count > 2 {
        side = 1000 * Double(arguments[2])
        precondition(side > 0, "give a side of 1 km or more")
      } else {
        day = day * Double(drivers) / 100_000
      }
      return try eventLoop(repetitions, printsSums: true)
    }
    try eventLoop(repetitions)
    try wholeCommand(repetitions)
  }

  /// Runs the day and prints the loop's processor seconds.
  private static func eventLoop(_ repetitions: Int, printsSums: Bool = false) throws {
    var times: [Double] = []
    var decisions = DecisionTimes()
    for number in 1...repetitions {
      var simulator = Simulator(setup())
      times.append(try processorSeconds { try simulator.run() })
      let records = simulator.takeRecords()
      let calls = CallTimes(wall: records.attempts.map(\.decisionNanoseconds), heldUp: records.heldUp)
      if let processor = Performance.Decisions(calls)?.processor {
        decisions.add(p50: processor.p50, p99: processor.p99, p999: processor.p999, max: processor.max)
      }
      guard number == repetitions else { continue }
      let served = records.requests.count { $0.outcome == .served }
      let seconds = median(times)
      print(
        "event loop with all records: \(cell(seconds, 2, width: 0)) s of processor time, median of \(repetitions)"
      )
      print(
        "  \(records.events) events, \(cell(Double(records.events) / seconds / 1e6, 2, width: 0)) M events/s;"
          + " \(records.attempts.count) attempts;"
          + " \(cell(Double(requests) / seconds / 1e6, 2, width: 0)) M requests/s; \(served) served")
      print("  \(decisions.text)")
      if printsSums {
        print("  \(Sums(of: records).text)")
        print("  \(cell(Double(Performance.peakMemory()) / 1e6, 0, width: 0)) MB at the peak")
      }
    }
  }

  private static func setup() -> SimulationSetup {
    var scenario = Scenario()
    scenario.behaviour.patience = nil
    scenario.behaviour.driverCancelProbability = 0
    scenario.matching.relaunch.probability = 0
    let space = OpenSpace(geometry: .plane, speed: 50 / 3.6)
    var numbers = BenchmarkNumbers(seed: 7)
    func place() -> Place {
      Place(position: Position(x: numbers.uniform() * side, y: numbers.uniform() * side))
    }
    func time() -> Milliseconds { Milliseconds(seconds: numbers.uniform() * day) }
    let drivers = (0..<Self.drivers).map { id in
      let (origin, destination) = (place(), place())
      return Driver(
        id: Int64(id), origin: origin, destination: destination, depart: time(),
        maxDetour: Milliseconds(900_000), maxDetourRatio: 0.5,
        solo: space.travel(from: origin, to: destination) ?? .none)
    }
    // As a synthesised population lays them out.
    var requests: [Request] = []
    requests.reserveLargePages(for: Self.requests)
    for id in 0..<Self.requests {
      let (origin, destination) = (place(), place())
      requests.append(
        Request(
          id: Int64(id), origin: origin, destination: destination, submit: time(),
          direct: space.travel(from: origin, to: destination) ?? .none))
    }
    return SimulationSetup(scenario, drivers: drivers, requests: requests, space: space)
  }

  /// Runs the command on a scenario of the same size, drawn by itself.
  private static func wholeCommand(_ repetitions: Int) throws {
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "detour")
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      print("whole command: not run, because `swift build -c release --product detour` has not been")
      return
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "detour-plane-day-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let scenario = folder.appending(path: "plane-day.json5")
    try Data(
      """
      { time: { duration_s: 86400 }, space: { kind: "plane" }, input: { longest_trip_m: null },
        supply: { kind: "synthetic", count: \(drivers), od: { kind: "uniform" } },
        demand: { kind: "synthetic", count: \(requests), od: { kind: "uniform" } } }
      """.utf8
    ).write(to: scenario)
    let results = folder.appending(path: "results")
    let clock = ContinuousClock()
    var (walls, processor, memory): ([Double], [Double], [Double]) = ([], [], [])
    var decisions = DecisionTimes()
    for _ in 0..<repetitions {
      let process = Process()
      process.executableURL = program
      process.arguments = ["run", scenario.path, "--out", results.path, "--quiet", "--force"]
      let elapsed = try clock.measure {
        try process.run()
        process.waitUntilExit()
      }
      precondition(process.terminationStatus == 0, "the command must end well")
      let text = try String(contentsOf: results.appending(path: "performance.json"), encoding: .utf8)
      let performance = JSON(parsing: text)
      func number(_ json: JSON?) -> Double { json?.real ?? 0 }
      walls.append(elapsed / .seconds(1))
      processor.append(number(performance?["cpu_s"]))
      memory.append(number(performance?["peak_memory_bytes"]) / 1e6)
      let times = performance?["decision_us"]?["processor"]
      decisions.add(
        p50: number(times?["p50"]), p99: number(times?["p99"]), p999: number(times?["p999"]),
        max: number(times?["max"]))
    }
    print(
      "whole command with all files: \(cell(median(walls), 2, width: 0)) s on the wall,"
        + " \(cell(median(processor), 2, width: 0)) s of processor time,"
        + " \(cell(median(memory), 0, width: 0)) MB at the peak, medians of \(repetitions)")
    print("  \(decisions.text)")
  }
}

/// What a day leaves behind, in sums that tell it from any other.
private struct Sums {
  let text: String

  init(of records: RunRecords) {
    var (active, radius, route, limits) = (0, 0, 0, 0)
    var (cost, driver, answered, metres) = (Int64(0), 0, Int64(0), 0.0)
    for attempt in records.attempts {
      active += Int(attempt.funnel.driversActive)
      radius += Int(attempt.funnel[.radius])
      route += Int(attempt.funnel[.route])
      limits += Int(attempt.funnel[.limits])
      guard attempt.driver != .none else { continue }
      cost += attempt.cost
      driver += Int(attempt.driver)
      if attempt.answered != .never { answered += attempt.answered.rawValue }
      metres += attempt.detourMetres
    }
    text =
      "sums: active \(active) radius \(radius) route \(route) limits \(limits) cost \(cost) driver \(driver)"
      + " answered \(answered) metres \(String(format: "%.6f", metres)) stops \(records.stops.count)"
  }
}

/// What single decisions took of the processor in some runs, µs.
private struct DecisionTimes {
  private var (p50, p99, p999, max): ([Double], [Double], [Double], [Double]) = ([], [], [], [])

  mutating func add(p50: Double, p99: Double, p999: Double, max: Double) {
    self.p50.append(p50)
    self.p99.append(p99)
    self.p999.append(p999)
    self.max.append(max)
  }

  /// Medians over the runs; of the slowest decision the least and the most as well.
  var text: String {
    guard let least = max.min(), let most = max.max() else { return "no decisions" }
    func micro(_ value: Double) -> String { cell(value, 1, width: 0) }
    return
      "a decision, µs of processor time: p50 \(micro(median(p50))), p99 \(micro(median(p99))),"
      + " p99.9 \(micro(median(p999))), max \(micro(median(max))) (\(micro(least)) to \(micro(most)))"
  }
}
