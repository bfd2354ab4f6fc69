import BenchmarkSupport
import Foundation
import JSON5
import Matching
import Quantities
import Scenario
import Simulation
import Spaces
import Travellers

/// A day on a plane: 10⁵ drivers of one trip each and 10⁶ requests on 30 km × 30 km.
///
/// Measured are the event loop alone, with all records, and the whole command with all files, where `detour` is
/// built. `Benchmarks/peers` compares a twentieth of such a day with SimPy.
@main
struct PlaneDay {
  static let drivers = 100_000
  static let requests = 1_000_000
  static let side: Metres = 30_000
  static let day = 86_400.0

  static func main() throws {
    try eventLoop()
    try wholeCommand()
  }

  /// Runs the day and prints the loop's processor seconds.
  private static func eventLoop() throws {
    var times: [Double] = []
    for _ in 0..<3 {
      var simulator = Simulator(setup())
      times.append(try processorSeconds { try simulator.run() })
      guard times.count == 3 else { continue }
      let records = simulator.takeRecords()
      let served = records.requests.count { $0.outcome == .served }
      let seconds = median(times)
      print("event loop with all records: \(cell(seconds, 2, width: 0)) s of processor time, median of 3")
      print(
        "  \(records.events) events, \(cell(Double(records.events) / seconds / 1e6, 2, width: 0)) M events/s;"
          + " \(records.attempts.count) attempts;"
          + " \(cell(Double(requests) / seconds / 1e6, 2, width: 0)) M requests/s; \(served) served")
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
    let requests = (0..<Self.requests).map { id in
      let (origin, destination) = (place(), place())
      return Request(
        id: Int64(id), origin: origin, destination: destination, submit: time(),
        direct: space.travel(from: origin, to: destination) ?? .none)
    }
    return SimulationSetup(scenario, drivers: drivers, requests: requests, space: space)
  }

  /// Runs the command on a scenario of the same size, drawn by itself.
  private static func wholeCommand() throws {
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
    let process = Process()
    process.executableURL = program
    let results = folder.appending(path: "results")
    process.arguments = ["run", scenario.path, "--out", results.path, "--quiet"]
    let clock = ContinuousClock()
    let elapsed = try clock.measure {
      try process.run()
      process.waitUntilExit()
    }
    precondition(process.terminationStatus == 0, "the command must end well")
    let text = try String(contentsOf: results.appending(path: "performance.json"), encoding: .utf8)
    let performance = JSON(parsing: text)
    let memory = (performance?["peak_memory_bytes"]?.real ?? 0) / 1e6
    print(
      "whole command with all files: \(cell(elapsed / .seconds(1), 2, width: 0)) s on the wall,"
        + " \(cell(performance?["cpu_s"]?.real ?? 0, 2, width: 0)) s of processor time,"
        + " \(cell(memory, 0, width: 0)) MB at the peak")
  }
}
