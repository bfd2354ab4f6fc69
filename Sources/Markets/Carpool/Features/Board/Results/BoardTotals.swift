import Board
import Community
import Lifecycle
import Metrics
import Models
import Quantities
public import Simulation
import Spaces
import Travellers

/// The totals from which the board's figures are computed, collected in one pass over its records.
struct BoardTotals: Sendable {
  // Settled requests that plan ahead, submitted after the warm-up.
  var seeks = 0
  var booked = 0
  var ridden = 0
  // Of their bookings that a driver confirmed.
  var leadTimes: [Double] = []
  /// The prices in units of the currency.
  var prices: [Double] = []
  // Of the bookings that were ridden.
  var walkMetres: [Double] = []
  var walkTimes: [Double] = []
  /// The ratio of walking and riding time to direct travel time, for each completed booking.
  var travelFactors: [Double] = []
  // Of all published trips, over the whole run.
  var published = 0
  var soldMetres = 0.0
  /// The seat metres offered on trips that departed.
  var seatMetres = 0.0

  /// Collects the totals of `run`, whose board has `rules`.
  init(of run: CarpoolRun, _ rules: BoardRules) {
    addBookings(run, rules)
    addOffers(run)
  }

  private mutating func addBookings(_ run: CarpoolRun, _ rules: BoardRules) {
    func counts(_ row: Int) -> Bool {
      run.isSettled(row) && run.seeks[row] != nil
    }
    seeks = run.requests.indices.count(where: counts)
    var haveBooked = [Bool](repeating: false, count: run.requests.count)
    for booking in run.records.bookings {
      let row = Int(booking.request)
      let attempt = run.records.attempts[booking.attempt]
      guard counts(row), attempt.outcome == .accepted, let seat = booking.candidate,
        let trip = run.trips[Int(seat.driver)]
      else { continue }
      if !haveBooked[row] { booked += 1 }
      haveBooked[row] = true
      leadTimes.append((trip.stops[seat.from].time - attempt.answered).seconds)
      prices.append(Double(seat.price) / Double(run.currency.scale))
      guard booking.fate == .ridden else { continue }
      ridden += 1
      let walk = rules.walkingTime(of: seat)
      walkMetres.append(seat.walkToStop + seat.walkFromStop)
      walkTimes.append(walk.seconds)
      let direct = run.requests[row].direct.duration
      guard direct > .zero, let ride = run.records.requests[row].ride else { continue }
      travelFactors.append((ride + walk).seconds / direct.seconds)
    }
  }

  private mutating func addOffers(_ run: CarpoolRun) {
    let (tallies, haveDeparted) = (run.offerTallies, run.haveDeparted)
    for (driver, trip) in run.trips.enumerated() {
      guard let trip, run.records.offers[driver].published != nil else { continue }
      published += 1
      guard run.offerOutcome(of: driver, hasDeparted: haveDeparted[driver]) == .departed else { continue }
      for (leg, sold) in tallies[driver].sold.enumerated() {
        let way = run.wayMetres(of: trip, by: driver, leg: leg)
        soldMetres += Double(sold) * way
        seatMetres += Double(run.drivers[driver].seats) * way
      }
    }
  }
}

extension CarpoolFigure {
  static let ofBoard = [
    Self(.bookingRate, .number { $0.board.flatMap { RunTotals.share($0.booked, of: $0.seeks) } }),
    Self(.bookingRideRate, .number { $0.board.flatMap { RunTotals.share($0.ridden, of: $0.seeks) } }),
    Self(.leadTime, .sample { $0.board?.leadTimes ?? [] }),
    Self(.price, .sample { $0.board?.prices ?? [] }),
    Self(.totalTravelFactor, .sample { $0.board?.travelFactors ?? [] }),
    Self(.published, .number { $0.board.map { Double($0.published) } }),
    Self(.soldSeatKilometres, .number { $0.board.map { $0.soldMetres / 1000 } }),
    Self(.soldSeatRatio, .number { $0.board.flatMap { RunTotals.quotient($0.soldMetres, $0.seatMetres) } }),
  ]
}

extension BookingFate {
  /// The meaning of the outcome, in one sentence.
  public var meaning: String {
    switch self {
    case .none: "The reservation failed; the outcome of the attempt gives the reason."
    case .reserved: "The driver had not answered when the run ended."
    case .booked: "The driver had accepted, and the car had not arrived when the run ended."
    case .ridden: "The passenger boarded."
    case .cancelledByPassenger: "The passenger cancelled the booking before the pickup."
    case .cancelledByDriver: "The driver cancelled the trip, or this passenger."
    case .noShow: "The passenger was not at the stop."
    }
  }
}

extension OfferOutcome {
  /// The meaning of the outcome, in one sentence.
  public var meaning: String {
    switch self {
    case .departed: "The trip was on the board, and the car departed."
    case .calledOff: "The driver cancelled the published trip and drove alone."
    case .neverShown:
      "The trip never appeared on the board: the driver was not verified in time, or had left the service."
    case .inProgress: "The run was cut off before the departure."
    }
  }
}

extension Feature<CarpoolRun> {
  /// The board feature: trips are published, and their seats can be booked.
  static var board: Self {
    Feature(
      ["board"], isPart: { $0.board != nil }, tables: CarpoolRun.tablesOfBoard,
      extras: CarpoolRun.extras(
        CarpoolFigure.ofBoard, causes: [.nonePublished, .tooFar, .tooDear, .noShow, .calledOff]))
  }

  /// The late-answer feature: drivers' answers may come late.
  static var lateAnswers: Self {
    Feature(
      ["board"], ["channel"], isPart: { $0.has(.board) || $0.has(.channel) },
      extras: [
        Placed(
          CarpoolFigure(.offersUnanswered, .number { RunTotals.share($0.unanswered, of: $0.offers) }),
          after: Metric.verifiedRatio.name), Cause.unanswered,
      ])
  }
}
