import CarpoolScenario
import Scenario
import Statistics
import Travellers

extension PopulationMaker {
  /// Leaves of `population` whom `sample_share` takes.
  ///
  /// Membership of a sample depends on the id alone, not on the share: a smaller sample is a part of a larger one, so that shares are
  /// compared with common random numbers.
  func sample(_ population: inout Population) {
    guard let share = carpool.sampleShare, share < 1 else { return }
    population.drivers.removeAll { !isTaken($0.id, .drivers, share) }
    population.requests.removeAll { !isTaken($0.id, .requests, share) }
  }

  private func isTaken(_ id: Int64, _ side: Side, _ share: Double) -> Bool {
    var draws = stream(.sample(side), row: id)
    return draws.uniform() < share
  }
}
