import Matching
import Quantities
import Spaces
import Travellers

/// All requests, in the order of the times at which they can be picked up.
struct WantedRides {
  private struct Wish {
    /// The request's place.
    let column: Int32
    let earliest: Milliseconds
    let latestPickup: Milliseconds
    let latestDropoff: Milliseconds
    let maxRide: Milliseconds
    let origin: Position
    let destination: Position
    /// No way between the ends takes less.
    let leastRide: Milliseconds
  }

  private let requests: [Request]
  private let wishes: [Wish]
  /// The longest time that anybody waits from the earliest to the latest pickup; `.never` where somebody waits for ever.
  private let longestWait: Milliseconds
  private let geometry: Geometry

  init(_ requests: [Request], _ spaces: DailySpaces, _ terms: Terms) {
    self.requests = requests
    geometry = spaces.geometry
    let base = spaces.base
    var wishes = requests.enumerated().map { place, request in
      let promise = terms.promise(for: request)
      let patience = request.submit.saturatingAdd(request.patience)
      let (origin, destination) = (
        base.boundPoint(of: request.origin), base.boundPoint(of: request.destination)
      )
      let straight = base.geometry.distance(origin, destination) * base.millisecondsPerMetre
      return Wish(
        column: Int32(place), earliest: max(request.submit, request.earliestPickup),
        latestPickup: min(promise.latestPickup, patience), latestDropoff: promise.latestDropoff,
        maxRide: promise.maxRide, origin: origin, destination: destination,
        // By the clock other ways may be faster than at the request's time.
        leastRide: spaces.isSameAllDay ? request.direct.duration : Milliseconds(Int64(straight)))
    }
    wishes.sort { ($0.earliest, $0.column) < ($1.earliest, $1.column) }
    self.wishes = wishes
    longestWait =
      wishes.map { $0.latestPickup == .never ? .never : $0.latestPickup - $0.earliest }.max() ?? .zero
  }

  /// The requests that can travel on `trip` alone, in the order of their places.
  func rides(in trip: OfferedTrip) -> [SharedRide] {
    let driver = trip.driver
    // Whoever can be picked up on the trip: not before the departure, not after the latest arrival.
    let from =
      longestWait == .never ? .zero : driver.depart - min(longestWait, driver.depart) - SharedRides.slack
    let start = wishes.partitioningIndex { $0.earliest >= from }
    let origin = trip.space.boundPoint(of: driver.origin)
    let destination = trip.space.boundPoint(of: driver.destination)
    let pace = trip.space.millisecondsPerMetre
    var rides: [SharedRide] = []
    for wish in wishes[start...] {
      guard wish.earliest <= trip.latest else { break }
      // Straight lines first: most of a city is too far away.
      let there = Milliseconds(Int64(geometry.distance(origin, wish.origin) * pace))
      let pickup = max(driver.depart + there, wish.earliest)
      guard pickup <= wish.latestPickup.saturatingAdd(SharedRides.slack) else { continue }
      let back = Milliseconds(Int64(geometry.distance(wish.destination, destination) * pace))
      let arrival = pickup + wish.leastRide + back + trip.stop + trip.stop
      guard arrival <= trip.latest, let ride = ride(of: wish, in: trip) else { continue }
      rides.append(ride)
    }
    rides.sort { $0.column < $1.column }
    return rides
  }

  private func ride(of wish: Wish, in trip: OfferedTrip) -> SharedRide? {
    let (request, driver) = (requests[Int(wish.column)], trip.driver)
    guard request.partySize <= driver.seats, request.luggage <= driver.luggageRoom,
      requiredWishesAgree(request, driver)
    else { return nil }
    let slack = SharedRides.slack
    let there = trip.space.duration(from: driver.origin, to: request.origin, hub: .origin)
    guard there != .never else { return nil }
    let pickup = max(driver.depart + there, wish.earliest)
    guard pickup <= wish.latestPickup.saturatingAdd(slack) else { return nil }
    let direct =
      trip.isSameAllDay
      ? request.direct.duration
      : trip.space.duration(from: request.origin, to: request.destination, hub: .origin)
    guard direct != .never else { return nil }
    let dropoff = pickup + trip.stop + direct
    guard trip.stop + direct <= wish.maxRide.saturatingAdd(slack),
      dropoff <= wish.latestDropoff.saturatingAdd(slack)
    else { return nil }
    let back = trip.space.duration(from: request.destination, to: driver.destination, hub: .destination)
    guard back != .never else { return nil }
    let arrival = dropoff + trip.stop + back
    guard arrival <= trip.latest else { return nil }
    return SharedRide(
      column: wish.column, detour: arrival - driver.depart - driver.solo.duration,
      driving: max(.zero, there + direct + back - driver.solo.duration - slack),
      seatTime: Int64(request.partySize) * (trip.stop + direct).rawValue)
  }
}
