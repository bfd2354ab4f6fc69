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
    "A row per published trip: what was offered and what became of it; only of a scenario with a board.",
    key: ["offer_id"], constant: .runID, columns: published + sold)

  private static let published: [Column<OfferRow>] = [
    .driver("offer_id", "The trip, by its driver, as the supply file calls them.") { $0.driver },
    .seconds("publish_s", "When the driver publishes the trip.") { $0.trip.publish },
    .seconds(
      "published_s",
      "When it really appeared on the board: not before the run begins and the driver is verified; empty where it never"
        + " did."
    ) { $0.record.published },
    .seconds("depart_s", "When it departs from its first stop, as published.") { $0.trip.stops.first?.time },
    .seconds("arrive_s", "When it arrives at its last, as published.") { $0.trip.stops.last?.time },
    .count("stops", "Its stops, both ends included.") { $0.trip.stops.count },
    .count("seats", "Free seats, the driver's own not counted.") { $0.offer.seats },
    .boolean("takes_instant", "Whether instant requests may find the car too.") { $0.trip.takesInstant },
    .boolean("books_at_once", "Whether the service accepts for the driver.") { $0.trip.booksAtOnce },
    .money("price", "The price of a seat for the whole trip.") {
      $0.trip.price(from: 0, to: $0.trip.stops.count - 1)
    },
  ]

  private static let sold: [Column<OfferRow>] = [
    .count("bookings", "Reservations that were confirmed, parties counted once.") { $0.tally.bookings },
    .count("riders", "Persons who boarded with a booking.") { $0.tally.riders },
    .money(
      "revenue", "What they pay, commission included.", formula: "sum of price × persons"
    ) { $0.tally.revenue },
    .seconds("called_off_s", "When the driver called the trip off; empty where it was not.") {
      $0.record.calledOff
    },
    .word("outcome", "What became of the trip; see the list of offer outcomes.") { $0.outcome },
  ]
}
