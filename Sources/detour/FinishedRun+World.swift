import Matching
import Metrics
import Quantities
import Scenario
import Simulation
import Spaces
import Synthesis

extension World {
  /// Who the run of this world is.
  var identity: RunIdentity {
    RunIdentity(
      scenario: scenario.name, canonical: scenario.identity(inputs: inputs.map(\.sha256)),
      seed: scenario.seed, replication: scenario.replication)
  }

  /// What a simulation of this world needs.
  var setup: SimulationSetup {
    SimulationSetup(
      scenario, drivers: population.drivers, requests: population.requests, spaces: spaces)
  }

  /// The run that left `records` behind.
  func finished(_ records: RunRecords) -> FinishedRun {
    FinishedRun(
      identity: identity, requests: population.requests, drivers: population.drivers, records: records,
      geometry: spaces.geometry, warmUp: scenario.time.warmUp, interval: scenario.results.interval,
      co2PerKm: scenario.results.co2PerKm)
  }
}
