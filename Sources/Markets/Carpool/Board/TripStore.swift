import Quantities
import Spaces
import Travellers

/// All trips that are ever published, with their free seats, stored as lists of trips, stops, legs and prices.
struct TripStore {
  /// The trips by driver; for drivers who publish nothing, trips without stops.
  var trips: [Trip] = []
  private(set) var stops: [Stop] = []
  /// By stop: the leg that begins there; unused for the last stop of a trip.
  var legs: [Leg] = []
  private var prices: [Int64] = []

  struct Trip {
    /// The index of the trip's first stop.
    let firstStop: Int32
    let firstPrice: Int32
    /// The number of stops.
    let count: Int32
    /// The number, from 0, of the first stop that the car has not yet left.
    var open: Int32 = 0
    /// The driver's displayed rating, in thousandths of a star.
    var milliStars: Int32 = 0
    let seats: Int16
    let luggageRoom: Int16
    var state = State.unpublished
    /// The number of the last search that examined the trip.
    var lastSearch = 0

    enum State: UInt8 { case unpublished, onBoard, withdrawn }

    var isOnBoard: Bool { state == .onBoard }

    /// The indices of the stops in the list of all stops.
    var stops: Range<Int> { Int(firstStop)..<Int(firstStop + count) }
  }

  struct Stop {
    let position: Position
    let time: Milliseconds
  }

  struct Leg {
    var seats: Int16 = 0
    var luggage: Int16 = 0
  }

  init(drivers: [Driver], trips published: [PublishedTrip?]) {
    trips.reserveCapacity(drivers.count)
    for (driver, trip) in zip(drivers, published) {
      let stopsOfTrip = trip?.stops ?? []
      precondition(
        zip(stopsOfTrip, stopsOfTrip.dropFirst()).allSatisfy { $0.time <= $1.time },
        "stops in the order of time")
      trips.append(
        Trip(
          firstStop: Int32(stops.count), firstPrice: Int32(prices.count), count: Int32(stopsOfTrip.count),
          seats: driver.seats, luggageRoom: driver.luggageRoom))
      stops += stopsOfTrip.map { Stop(position: $0.place.position, time: $0.time) }
      legs += stopsOfTrip.map { _ in Leg(seats: driver.seats, luggage: driver.luggageRoom) }
      prices += trip?.prices ?? []
    }
  }

  /// Returns the times of the first and the last stop of `trip`.
  func times(of trip: Trip) -> (start: Milliseconds, end: Milliseconds) {
    (stops[Int(trip.firstStop)].time, stops[Int(trip.firstStop + trip.count - 1)].time)
  }

  /// Returns the price of a seat from stop `from` to stop `to` of `trip`, in the smallest currency unit.
  func price(of trip: Trip, from: Int, to: Int) -> Int64 {
    prices[
      Int(trip.firstPrice) + PublishedTrip.place(ofPriceFrom: from, to: to, stops: Int(trip.count))]
  }
}
