import Board
import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

// MARK: - Seats on published trips

extension CarpoolMarket {
  /// Inserts the stops of `request` into the car's plan, so that nobody else gets the seat before the driver
  /// answers.
  mutating func keepSeat(
    _ request: RequestIndex, _ hold: Planning.Hold, at time: Milliseconds, _ desk: inout Desk
  ) {
    let driver = hold.candidate.driver
    keepTrack(of: driver, before: time)
    fleet.accept(
      hold.request, as: request, promise: hold.promise, insertion: hold.insertion, by: driver, at: time)
    scheduleNextStop(driver, &desk)
    each { $0.planChanged(of: driver, fleet) }
  }

  /// Handles the driver's acceptance of a reservation.
  mutating func book(
    _ request: RequestIndex, _ hold: Planning.Hold, at time: Milliseconds, _ planning: Planning,
    _ desk: inout Desk
  ) -> Commitment<Cause> {
    let driver = hold.candidate.driver
    // A driver who has cancelled the trip in the meantime takes nobody.
    guard planning.offers[Int(driver)].calledOff == nil,
      let pickup = fleet[driver].stops.first(where: { $0.request == request })?.arrive
    else { return .lapsed(.lapsed) }
    let fare = Fare.amount(hold.candidate.price * Int64(hold.request.partySize))
    if let cause = first({ $0.lapse(of: request, fare) }) { return .lapsed(cause) }
    planning.holds[request] = nil
    planning[request]?.fate = .booked
    // A booked passenger waits for the car, which keeps its time: patience is for unplanned rides.
    desk.setPatience(of: request, until: nil)
    desk.records.requests[request].match = MatchRecord(
      time: time, driver: driver, latestPickup: hold.promise.latestPickup,
      latestDropoff: hold.promise.latestDropoff, detour: hold.insertion.detour, detourMetres: hold.metres,
      agreement: hold.candidate.agreement, cost: hold.candidate.score)
    each(&desk) {
      $0.agreed(request, with: driver, pickup: hold.request.earliestPickup, fare: fare, at: time, &$1, &$2)
    }
    if planning.seek(of: request)?.recorded == nil {
      drawFate(of: request, with: driver, until: pickup, at: time, planning, &desk)
    }
    return .kept(span: pickup - time)
  }

  /// Draws whether the passenger cancels the booking before `pickup`, or fails to appear.
  private mutating func drawFate(
    of request: RequestIndex, with driver: DriverIndex, until pickup: Milliseconds, at time: Milliseconds,
    _ planning: Planning, _ desk: inout Desk
  ) {
    let cycle = UInt64(desk[lastAttemptOf: request].cycle)
    var stream = desk.rules.random.stream(.booking, key(of: request), key(of: driver), cycle)
    let (leaves, stays) = (stream.uniform(), stream.uniform())
    let probability = planning.setup.passengerCancelProbability
    if let delay = Lifecycle<CarpoolMarket>.moment(leaves, of: probability, in: pickup - time) {
      desk.scheduleLeaving(of: request, at: time + delay)
    } else if stays < planning.setup.noShowProbability {
      planning.absent.insert(request)
    }
  }
}

// MARK: - Stops of published trips

extension CarpoolMarket {
  /// Passes a stop at which nobody boards or alights: a stop of the published trip, or one at which the passenger is
  /// absent.
  ///
  /// - Returns: Whether the next stop was such a stop.
  mutating func passes(
    _ driver: DriverIndex, at time: Milliseconds, _ planning: Planning, _ desk: inout Desk
  ) -> Bool {
    guard let next = fleet[driver].stops.first else { return false }
    guard let request = planning.absentee(at: fleet[driver].stops) else {
      guard let waypoint = next.waypoint else { return false }
      let stop = fleet.makeStop(driver)
      record(.waypoint, driver, at: time, leave: stop.leave, isJoined: stop.isJoined)
      planning.board.leave(waypoint, of: driver)
      return true
    }
    planning.absent.remove(request)
    drop(request, from: driver, at: time, &desk)
    planning.close(request, .noShow, at: time)
    each(&desk) { $0.undone(request, with: driver, because: .byRequester, at: time, &$1, &$2) }
    desk.note(.noShow, provider: driver, request: request)
    desk.records.requests[request].match = nil
    desk.end(request, .cancelledByPassenger, .noShow, at: time)
    lose(request, at: time, &desk)
    return true
  }
}

extension CarpoolMarket {
  /// Records, if the request is explained, the results of published trips in the search `call` for `seek`: the best
  /// trips, and those that came closest.
  mutating func inspect(_ call: Call, _ seek: Seek, _ planning: Planning, attempt: Int) {
    guard let shown = observed.driversShown(to: call.request), seek.recorded == nil else { return }
    let request = requests[call.request]
    let query = BoardQuery(request, seek, at: call.time, funds: funds(of: call.request))
    let inquiry = Inquiry(
      request, as: call.request, promise: setup.terms.promise(for: request), at: call.time)
    var rich = query
    rich.funds = .max
    let fleet = fleet
    var found: [(sighting: SightingRecord, order: (stage: Int, miss: Double))] = []
    for driver in setup.drivers.places
    where planning.board.shows(driver) && !call.excluded.contains(driver) {
      let verdict = planning.board.judge(driver, for: query) { fleet.agreement(of: inquiry, with: $0) }
      var sighting = SightingRecord(attempt: attempt, driver: driver, verdict: verdict)
      if case .fails(let stage) = verdict, stage != .funds {
        let stops = planning.trip(of: driver)?.stops ?? []
        func nearest(_ position: Position) -> Metres {
          stops.lazy.map { fleet.geometry.distance(position, $0.place.position) }.min() ?? .infinity
        }
        found.append((sighting, (stage.rawValue, nearest(query.origin) + nearest(query.destination))))
        continue
      }
      let stage = verdict == .fails(.funds) ? BoardStage.funds.rawValue : BoardStage.allCases.count
      let judged = planning.board.judge(driver, for: rich) { fleet.agreement(of: inquiry, with: $0) }
      guard case .passes(var seat) = judged else { continue }
      if case .passes(let affordable) = verdict { seat = affordable }
      sighting.seat = seat
      if case .failure(let missed) = reservation(of: seat, for: call, planning) {
        sighting.canCome = false
        sighting.limit = missed.limit
      }
      found.append((sighting, (stage, Double(seat.score))))
    }
    found.order { a, b in
      a.order.stage == b.order.stage
        ? (a.order.miss, a.sighting.driver) < (b.order.miss, b.sighting.driver)
        : a.order.stage > b.order.stage
    }
    observed.sightings += found.prefix(shown).map(\.sighting)
  }
}
