import Lifecycle
import Matching
import Quantities
import Travellers

extension CarpoolMarket {
  /// Returns the record of an attempt that fails because of `cause` before anybody is looked for.
  mutating func miss(_ call: Call, because cause: Cause, _ desk: inout Desk) -> AttemptRecord {
    var record = AttemptRecord(
      request: call.request, cycle: call.cycle, attempt: call.attempt, time: call.time, funnel: Funnel(),
      outcome: .noCandidate, cause: cause)
    record.funnel.driversActive = Int32(fleet.active.count)
    for feature in features { feature.missed(&record, number: desk.records.attempts.count) }
    return record
  }
}
