import Board
import Community
import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

extension CarpoolMarket {
  mutating func rejection(
    of driver: DriverIndex, by request: RequestIndex, at time: Milliseconds, _ desk: inout Desk
  ) -> Rejection<Cause>? {
    first(&desk) { $0.rejection(of: driver, by: request, at: time, &$1, &$2) }
  }

  /// Makes an offer to `driver`, who receives no other offers until the answer.
  mutating func hold(
    _ request: RequestIndex, with driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    cars.drivers[driver].offers += 1
    if !any(&desk, { $0.keepsSeat(request, at: time, &$1, &$2) }) { fleet.reserve(driver) }
    each(&desk) { $0.offered(request, to: driver, at: time, &$1, $2) }
    awaitAnswer(of: driver, to: request, at: time, &desk)
  }

  mutating func release(
    _ request: RequestIndex, from driver: DriverIndex, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    if reason == .declined { cars.drivers[driver].declines += 1 }
    if !any(&desk, { $0.releasesSeat(request, from: driver, at: time, &$1, &$2) }) {
      fleet.release(driver, at: time)
    }
    each { $0.released(request, at: time, fleet) }
  }

  /// Handles the driver's acceptance: re-evaluates the insertion from the true position, and adds it to the plan if it
  /// is still feasible.
  mutating func commit(
    _ request: RequestIndex, to driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<Cause> {
    if let commitment = first(&desk, { $0.commit(request, at: time, &$1, &$2) }) { return commitment }
    let restated = restated(request)
    let input = restated ?? requests[request]
    let promise = setup.terms.promise(for: input)
    guard fleet.isActive(driver) else {
      desk[lastAttemptOf: request].bindingLimit = .seats
      return .lapsed(.lapsed)
    }
    var inquiry =
      restated == nil
      ? Inquiry(request, of: requests, promise: promise, at: time)
      : Inquiry(input, as: request, promise: promise, at: time)
    let attempt = desk[lastAttemptOf: request]
    if let meeting = meetings[attempt.meeting] {
      // The passenger set out when the offer was made.
      inquiry = fleet.inquiry(inquiry, meeting: meeting, start: attempt.time)
    }
    let result = fleet.evaluate(inquiry, into: driver, from: .actual)
    guard let insertion = result.best else {
      desk[lastAttemptOf: request].bindingLimit = result.bindingLimit
      return .lapsed(.lapsed)
    }
    let fare = fare(of: request, input, with: driver)
    if let cause = first({ $0.lapse(of: request, fare) }) { return .lapsed(cause) }
    let metres = fleet.addedMetres(
      of: inquiry.request, by: insertion, to: driver, at: time, from: .actual)
    keepTrack(of: driver, before: time)
    each { $0.takesOn(driver, at: time, fleet) }
    fleet.accept(inquiry, insertion: insertion, by: driver)
    fleet.release(driver, at: time)
    if setup.terms.batch.riders == .one { fleet.withdraw(driver) }
    scheduleNextStop(driver, &desk)
    var match = MatchRecord(
      time: time, driver: driver, latestPickup: promise.latestPickup, latestDropoff: promise.latestDropoff,
      detour: insertion.detour, detourMetres: metres, agreement: result.agreement,
      cost: result.cost)
    match.meeting = attempt.meeting
    // Who is taken on behind a change was matched before.
    if !any({ $0.isUnderWay(request) }) { desk.records.requests[request].match = match }
    each { $0.planChanged(of: driver, fleet) }
    each(&desk) {
      $0.agreed(
        request, with: driver, pickup: time + insertion.timeToPickup, fare: fare, at: time, &$1, &$2)
    }
    return .kept(span: insertion.timeToPickup)
  }

  /// Undoes a match by removing the passenger, who has not been picked up, from the driver's plan.
  mutating func undo(
    _ request: RequestIndex, with driver: DriverIndex, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    if any(&desk, { $0.undoes(request, with: driver, because: reason, at: time, &$1, &$2) }) { return }
    drop(request, from: driver, at: time, &desk)
    if !any({ $0.isUnderWay(request) }) { desk.records.requests[request].match = nil }
    each(&desk) { $0.undone(request, with: driver, because: reason, at: time, &$1, &$2) }
  }

  /// Removes the stops of `request` from the plan of `driver`.
  mutating func drop(
    _ request: RequestIndex, from driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    keepTrack(of: driver, before: time)
    fleet.drop(request, from: driver, at: time)
    // A driver with a seat reserved on the board may not have announced the trip yet, or may have cancelled it.
    if setup.terms.batch.riders == .one, fleet.isWithdrawn(driver), !hasWithdrawn(driver) {
      fleet.announce(driver, at: time)
    }
    scheduleNextStop(driver, &desk)
    each { $0.planChanged(of: driver, fleet) }
  }
}

// MARK: - What drivers answer to an offer, and when

extension CarpoolMarket {
  /// Determines how the offer of `request` to `driver` ends: with an answer, and when, or without one in time.
  mutating func awaitAnswer(
    of driver: DriverIndex, to request: RequestIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    guard hasFeatures else { return }
    var offer = OpenOffer(thinking: desk.rules.answerDelay)
    for feature in features { feature.change(&offer, of: request, to: driver, at: time, self, desk) }
    let planned = offer.isPlanned ? OfferEnd(thinking: offer.thinking, limit: offer.limit) : nil
    answers[request] = offer.end ?? planned
  }

