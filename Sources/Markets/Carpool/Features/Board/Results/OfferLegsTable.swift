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
    "A row per leg of a published trip, from a stop to the next; only of a scenario with a board.",
    key: ["offer_id", "leg"], constant: .runID,
    columns: [
      .driver("offer_id", "The trip, by its driver, as the supply file calls them.") { $0.driver },
      .count(
        "leg", "The leg within the trip, counted from 0: it leads from the stop of that number to the next."
      ) {
        $0.leg
      },
      .coordinate("from_x", "Longitude or x of the stop where it begins.") { $0.coordinates($0.from)?.x },
      .coordinate("from_y", "Latitude or y of that stop.") { $0.coordinates($0.from)?.y },
      .seconds("from_s", "When the trip departs there, as published.") { $0.from.time },
      .coordinate("to_x", "Longitude or x of the stop where it ends.") { $0.coordinates($0.to)?.x },
      .coordinate("to_y", "Latitude or y of that stop.") { $0.coordinates($0.to)?.y },
      .seconds("to_s", "When the trip departs there, or arrives where it ends, as published.") { $0.to.time },
      .metres("way_m", "How long the way is that a car drives without any other stop.") { $0.way },
      .count("seats", "Free seats, the driver's own not counted.") { $0.offer.seats },
      .count("seats_sold", "Persons who rode on it by a booking.") { $0.sold },
      .money("price", "The price of a seat for this leg alone.") {
        $0.trip.price(from: $0.leg, to: $0.leg + 1)
      },
    ])
}
