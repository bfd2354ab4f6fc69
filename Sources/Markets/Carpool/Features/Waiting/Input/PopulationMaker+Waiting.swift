import CarpoolScenario
import Ground
import Quantities
import Scenario
import Travellers

extension PopulationMaker {
  /// Returns the notice that `waiting` of the `rows` cars have no destination; empty if all have one.
  ///
  /// - Throws: `SynthesisError` if rows are resampled by changing their trips, because waiting cars have none.
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

  /// Marks a waiting car as refused if its service ends before it begins.
  func assessWaiting(_ driver: inout Driver) {
    let isRight = max(driver.announce, .zero) <= driver.depart && driver.depart < driver.latestArrival
    if !isRight { driver.refusal = .badWindow }
  }
}
