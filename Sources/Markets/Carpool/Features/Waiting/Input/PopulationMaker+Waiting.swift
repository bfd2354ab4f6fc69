import CarpoolScenario
import Ground
import Quantities
import Scenario
import Travellers

extension PopulationMaker {
  /// Returns the notice of `waiting` cars without a destination among `rows`; none without such cars.
  ///
  /// - Throws: if the rows are moved, which needs trips.
  func notices(ofWaiting waiting: Int, of rows: Int, _ resampling: Scenario.Resampling)
    throws(SynthesisError) -> [InputNotice]
  {
    guard waiting > 0 else { return [] }
    guard resampling.method != .smooth else {
      throw SynthesisError(
        .withoutDestination(
          count: waiting, reason: "they have no trips to move; give supply.resample `bootstrap` or `thin`"))
    }
    return [.withoutDestination(count: waiting, rows: rows)]
  }

  /// Refuses a waiting car whose service ends before it begins.
  func assessWaiting(_ driver: inout Driver) {
    let isRight = max(driver.announce, .zero) <= driver.depart && driver.depart < driver.latestArrival
    if !isRight { driver.refusal = .badWindow }
  }
}
