import BenchmarkSupport
import Foundation
import Market
import Quantities
import Simulation
import Synthesis

/// A scenario under the simulator, with all records that a run keeps.
struct ScenarioRun {
  let world: World

  /// Runs the scenario, from the travellers in memory to the last event.
  ///
  /// - Parameter assignments: a file for a line `request,driver` of each match; nil for none.
  func sample(assignments: String?) throws -> SideSample {
    let setup = SimulationSetup(
      world.scenario, drivers: world.population.drivers, requests: world.population.requests,
      spaces: world.spaces)
    var records = RunRecords(requests: 0, drivers: 0)
    let seconds = try processorSeconds {
      var simulator = Simulator(setup)
      try simulator.run()
      records = simulator.takeRecords()
    }
    if let assignments { try write(records, to: assignments) }
    return Self.sample(seconds, records)
  }

  /// Reads the files of the scenario at `path`, prepares and runs it.
  static func wholeSample(of path: String) throws -> SideSample {
    var records = RunRecords(requests: 0, drivers: 0)
    let seconds = try processorSeconds {
      let world = try World(contentsOf: path)
      var simulator = Simulator(
        SimulationSetup(
          world.scenario, drivers: world.population.drivers, requests: world.population.requests,
          spaces: world.spaces))
      try simulator.run()
      records = simulator.takeRecords()
    }
    return sample(seconds, records)
  }

  private static func sample(_ seconds: Double, _ records: RunRecords) -> SideSample {
    SideSample(
      seconds: seconds, units: records.requests.count,
      found: [
        "matched": records.requests.count { $0.match != nil },
        "served": records.requests.count { $0.outcome == .served },
        "attempts": records.attempts.count,
        "driven_km": Int(records.drivers.reduce(0) { $0 + $1.drivenMetres } / 1000),
      ])
  }

  private func write(_ records: RunRecords, to path: String) throws {
    let lines = zip(world.population.requests, records.requests).compactMap { request, record in
      record.match.map { "\(request.id),\(world.population.drivers[$0.driver].id)\n" }
    }
    try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
  }
}
