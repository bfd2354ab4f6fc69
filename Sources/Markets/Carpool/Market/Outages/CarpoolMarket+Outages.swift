import Board
import Lifecycle
import Matching
import Quantities
import Travellers

extension CarpoolMarket {
  /// The record of an attempt that fails before anybody is looked for; a search of the board has a row among the bookings too.
  mutating func miss(_ call: Call, because cause: Cause, _ desk: inout Desk) -> AttemptRecord {
    var record = AttemptRecord(
      request: call.request, cycle: call.cycle, attempt: call.attempt, time: call.time, funnel: Funnel(),
      outcome: .noCandidate, cause: cause)
    record.funnel.driversActive = Int32(fleet.active.count)
    guard let planning, planning.looksOnBoard(call.request, at: call.time) else { return record }
    record.isPlanned = true
    var booking = BookingRecord(
      request: call.request, attempt: desk.records.attempts.count, funnel: BoardFunnel())
    booking.fate = .none
    planning.add(booking)
    return record
  }
}
