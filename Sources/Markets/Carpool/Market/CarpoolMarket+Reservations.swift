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
  /// Puts the stops of `request` into the plan of the car: nobody else gets the seat before the driver answers.
  mutating func keepSeat(
    _ request: RequestIndex, _ hold: Planning.Hold, at time: Milliseconds, _ desk: inout Desk
  ) {
    let driver = hold.candidate.driver
    keepTrack(of: driver, before: time)
    fleet.accept(
      hold.request, as: request, promise: hold.promise, insertion: hold.insertion, by: driver, at: time)
    scheduleNextStop(driver, &desk)
    planning?.refresh(driver, setup.drivers[driver], fleet.itineraries[driver])
  }

  /// The driver has said yes to a reservation.
  mutating func book(
    _ request: RequestIndex, _ hold: Planning.Hold, at time: Milliseconds, _ planning: Planning,
    _ desk: inout Desk
  ) -> Commitment<Cause> {
    let driver = hold.candidate.driver
    // Who has called the trip off meanwhile takes nobody along.
    guard planning.offers[Int(driver)].calledOff == nil,
      let pickup = fleet.itineraries[driver].stops.first(where: { $0.request == request })?.arrive
    else { return .lapsed(.lapsed) }
    let fare = Society.Fare.amount(hold.candidate.price * Int64(hold.request.partySize))
    if let society, !society.has(fare, request) { return .lapsed(.noFunds) }
    planning.holds[request] = nil
    planning[request]?.fate = .booked
    // Who has booked waits for the car, which keeps its time: patience is for those who ask now.
    desk.setPatience(of: request, until: nil)
    desk.records.requests[request].match = MatchRecord(
      time: time, driver: driver, latestPickup: hold.promise.latestPickup,
      latestDropoff: hold.promise.latestDropoff, detour: hold.insertion.detour, detourMetres: hold.metres,
      agreement: hold.candidate.agreement, cost: hold.candidate.score)
    society?.agree(
      request, pickup: hold.request.earliestPickup, fare: fare, at: time)
    if planning.seek(of: request)?.recorded == nil {
      drawFate(of: request, with: driver, until: pickup, at: time, planning, &desk)
    }
    return .kept(span: pickup - time)
  }

  /// Draws whether the passenger calls the booking off before `pickup`, or is not there.
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

  /// Works out when the answer of `driver` to the offer of `request` comes, or that none comes in time.
  mutating func awaitAnswer(
    of driver: DriverIndex, to request: RequestIndex, at time: Milliseconds, _ platform: Platform,
    _ desk: inout Desk
  ) {
    let thinking = answerTime(of: driver, to: request, &desk)
    var limit = Milliseconds.never
    let hold = platform.planning?.holds[request]
    if let planning = platform.planning, let hold {
      // The car must not be there before the driver has said yes.
      let last = planning.soonest(of: driver, at: hold.candidate.from) - Milliseconds(1)
      limit = min(planning.setup.confirmationTimeout, last - time)
    }
    if let society = platform.society {
      platform.answers[request] = society.exchange(
        of: request, with: driver, thinking: thinking, isPlanned: hold != nil, limit: limit, at: time)
    } else {
      platform.answers[request] = OfferAnswer(thinking: thinking, limit: limit)
    }
  }

  /// From the offer of `request` to the answer of `driver`, messages left out.
  private func answerTime(of driver: DriverIndex, to request: RequestIndex, _ desk: inout Desk)
    -> Milliseconds
  {
    guard let planning, planning.holds[request] != nil else { return desk.rules.answerDelay }
    guard !planning.booksAtOnce(request, with: driver) else { return .zero }
    let cycle = UInt64(desk[lastAttemptOf: request].cycle)
    var stream = desk.rules.random.stream(.confirmation, key(of: request), key(of: driver), cycle)
    return planning.setup.confirmation.span(&stream)
  }

  func declineProbability(of driver: DriverIndex, to request: RequestIndex, _ rules: Rules) -> Double {
    guard let planning, planning.holds[request] != nil else { return rules.declineProbability }
    return planning.booksAtOnce(request, with: driver) ? 0 : planning.setup.declineProbability
  }
}

// MARK: - Stops of published trips

extension CarpoolMarket {
  /// Makes a stop at which nobody gets on or off: one of the published trip, or one at which the passenger is not there.
  ///
  /// - Returns: whether the next stop is such a one.
  mutating func passes(
    _ driver: DriverIndex, at time: Milliseconds, _ planning: Planning, _ desk: inout Desk
  ) -> Bool {
    guard let next = fleet.itineraries[driver].stops.first else { return false }
    if let waypoint = next.waypoint {
      let stop = fleet.makeStop(driver)
      record(.waypoint, driver, at: time, leave: stop.leave)
      planning.board.leave(waypoint, of: driver)
      return true
    }
    guard next.isPickup, planning.absent.remove(next.request) != nil else { return false }
    let request = next.request
    drop(request, from: driver, at: time, &desk)
    planning.close(request, .noShow, at: time)
    society?.callOff(request, driver, .byRequester, at: time)
    desk.note(.noShow, provider: driver, request: request)
    desk.records.requests[request].match = nil
    desk.end(request, .cancelledByPassenger, .noShow, at: time)
    lose(request, at: time, &desk)
    return true
  }
}
