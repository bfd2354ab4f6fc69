import Board
import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

// MARK: - Searching

extension CarpoolMarket {
  /// Searches the board for a trip and reserves the seat found.
  mutating func search(_ call: Call, _ planning: Planning, _ desk: inout Desk) -> AttemptRecord {
    let request = call.request
    planning.unwatch(request)
    planning.stopWaiting(request)
    var record = AttemptRecord(
      request: request, cycle: call.cycle, attempt: call.attempt, time: call.time,
      funnel: Funnel(driversActive: fleet.active.count), outcome: .noCandidate, cause: nil)
    record.isPlanned = true
    var booking = BookingRecord(
      request: request, attempt: desk.records.attempts.count, funnel: BoardFunnel())
    if let cause = first({ $0.obstacle(to: request, at: call.time) }) {
      record.cause = cause
    } else if let seek = planning.seek(of: request) {
      inspect(call, seek, planning, attempt: booking.attempt)
      let start = desk.beginDecision()
      let choice = choose(call, seek, planning, &booking.funnel)
      record.decisionNanoseconds = desk.endDecision(start)
      record.cause = choice.cause
      record.bindingLimit = choice.limit
      if let hold = choice.hold { fill(&record, with: hold) }
      booking.candidate = choice.hold?.candidate
      planning.holds[request] = choice.hold
    }
    booking.fate = booking.candidate == nil ? .none : .reserved
    planning.add(booking)
    if record.driver == .none { stay(request, at: call.time, planning) }
    return record
  }

  private func fill(_ record: inout AttemptRecord, with hold: Planning.Hold) {
    record.driver = hold.candidate.driver
    record.offer.reported = hold.request.origin.position
    record.offer.timeToPickup = hold.insertion.timeToPickup
    record.offer.detour = hold.insertion.detour
    record.offer.detourMetres = hold.metres
    record.offer.cost = hold.candidate.score
  }

  /// The result of a search.
  private struct Choice {
    var hold: Planning.Hold?
    var cause: Cause?
    var limit: Limit?
  }

  /// Returns the best-ranked trip whose car can keep all its promises, including the one to this passenger.
  private mutating func choose(
    _ call: Call, _ seek: Seek, _ planning: Planning, _ funnel: inout BoardFunnel
  ) -> Choice {
    let request = requests[call.request]
    if let recorded = seek.recorded {
      // A driver who has cancelled is not asked again, and the passenger looks for no other.
      return call.excluded.contains(recorded.driver)
        ? Choice(cause: .nonePublished) : take(recorded, call, planning)
    }
    var query = BoardQuery(request, seek, at: call.time, funds: funds(of: call.request))
    let inquiry = Inquiry(
      request, as: call.request, promise: setup.terms.promise(for: request), at: call.time)
    var excluded = call.excluded
    var limit: Limit?
    var isPoor = false
    // Usually one of the first is possible; more are examined only if none is.
    let shown = 8
    while true {
      let fleet = fleet
      let finding = planning.board.search(query, excluding: excluded, top: shown) { driver in
        fleet.agreement(of: inquiry, with: driver)
      }
      if !isPoor, excluded.count == call.excluded.count {
        funnel = finding.counts
        if finding.counts.emptied == .funds, query.funds != .max {
          // First search as if there were enough money, and then check whether there can be.
          query.funds = .max
          isPoor = true
          continue
        }
        if let stage = finding.counts.emptied { return Choice(cause: stage.cause) }
      }
      for candidate in finding.candidates {
        switch reservation(of: candidate, for: call, planning) {
        case .success(let hold):
          let fare = Fare.amount(candidate.price * Int64(request.partySize))
          if isPoor, let cause = first({ $0.objection(to: fare, for: call) }) { return Choice(cause: cause) }
          return Choice(hold: hold)
        case .failure(let missed): limit = limit ?? missed.limit
        }
        excluded.append(candidate.driver)
      }
      // There were seats, but no car that could come in time.
      if finding.candidates.count < shown { return Choice(cause: .limits, limit: limit) }
    }
  }

