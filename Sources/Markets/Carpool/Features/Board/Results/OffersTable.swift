import Metrics
import Quantities
import Simulation
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
  /// A row per published trip.
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
