import BenchmarkSupport
import Carpool
import Foundation
import Ground
import Quantities
import Run
import Simulation
import Synthesis
import Travellers

/// A scenario under the simulator, with all records that a run keeps.
struct ScenarioRun {
  let world: CarpoolInput

  /// Runs the scenario, from the travellers in memory to the last event.
  ///
  /// - Parameter assignments: a file for a line `request,driver` of each match; nil for none.
  func sample(assignments: String?) throws -> SideSample {
    let run = CarpoolWorld(world)
    var records = RunRecords(requests: 0, drivers: 0)
    let seconds = try processorSeconds { records = try run.records() }
    if let assignments { try write(records, to: assignments) }
    return Self.sample(seconds, records)
  }

  /// Reads the files of the scenario at `path`, prepares and runs it.
  static func wholeSample(of path: String) throws -> SideSample {
    var records = RunRecords(requests: 0, drivers: 0)
    let seconds = try processorSeconds {
      records = try CarpoolWorld(contentsOf: path).records()
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
