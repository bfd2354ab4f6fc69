import Metrics
import Quantities
import Spaces
public import Tables
import Travellers

/// The leg of a published trip from one stop to the next.
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
  /// A row per leg of a published trip.
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
      .coordinate("from_y", "Latitude or y of that stop.") { $0.coordinates($0.from)?.y },
      .seconds("from_s", "The published departure at the first stop of the leg.") { $0.from.time },
      .coordinate("to_x", "The longitude or x of the last stop of the leg.") { $0.coordinates($0.to)?.x },
      .coordinate("to_y", "Latitude or y of that stop.") { $0.coordinates($0.to)?.y },
      .seconds(
        "to_s", "The published departure at the last stop of the leg, or arrival at the end of the trip."
      ) { $0.to.time },
      .metres("way_m", "The driving distance of the leg without other stops.") { $0.way },
      .count("seats", "Free seats, the driver's own not counted.") { $0.offer.seats },
      .count("seats_sold", "Persons who rode on it by a booking.") { $0.sold },
      .money("price", "The price of a seat for this leg alone.") {
        $0.trip.price(from: $0.leg, to: $0.leg + 1)
      },
    ])
}