  func declineProbability(of driver: DriverIndex, to request: RequestIndex, _ rules: Rules) -> Double {
    first { $0.declineProbability(of: driver, to: request) } ?? rules.declineProbability
  }

  /// Returns the probability that the passenger of `request` cancels a new match.
  func cancelProbability(of request: RequestIndex, _ rules: Rules) -> Double {
    any { $0.keepsRide(request) } ? 0 : rules.requesterCancelProbability
  }

  mutating func callOff(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Cause {
    first(&desk) { feature, _, desk in feature.cause(ofCancelling: request, at: time, desk) } ?? .calledOff
  }

  func companion(of request: RequestIndex) -> DriverIndex? { first { $0.companion(of: request) } }

  func answerDelay(
    of driver: DriverIndex, to request: RequestIndex, cycle: Int32, _ rules: Rules
  ) -> Milliseconds {
    answers[request]?.delay ?? rules.answerDelay
  }

  func silence(of driver: DriverIndex, to request: RequestIndex) -> Silence<Cause>? {
    answers[request]?.silence
  }
}

/// When and how an offer ends.
struct OfferEnd {
  /// The time from the offer to its end.
  var delay: Milliseconds
  /// The reason why there is no answer; nil if there is one.
  var silence: Silence<Cause>?

  init(delay: Milliseconds, silence: Silence<Cause>?) {
    self.delay = delay
    self.silence = silence
  }

  /// Creates the end of an offer that is received immediately: an answer after `thinking`, or none if that exceeds
  /// `limit`.
  init(thinking: Milliseconds, limit: Milliseconds) {
    delay = min(thinking, limit)
    silence = thinking <= limit ? nil : Silence(.unanswered, because: .unanswered)
  }
}

/// An open offer, whose end features may change.
struct OpenOffer {
  /// The time from the offer to the driver's answer, excluding message delays.
  var thinking: Milliseconds
  /// The maximum time for which the service waits for an answer.
  var limit = Milliseconds.never
  /// Whether a seat on a planned trip is offered in advance.
  var isPlanned = false
  /// The end of the offer if it depends on message delays; nil if messages arrive immediately.
  var end: OfferEnd?

  init(thinking: Milliseconds) { self.thinking = thinking }
}

/// The price of a ride.
enum Fare {
  /// The price determined by the rule from the party's direct distance; at most `mostForSeat` per seat.
  case distance(RequestIndex, Request, mostForSeat: Int64)
  /// The price for the party, in the smallest currency unit.
  case amount(Int64)
}

extension CarpoolMarket {
  /// Returns the rule-based price for a ride of `request`, whose current form is `input`, in the car of `driver`.
  func fare(of request: RequestIndex, _ input: Request, with driver: DriverIndex) -> Fare {
    .distance(
      request, input,
      mostForSeat: first { $0.mostForSeat(over: input.direct.metres, with: driver) } ?? .max)
  }
}
