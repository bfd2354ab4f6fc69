import CarpoolScenario
import Ground
import Quantities
import Scenario
import Travellers

extension PopulationMaker {
  /// Returns the notice that `waiting` of the `rows` cars have no destination; empty if there are none.
  ///
  /// - Throws: `SynthesisError` if the rows are resampled by moving trips, which these cars do not have.
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
