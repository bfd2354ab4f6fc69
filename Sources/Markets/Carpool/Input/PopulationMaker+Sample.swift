import CarpoolScenario
import Quantities
import Scenario
import Statistics
import Travellers

extension PopulationMaker {
  /// Reduces `population` to the sample given by `sample_share`.
  ///
  /// Membership of a sample depends on the id and the share only, and smaller samples are subsets of larger ones,
  /// so that shares are compared with common random numbers.
  func sample(_ population: inout Population) {
    guard let share = carpool.sampleShare, share < 1 else { return }
    let names = (drivers: population.driverNames, requests: population.requestNames)
    population.drivers.removeAll { !isTaken(names.drivers.key(of: $0.id), .drivers, share) }
    population.requests.removeAll { !isTaken(names.requests.key(of: $0.id), .requests, share) }
  }

  private func isTaken(_ key: UInt64, _ side: Side, _ share: Double) -> Bool {
    var draws = stream(.sample(side), key)
    return draws.uniform() < share
  }
}
