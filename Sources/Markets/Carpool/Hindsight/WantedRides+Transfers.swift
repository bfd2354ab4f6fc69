import Matching
import Quantities
import Spaces
import Travellers

/// The rides that two drivers could give a request between them, each looked at alone.
extension WantedRides {
  /// The requests that `trip` can pick up in time, to let them off on the way, in the order of their places.
  ///
  /// The car drives at least by the pickup to its destination, with a stop at the one and a stop on the way.
  func beginnings(in trip: OfferedTrip) -> [SharedRide] {
    let driver = trip.driver
    let (origin, destination) = (
      trip.space.boundPoint(of: driver.origin), trip.space.boundPoint(of: driver.destination)
    )
    func least(_ a: Position, _ b: Position) -> Milliseconds { leastTime(a, b, trip.space) }
    var rides: [SharedRide] = []
    for wish in waiting(for: trip) {
      let pickup = max(driver.depart + least(origin, wish.origin), wish.earliest)
      guard pickup <= min(wish.latestPickup, wish.patience).saturatingAdd(SharedRides.slack),
        pickup + trip.stop + least(wish.origin, destination) + trip.stop <= trip.latest,
        agrees(wish, with: driver), let ride = beginning(of: wish, in: trip)
      else { continue }
      rides.append(ride)
    }
    rides.sort { $0.column < $1.column }
    return rides
  }

  private func beginning(of wish: Wish, in trip: OfferedTrip) -> SharedRide? {
    let request = requests[Int(wish.column)]
    let there = trip.space.duration(from: trip.driver.origin, to: request.origin, hub: .origin)
    guard let pickup = pickup(of: wish, there, walk: .zero, in: trip) else { return nil }
    let on = trip.space.duration(from: request.origin, to: trip.driver.destination, hub: .destination)
    guard on != .never, pickup + trip.stop + on + trip.stop <= trip.latest else { return nil }
    return SharedRide(
      column: wish.column,
      driving: max(.zero, there + on - trip.driver.solo.duration - SharedRides.slack),
      // How long they ride is not known; boarding takes its time.
      seatTime: Int64(request.partySize) * trip.stop.rawValue)
  }

  /// The drivers that could bring a request to its destination that was picked up by another one: none, one, or more
  /// than one.
  struct Ends {
    fileprivate(set) var first: Int?
    fileprivate(set) var areMore = false

    /// Tells whether there is one in another row than `row`.
    func hasOther(than row: Int) -> Bool { areMore || first.map { $0 != row } ?? false }
  }

  /// Returns for each request which of `trips` can make a stop at its destination in time, once the passenger has transferred.
  func ends(in trips: [OfferedTrip?], _ rules: TransferRules) -> [Ends] {
    var ends = Array(repeating: Ends(), count: requests.count)
    for wish in wishes {
      for (row, trip) in trips.enumerated() {
        guard let trip, canEnd(wish, in: trip, rules) else { continue }
        let isSecond = ends[Int(wish.column)].first != nil
        if isSecond { ends[Int(wish.column)].areMore = true } else { ends[Int(wish.column)].first = row }
        if isSecond { break }
      }
    }
    return ends
  }

  private func canEnd(_ wish: Wish, in trip: OfferedTrip, _ rules: TransferRules) -> Bool {
    let request = requests[Int(wish.column)]
    let driver = trip.driver
    // Two stops to get on, and the wait between the cars.
    let soonest = wish.earliest + trip.stop + wish.leastRide + rules.leastWait + trip.stop
    /// Tells whether the car is in time that comes there after `there` and goes on for `back`; it has made a stop before.
    func isInTime(_ there: Milliseconds, _ back: Milliseconds) -> Bool {
      guard there != .never, back != .never else { return false }
      let dropoff = max(driver.depart + there + trip.stop, soonest - SharedRides.slack)
      return dropoff <= wish.latestDropoff.saturatingAdd(SharedRides.slack)
        && dropoff + trip.stop + back <= trip.latest
    }
    let (origin, destination) = (
      trip.space.boundPoint(of: driver.origin), trip.space.boundPoint(of: driver.destination)
    )
    return isInTime(
      leastTime(origin, wish.destination, trip.space), leastTime(wish.destination, destination, trip.space))
      && agrees(wish, with: driver)
      && isInTime(
        trip.space.duration(from: driver.origin, to: request.destination, hub: .destination),
        trip.space.duration(from: request.destination, to: driver.destination, hub: .origin))
  }

  /// No car is faster from `a` to `b`, both as `space` bounds them.
  private func leastTime(_ a: Position, _ b: Position, _ space: any Space) -> Milliseconds {
    Milliseconds(Int64(geometry.distance(a, b) * space.millisecondsPerMetre))
  }
}
