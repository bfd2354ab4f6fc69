import Community
import EventKernel
import Lifecycle
import Matching
import Quantities
import Statistics
import Travellers

/// The people in a run: who may participate, what rides cost them, and how messages reach them.
extension Society: CarpoolFeature {
  var schedulesAnnouncements: Bool { true }
  var acquaintance: (any Acquaintance)? { hasWishes ? self : nil }

  func open(_ market: borrowing CarpoolMarket) {
    decideApplications(driversAt: market.setup.drivers.places.map { market.arrival(of: $0) })
  }

  // MARK: - Drivers

  func hasWithdrawn(_ driver: DriverIndex) -> Bool { hasLeft(driver) }

  func announced(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    if let since = silent(driver, at: time) { market.fleet.lose(driver, at: since) }
    if let next = nextChange(of: driver, after: time) { desk.schedule(CarpoolStep(.phone, driver), at: next) }
  }

  private func changePhone(
    of driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    guard market.fleet.isUnderWay(driver) else { return }
    if silent(driver, at: time) == nil { market.fleet.regain(driver, at: time) }
    announced(driver, at: time, &market, &desk)
  }

  func take(_ step: CarpoolStep, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk) {
    switch step.kind {
    case .phone: changePhone(of: step.driver, at: time, &market, &desk)
    case .showReview:
      let trips = show(step.review)
      for feature in market.features { feature.rated(trips, market) }
    case .drive, .announce, .publish, .callOff, .giveUp, .leave, .cancelSecond: break
    }
  }

  // MARK: - Requests

  func admits(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool {
    if let cause = absence(of: request) {
      desk.end(request, .notSubmitted, cause, at: time)
      return false
    }
    register(request, at: time)
    return true
  }

  func receive(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Reception? {
    guard !market.isProbe(request) else { return nil }
    if let arrival = hear(request, at: time) { return arrival > time ? .later(arrival) : nil }
    desk.end(request, .unmatched, .undelivered, at: time)
    market.lose(request, at: time, &desk)
    return .over
  }

  // MARK: - Offers and rides

  func price(of fare: Fare) -> Int64? { hasMoney ? amount(fare) : nil }

  func change(
    _ offer: inout OpenOffer, of request: RequestIndex, to driver: DriverIndex, at time: Milliseconds,
    _ market: borrowing CarpoolMarket, _ desk: borrowing Desk
  ) {
    offer.end = exchange(
      of: request, with: driver, thinking: offer.thinking, isPlanned: offer.isPlanned, limit: offer.limit,
      at: time)
  }

  func agreed(
    _ request: RequestIndex, with driver: DriverIndex, pickup: Milliseconds, fare: Fare,
    at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    agree(request, pickup: pickup, fare: fare, at: time)
  }

  func undone(
    _ request: RequestIndex, with driver: DriverIndex, because reason: Cancellation, at time: Milliseconds,
    _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    callOff(request, driver, reason, at: time)
  }

  /// Handles the drop-off of the party: the fare is paid, and both sides rate each other.
  func droppedOff(
    _ request: RequestIndex, by driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: inout Desk
  ) {
    let reviews = moderated.count
    let most = most(for: request, by: driver, market, desk)
    settle(
      request, desk.records.requests[request], asked: market.requests[request], by: driver, atMost: most,
      at: time)
    for number in reviews..<moderated.count where !moderated[number].verdict.isRejected {
      desk.schedule(CarpoolStep(showReview: number), at: moderated[number].verdict.way.decided)
    }
    let trips = trips(of: driver, request)
    for feature in market.features { feature.rated(trips, market) }
  }

  /// Returns the maximum price of the ride of `request`, by the distance ridden in the car of `driver`, which may be
  /// shorter than the direct distance on which the agreed fare is based. A seat booked on the board keeps its price.
  private func most(
    for request: RequestIndex, by driver: DriverIndex, _ market: borrowing CarpoolMarket,
    _ desk: borrowing Desk
  ) -> Int64 {
    let metres = desk.records.requests[request].rideMetres
    guard !desk[lastAttemptOf: request].isPlanned,
      let seat = market.first({ $0.mostForSeat(over: metres, with: driver) })
    else { return .max }
    let (most, isTooMuch) = seat.multipliedReportingOverflow(by: Int64(market.requests[request].partySize))
    return isTooMuch ? .max : most
  }

  func leave(in records: inout RunRecords) {
    records.messages = messages
    records.reviews = reviews
    records.friendships = friendships
    records.society = self.records
  }
}

extension OfferEnd {
  /// Creates the end of an offer from its message exchange.
  init(_ exchange: OfferExchange) {
    let silence: Silence<Cause>? =
      switch exchange.end {
      case .answered: nil
      case .undelivered: Silence(.undelivered, because: .undelivered)
      case .unanswered: Silence(.unanswered, because: .unanswered)
      }
    self.init(delay: exchange.delay, silence: silence)
  }
}
