import Matching
import Quantities
public import Scenario
public import Simulation
import Spaces
public import Synthesis

extension World {
  /// Who the run of this world is.
  public var identity: RunIdentity { RunIdentity(of: scenario, inputs: inputFiles) }

  /// The files that went in, by their content.
  public var inputFiles: [InputFile] {
    inputs.map { InputFile(role: $0.role, path: $0.file, sha256: $0.sha256) }
  }

  /// What a simulation of this world needs.
  public var setup: SimulationSetup {
    SimulationSetup(
      scenario, drivers: population.drivers, requests: population.requests, spaces: spaces)
  }

  /// The run that left `records` behind.
  ///
  /// - Throws: `RunError` where its tables would be beyond all use.
  public func finished(_ records: RunRecords) throws(RunError) -> FinishedRun {
    let intervals = max(0, records.end.rawValue) / scenario.results.interval.rawValue
    guard intervals < Scenario.Results.mostIntervals else {
      throw .tooManyIntervals(end: records.end, interval: scenario.results.interval)
    }
    return FinishedRun(
      identity: identity, requests: population.requests, drivers: population.drivers, records: records,
      geometry: spaces.geometry, warmUp: scenario.time.warmUp, interval: scenario.results.interval,
      co2PerKm: scenario.results.co2PerKm,
      requestNames: population.requestNames, driverNames: population.driverNames)
  }
}

extension RunIdentity {
  /// Who the run of `scenario` is that reads `inputs`, which stand in the order in which a world lists them.
  public init(of scenario: Scenario, inputs: [InputFile]) {
    self.init(
      scenario: scenario.name, canonical: scenario.identity(inputs: inputs.map(\.sha256)),
      seed: scenario.seed, replication: scenario.replication)
  }
}
