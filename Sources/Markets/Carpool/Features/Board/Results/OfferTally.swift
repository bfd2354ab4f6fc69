import Board
import Lifecycle
import Quantities
import Simulation
import Spaces
import Travellers

/// The tally of the seats of a published trip.
struct OfferTally: Sendable {
  /// Seats for which the driver accepted, each party counted once.
  var bookings = 0
  /// Persons who were picked up at the stop they had booked.
  var riders = 0
  /// The payments for these seats, in the smallest unit of money.
  var revenue: Int64 = 0
  /// The number of persons on each leg.
  var sold: [Int] = []
}

extension CarpoolRun {
  /// The tallies by driver index; all zero for drivers who publish nothing.
  var offerTallies: [OfferTally] {
    var tallies = trips.map { OfferTally(sold: Array(repeating: 0, count: ($0?.stops.count ?? 1) - 1)) }
    for booking in records.bookings {
      guard let seat = booking.candidate, records.attempts[booking.attempt].outcome == .accepted else {
        continue
      }
      let driver = Int(seat.driver)
      tallies[driver].bookings += 1
      guard booking.fate == .ridden else { continue }
      let persons = requests[Int(booking.request)].partySize
      tallies[driver].riders += Int(persons)
      tallies[driver].revenue += seat.price * Int64(persons)
      for leg in seat.from..<seat.to { tallies[driver].sold[leg] += Int(persons) }
    }
    return tallies
  }

  /// Returns the length of leg `leg` of the trip that `driver` publishes.
  func wayMetres(of trip: PublishedTrip, by driver: Int, leg: Int) -> Metres {
    if wayMetres.indices.contains(driver), wayMetres[driver].indices.contains(leg) {
      return wayMetres[driver][leg]
    }
    return geometry.distance(trip.stops[leg].place.position, trip.stops[leg + 1].place.position)
  }

  /// Returns the outcome of the trip that `driver` publishes.
  func offerOutcome(of driver: Int, hasDeparted: Bool) -> OfferOutcome {
    let record = records.offers[driver]
    if record.calledOff != nil { return .calledOff }
    if record.published == nil, drivers[driver].depart <= records.end { return .neverShown }
    return hasDeparted ? .departed : .inProgress
  }

  /// For each driver, by index, whether the car has departed.
  var haveDeparted: [Bool] {
    var haveDeparted = [Bool](repeating: false, count: drivers.count)
    for stop in records.stops where stop.kind == .depart { haveDeparted[Int(stop.driver)] = true }
    return haveDeparted
  }
}

/// The outcome of a published trip; the raw value is the name in offers.csv.
public enum OfferOutcome: String, CaseIterable, Sendable {
  case departed
  case calledOff = "called_off"
  case neverShown = "never_shown"
  case inProgress = "in_progress"
}
