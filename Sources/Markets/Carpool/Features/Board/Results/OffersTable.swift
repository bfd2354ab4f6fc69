import Board
import Lifecycle
import Metrics
import Quantities
import Simulation
import Spaces
public import Tables
import Travellers

/// A published trip and its outcome.
public struct OfferRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let driver: DriverIndex
  let trip: PublishedTrip
  let record: OfferRecord
  let tally: OfferTally
  let outcome: OfferOutcome

  var offer: Driver { source.pointee.drivers[Int(driver)] }
}

extension CarpoolTable {
  /// One row per published trip.
  public static let offers = Table<OfferRow>(
    "offers",
    "A row per published trip; only in scenarios with a board.",
    key: ["offer_id"], constant: .runID, columns: published + sold)

  private static let published: [Column<OfferRow>] = [
    .driver("offer_id", "The trip, identified by its driver's id in the supply file.") { $0.driver },
    .seconds("publish_s", "The time at which the driver publishes the trip.") { $0.trip.publish },
    .seconds(
      "published_s",
      "The time at which the trip appeared on the board: not before the start of the run or the driver's verification; empty if"
        + " it never did."
    ) { $0.record.published },
    .seconds("depart_s", "The published departure at the first stop.") { $0.trip.stops.first?.time },
    .seconds("arrive_s", "The published arrival at the last stop.") { $0.trip.stops.last?.time },
    .count("stops", "The number of stops, including both ends.") { $0.trip.stops.count },
    .count("seats", "The number of free seats, excluding the driver's.") { $0.offer.seats },
    .boolean("takes_instant", "Whether the car is also available to instant requests.") {
      $0.trip.takesInstant
    },
    .boolean("books_at_once", "Whether the service accepts reservations for the driver.") {
      $0.trip.booksAtOnce
    },
    .money("price", "The seat price for the whole trip.") {
      $0.trip.price(from: 0, to: $0.trip.stops.count - 1)
    },
  ]

  private static let sold: [Column<OfferRow>] = [
    .count("bookings", "Confirmed reservations, each party counted once.") { $0.tally.bookings },
    .count("riders", "Persons who boarded with a booking.") { $0.tally.riders },
    .money(
      "revenue", "The fares of these passengers, including commission.", formula: "sum of price × persons"
    ) { $0.tally.revenue },
    .seconds("called_off_s", "The time at which the driver cancelled the trip; empty if not cancelled.") {
      $0.record.calledOff
    },
    .word("outcome", "The outcome of the trip; see the list of offer outcomes.") { $0.outcome },
  ]
}

/// A leg of a published trip, between consecutive stops.
public struct OfferLegRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let driver: DriverIndex
  let trip: PublishedTrip
  let leg: Int
  let way: Metres
  let sold: Int

  var from: PublishedTrip.Stop { trip.stops[leg] }
  var to: PublishedTrip.Stop { trip.stops[leg + 1] }
  var offer: Driver { source.pointee.drivers[Int(driver)] }

  func coordinates(_ stop: PublishedTrip.Stop) -> Coordinates? {
    source.pointee.coordinates(stop.place.position)
  }
}

extension CarpoolTable {
  /// One row per leg of a published trip.
  public static let offerLegs = Table<OfferLegRow>(
    "offer_legs",
    "A row per leg of a published trip, from one stop to the next; only in scenarios with a board.",
    key: ["offer_id", "leg"], constant: .runID,
    columns: [
      .driver("offer_id", "The trip, identified by its driver's id in the supply file.") { $0.driver },
      .count(
        "leg", "The number of the leg within the trip, from 0: from the stop of this number to the next."
      ) {
        $0.leg
      },
      .coordinate("from_x", "The longitude or x of the first stop of the leg.") {
        $0.coordinates($0.from)?.x
      },
      .coordinate("from_y", "The latitude or y of that stop.") { $0.coordinates($0.from)?.y },
      .seconds("from_s", "The published departure at the first stop of the leg.") { $0.from.time },
      .coordinate("to_x", "The longitude or x of the last stop of the leg.") { $0.coordinates($0.to)?.x },
      .coordinate("to_y", "The latitude or y of that stop.") { $0.coordinates($0.to)?.y },
      .seconds(
        "to_s", "The published departure at the last stop of the leg, or arrival at the end of the trip."
      ) { $0.to.time },
      .metres("way_m", "The driving distance of the leg without other stops.") { $0.way },
      .count("seats", "The number of free seats, excluding the driver's.") { $0.offer.seats },
      .count("seats_sold", "The number of persons who rode on the leg with a booking.") { $0.sold },
      .money("price", "The price of a seat for this leg only.") {
        $0.trip.price(from: $0.leg, to: $0.leg + 1)
      },
    ])
}

/// The seat totals of a published trip.
struct OfferTally: Sendable {
  /// The number of bookings that the driver accepted, one per party.
  var bookings = 0
  /// The number of persons picked up at the stop they had booked.
  var riders = 0
  /// The payments for their seats, in the smallest currency unit.
  var revenue: Int64 = 0
  /// The number of passengers with a booking on each leg.
  var sold: [Int] = []
}

extension CarpoolRun {
  /// The seat totals by driver index; all zero for drivers without a published trip.
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

  /// Returns the length of leg `leg` of the trip published by `driver`.
  func wayMetres(of trip: PublishedTrip, by driver: Int, leg: Int) -> Metres {
    if wayMetres.indices.contains(driver), wayMetres[driver].indices.contains(leg) {
      return wayMetres[driver][leg]
    }
    return geometry.distance(trip.stops[leg].place.position, trip.stops[leg + 1].place.position)
  }

  /// Returns the outcome of the trip published by `driver`.
  func offerOutcome(of driver: Int, hasDeparted: Bool) -> OfferOutcome {
    let record = records.offers[driver]
    if record.calledOff != nil { return .calledOff }
    if record.published == nil, drivers[driver].depart <= records.end { return .neverShown }
    return hasDeparted ? .departed : .inProgress
  }

  /// Whether the car of each driver has departed, by driver index.
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
