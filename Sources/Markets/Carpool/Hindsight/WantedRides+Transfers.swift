import Matching
import Quantities
import Spaces
import Travellers

/// The possible rides of a request with two drivers, each considered separately.
extension WantedRides {
  /// Returns the requests that `trip` can pick up in time and drop off on the way, in order of index.
  ///
  /// The car drives at least via the pickup to its destination, with a stop there and another on the way.
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
      // The duration of the ride is unknown; boarding takes its time.
      seatTime: Int64(request.partySize) * trip.stop.rawValue)
  }

  /// The drivers that could take a request already on its way to its destination: none, one, or several.
  struct Ends {
    fileprivate(set) var first: Int?
    fileprivate(set) var areMore = false

    /// Returns whether there is one in a row other than `row`.
    func hasOther(than row: Int) -> Bool { areMore || first.map { $0 != row } ?? false }
  }

  /// Returns for each request which of `trips` can stop at its destination in time, after the transfer.
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
    // Two stops for boarding, and the wait between the cars.
    let soonest = wish.earliest + trip.stop + wish.leastRide + rules.leastWait + trip.stop
    /// Returns whether a car that arrives after `there` and continues for `back` is in time; it has made one stop
    /// before.
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

  /// Returns a lower bound on the time from `a` to `b`, both as bound points of `space`.
  private func leastTime(_ a: Position, _ b: Position, _ space: any Space) -> Milliseconds {
    Milliseconds(Int64(geometry.distance(a, b) * space.millisecondsPerMetre))
  }
}