  /// Takes the recorded seat, if it is available.
  private mutating func take(_ recorded: RecordedBooking, _ call: Call, _ planning: Planning) -> Choice {
    guard planning.board.shows(recorded.driver), let trip = planning.trip(of: recorded.driver) else {
      return Choice(cause: .nonePublished)
    }
    let request = requests[call.request]
    let (start, end) = (trip.stops[recorded.from], trip.stops[recorded.to])
    let candidate = BoardCandidate(
      driver: recorded.driver, from: recorded.from, to: recorded.to,
      price: trip.price(from: recorded.from, to: recorded.to),
      walkToStop: fleet.geometry.distance(request.origin.position, start.place.position),
      walkFromStop: fleet.geometry.distance(end.place.position, request.destination.position),
      shift: .zero, agreement: 1, score: 0)
    switch reservation(of: candidate, for: call, planning) {
    case .success(let hold): return Choice(hold: hold)
    case .failure(let missed):
      return Choice(cause: missed.limit == .seats ? .noSeats : .limits, limit: missed.limit)
    }
  }

  /// The reason a seat shown on the board is not available.
  struct Missed: Error {
    let limit: Limit?
  }

  /// Returns the hold for the ride in `candidate`, or the limit that makes it infeasible.
  func reservation(
    of candidate: BoardCandidate, for call: Call, _ planning: Planning
  ) -> Result<Planning.Hold, Missed> {
    let driver = candidate.driver
    let itinerary = fleet[driver]
    guard let trip = planning.trip(of: driver), fleet.isUnderWay(driver),
      call.time < planning.soonest(of: driver, at: candidate.from),
      let positions = planning.positions(
        of: candidate, in: itinerary, hasDeparted: driverStates[driver].hasDeparted)
    else { return .failure(Missed(limit: .wait)) }
    let tolerance = planning.setup.tolerance
    let (start, end) = (trip.stops[candidate.from], trip.stops[candidate.to])
    var request = requests[call.request]
    request.origin = start.place
    request.destination = end.place
    request.earliestPickup = start.time
    request.direct = fleet.space(of: driver).travel(from: start.place, to: end.place) ?? .none
    let promise = Promise(
      latestPickup: start.time + tolerance, latestDropoff: end.time + tolerance, maxRide: .never)
    let result = fleet.evaluate(
      Inquiry(request, as: call.request, promise: promise, at: call.time), into: driver,
      pickupAfter: positions.pickup, dropoffAfter: positions.dropoff)
    guard let insertion = result.best else { return .failure(Missed(limit: result.bindingLimit)) }
    let metres = fleet.addedMetres(of: request, by: insertion, to: driver, at: call.time, from: .actual)
    return .success(
      Planning.Hold(
        request: request, promise: promise, insertion: insertion, metres: metres, candidate: candidate))
  }

  // MARK: - Waiting for a trip

  /// Lets `request`, whose search found no trip, wait: for new trips while its watch lasts, otherwise until departure if
  /// it falls back on an immediate ride.
  ///
  /// - Returns: Whether it waits.
  @discardableResult
  func stay(_ request: RequestIndex, at time: Milliseconds, _ planning: Planning) -> Bool {
    guard let seek = planning.seek(of: request), seek.recorded == nil else { return false }
    if time < planning.watchEnd(of: requests[request], seek) {
      planning.watch(request, BoardQuery(requests[request], seek, at: time))
    } else if !seek.fallsBack || time >= seek.leaving {
      return false
    }
    planning.wait(request)
    return true
  }

  /// Returns the money that the passenger of `request` can spend on a seat.
  func funds(of request: RequestIndex) -> Int64 { first { $0.funds(of: request) } ?? .max }

  /// Ends a passenger's watch for new trips, and the request if it has no fallback.
  mutating func giveUp(
    _ request: RequestIndex, at time: Milliseconds, _ planning: Planning, _ desk: inout Desk
  ) {
    planning.unwatch(request)
    guard desk.phase(of: request) == .searching, planning.isWaiting(request),
      let seek = planning.seek(of: request),
      !seek.fallsBack
    else { return }
    planning.stopWaiting(request)
    desk.endUnmatched(request, at: time)
    lose(request, at: time, &desk)
  }

  /// Starts an immediate-ride search, at departure time, for a passenger without a seat.
  mutating func requestNow(
    _ request: RequestIndex, at time: Milliseconds, _ planning: Planning, _ desk: inout Desk
  ) {
    planning.unwatch(request)
    guard desk.phase(of: request) == .searching, planning.isWaiting(request) else { return }
    planning.leaveBoard(request, after: desk[lastAttemptOf: request].cycle)
    desk.scheduleCycle(of: request, at: time)
  }
}
