import Board
import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

/// Passengers who search for a seat on a published trip, and those who have booked one.
extension Planning {
  // MARK: - Requests

  func receive(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Reception? {
    guard let seek = seek(of: request), seek.recorded == nil, seek.leaving > time else { return nil }
    let end = watchEnd(of: market.requests[request], seek)
    if end < seek.leaving || !seek.fallsBack {
      desk.schedule(CarpoolStep(.giveUp, request), at: max(time, end))
    }
    if seek.fallsBack { desk.schedule(CarpoolStep(.leave, request), at: seek.leaving) }
    return nil
  }

  /// Returns the patience of a passenger who plans ahead, extended so that it counts from the desired departure.
  func patience(of request: RequestIndex) -> Milliseconds? {
    let patience = requests[request].patience
    guard patience != .never, let seek = seek(of: request) else { return nil }
    return patience.saturatingAdd(max(.zero, seek.leaving - requests[request].submit))
  }

  /// Returns the immediate request of a passenger who planned ahead, submitted at the desired departure.
  func restated(_ request: RequestIndex) -> Request? {
    guard let seek = seek(of: request) else { return nil }
    var asking = requests[request]
    asking.submit = max(asking.submit, seek.leaving)
    return asking
  }

  /// Adds the cycles spent on the board, so that they do not reduce those of the immediate request.
  func change(_ cycles: inout Int32, of request: RequestIndex) { cycles += cyclesAhead[Int(request)] }

  func looksElsewhere(_ request: RequestIndex, at time: Milliseconds) -> Bool {
    looksOnBoard(request, at: time)
  }

  /// Adds a booking record for a search that failed before it began.
  func missed(_ record: inout AttemptRecord, number: Int) {
    guard looksOnBoard(record.request, at: record.time) else { return }
    record.isPlanned = true
    var booking = BookingRecord(request: record.request, attempt: number, funnel: BoardFunnel())
    booking.fate = .none
    add(booking)
  }

  func waits(_ request: RequestIndex) -> Bool { seek(of: request) != nil && isWaiting(request) }

  func keeps(_ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket) -> Bool {
    looksOnBoard(request, at: time) && market.stay(request, at: time, self)
  }

  func lost(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    unwatch(request)
    stopWaiting(request)
  }

  func isOwnDoing(_ request: RequestIndex, _ desk: inout Desk) -> Bool {
    let fate = self[request]?.fate
    return fate == .noShow || fate == .cancelledByPassenger
  }

  func decide(_ call: Call, _ market: inout CarpoolMarket, _ desk: inout Desk) -> AttemptRecord? {
    looksOnBoard(call.request, at: call.time) ? market.search(call, self, &desk) : nil
  }

  // MARK: - Offers

  func keepsSeat(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool {
    guard let hold = holds[request] else { return false }
    market.keepSeat(request, hold, at: time, &desk)
    return true
  }

  func change(
    _ offer: inout OpenOffer, of request: RequestIndex, to driver: DriverIndex, at time: Milliseconds,
    _ market: borrowing CarpoolMarket, _ desk: borrowing Desk
  ) {
    guard let hold = holds[request] else { return }
    offer.isPlanned = true
    // The car must not be there before the driver has said yes.
    let last = soonest(of: driver, at: hold.candidate.from) - Milliseconds(1)
    offer.limit = min(setup.confirmationTimeout, last - time)
    guard !booksAtOnce(request, with: driver) else {
      offer.thinking = .zero
      return
    }
    let cycle = UInt64(desk[lastAttemptOf: request].cycle)
    var stream = desk.rules.random.stream(
      .confirmation, market.key(of: request), market.key(of: driver), cycle)
    offer.thinking = setup.confirmation.span(&stream)
  }

  func declineProbability(of driver: DriverIndex, to request: RequestIndex) -> Double? {
    guard holds[request] != nil else { return nil }
    return booksAtOnce(request, with: driver) ? 0 : setup.declineProbability
  }

  func releasesSeat(
    _ request: RequestIndex, from driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: inout Desk
  ) -> Bool {
    guard holds.removeValue(forKey: request) != nil else { return false }
    close(request, .none, at: time)
    market.drop(request, from: driver, at: time, &desk)
    return true
  }

  // MARK: - Rides

  func commit(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Commitment<Cause>? {
    guard let hold = holds[request] else { return nil }
    return market.book(request, hold, at: time, self, &desk)
  }

  /// Whether the passenger has a booking, whose cancellation is drawn separately.
  func keepsRide(_ request: RequestIndex) -> Bool { self[request]?.fate == .booked }

  func cause(ofCancelling request: RequestIndex, at time: Milliseconds, _ desk: borrowing Desk) -> Cause? {
    self[request]?.fate == .booked ? .calledOff : nil
  }

  func passes(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool {
    market.passes(driver, at: time, self, &desk)
  }

  func pickedUp(_ request: RequestIndex, by driver: DriverIndex, at time: Milliseconds) {
    close(request, .ridden, at: time)
  }

  func leave(in records: inout RunRecords) {
    records.bookings = bookings
    records.offers = offers
  }
}
