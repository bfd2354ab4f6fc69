import Matching
import Quantities
import Spaces
import Travellers

/// All requests, in the order of their earliest pickups.
struct WantedRides {
  let requests: [Request]
  let wishes: [Wish]
  /// The maximum span from earliest to latest pickup over all requests; `.never` if any request has no limit.
  private let longestWait: Milliseconds
  let geometry: Geometry
  private let walking: WalkingRules
  /// Whether to compute which rides are still possible once both trips have been announced.
  private let asksTiming: Bool
  /// The meeting points of each request, by the driver's space, as far as computed; empty if nobody walks.
  private var tables: [ObjectIdentifier: [MeetingTable?]] = [:]

  struct Wish {
    /// The request's index.
    let column: Int32
    let earliest: Milliseconds
    let latestPickup: Milliseconds
    /// The time at which the passenger gives up if not picked up, unless the car has arrived and the passenger is
    /// walking to it.
    let patience: Milliseconds
    let latestDropoff: Milliseconds
    let maxRide: Milliseconds
    let origin: Position
    let destination: Position
    /// A lower bound on the duration of a ride between any two meeting points of the request.
    let leastRide: Milliseconds

    /// The time span from the earliest to the latest pickup; `.never`: no limit.
    var longestWait: Milliseconds {
      let latest = min(latestPickup, patience)
      return latest == .never ? .never : latest - earliest
    }
  }

  init(_ requests: [Request], _ spaces: DailySpaces, _ terms: Terms) {
    self.requests = requests
    geometry = spaces.geometry
    walking = terms.walking
    asksTiming = terms.batch.riders == .one
    let base = spaces.base
    let reach = terms.walking.reach
    var wishes = requests.enumerated().map { place, request in
      let promise = terms.promise(for: request)
      let (origin, destination) = (
        base.boundPoint(of: request.origin), base.boundPoint(of: request.destination)
      )
      let straight =
        max(0, base.geometry.distance(origin, destination) - 2 * reach) * base.millisecondsPerMetre
      return Wish(
        column: Int32(place), earliest: max(request.submit, request.earliestPickup),
        latestPickup: promise.latestPickup, patience: request.waitsFrom.saturatingAdd(request.patience),
        latestDropoff: promise.latestDropoff, maxRide: promise.maxRide, origin: origin,
        destination: destination,
        // At another time of day ways may be faster than at the request's time.
        leastRide: spaces.isSameAllDay && reach == 0
          ? request.direct.duration : Milliseconds(Int64(straight)))
    }
    wishes.order { ($0.earliest, $0.column) < ($1.earliest, $1.column) }
    self.wishes = wishes
    longestWait =
      wishes.map(\.longestWait).max() ?? .zero
  }

  /// Returns the rides of the requests that can each be the only one on `trip`, in order of request index.
  mutating func rides(in trip: OfferedTrip) -> [SharedRide] {
    let driver = trip.driver
    let origin = trip.space.boundPoint(of: driver.origin)
    let destination = trip.space.boundPoint(of: driver.destination)
    let pace = trip.space.millisecondsPerMetre
    func least(_ a: Position, _ b: Position) -> Milliseconds {
      Milliseconds(Int64(max(0, geometry.distance(a, b) - walking.reach) * pace))
    }
    var rides: [SharedRide] = []
    for wish in waiting(for: trip) {
      // Straight-line bounds first: most of a city is too far away.
      let pickup = max(driver.depart + least(origin, wish.origin), wish.earliest)
      guard pickup <= min(wish.latestPickup, wish.patience).saturatingAdd(SharedRides.slack) else { continue }
      let arrival = pickup + wish.leastRide + least(wish.destination, destination) + trip.stop + trip.stop
      guard arrival <= trip.latest, let ride = ride(of: wish, in: trip) else { continue }
      rides.append(ride)
    }
    rides.order { $0.column < $1.column }
    return rides
  }

  /// Returns the requests that can be picked up on `trip` between its departure and its latest arrival.
  func waiting(for trip: OfferedTrip) -> ArraySlice<Wish> {
    let depart = trip.driver.depart
    let from = longestWait == .never ? .zero : depart - min(longestWait, depart) - SharedRides.slack
    let start = wishes.partitioningIndex { $0.earliest >= from }
    return wishes[start...].prefix { $0.earliest <= trip.latest }
  }

  /// Returns whether the party of `wish` fits in the driver's car and all required preferences are met.
  func agrees(_ wish: Wish, with driver: Driver) -> Bool {
    let request = requests[Int(wish.column)]
    return request.partySize <= driver.seats && request.luggage <= driver.luggageRoom
      && requiredWishesAgree(request, driver)
  }

  /// Returns the ride of `wish` as the only request on `trip`; nil if infeasible.
  private mutating func ride(of wish: Wish, in trip: OfferedTrip) -> SharedRide? {
    guard agrees(wish, with: trip.driver) else { return nil }
    let request = requests[Int(wish.column)]
    guard walking.reach > 0 else {
      let direct =
        trip.isSameAllDay
        ? request.direct.duration
        : trip.space.duration(from: request.origin, to: request.destination, hub: .origin)
      let there = trip.space.duration(from: trip.driver.origin, to: request.origin, hub: .origin)
      guard let pickup = self.pickup(of: wish, there, walk: .zero, in: trip) else { return nil }
      let back = trip.space.duration(
        from: request.destination, to: trip.driver.destination, hub: .destination)
      func ride(_ pickup: Milliseconds) -> SharedRide? {
        shared(wish, request, in: trip, there, pickup, direct, back, walk: .zero)
      }
      guard asksTiming, var best = ride(pickup) else { return ride(pickup) }
      let knowing = trip.driver.departure(knowing: request)
      let told = self.pickup(of: wish, there, walk: .zero, in: trip, leaving: knowing)
      best.isTimely = told.flatMap(ride) != nil
      return best
    }
    return rideWithWalks(of: wish, request, in: trip)
  }

  /// Returns the ride with each figure minimised over all feasible pairs of meeting points; nil if there is no such
  /// pair.
  private mutating func rideWithWalks(
    of wish: Wish, _ request: Request, in trip: OfferedTrip
  ) -> SharedRide? {
    let table = self.table(of: wish, request, in: trip.space)
    let back = table.dropoffs.map { point in
      trip.space.duration(from: point.place, to: trip.driver.destination, hub: .destination)
    }
    var best: SharedRide?
    for (from, point) in table.pickups.enumerated() {
      let there = trip.space.duration(from: trip.driver.origin, to: point.place, hub: .origin)
      guard let pickup = self.pickup(of: wish, there, walk: point.walk, in: trip) else { continue }
      for (to, end) in table.dropoffs.enumerated() where table.isPair(from, to) {
        guard
          let ride = shared(
            wish, request, in: trip, there, pickup, table.direct(from, to), back[to], walk: end.walk)
        else { continue }
        best = best.map { $0.least(with: ride) } ?? ride
      }
    }
    return best
  }

  /// Returns the time at which both car and passenger are at the pickup; nil if that is too late.
  ///
  /// - Parameter departure: the driver's departure; nil: as early as possible.
  func pickup(
    of wish: Wish, _ there: Milliseconds, walk: Milliseconds, in trip: OfferedTrip,
    leaving departure: Milliseconds? = nil
  ) -> Milliseconds? {
    guard there != .never else { return nil }
    let car = (departure ?? trip.driver.depart) + there
    let pickup = max(car, wish.earliest + walk)
    guard pickup <= wish.latestPickup.saturatingAdd(SharedRides.slack),
      (walk > .zero ? car : pickup) <= wish.patience.saturatingAdd(SharedRides.slack)
    else { return nil }
    return pickup
  }

  /// Returns the ride with driving times `there` to the pickup, `direct` to the drop-off and `back` to the driver's
  /// destination; nil if a limit is violated.
  private func shared(
    _ wish: Wish, _ request: Request, in trip: OfferedTrip, _ there: Milliseconds, _ pickup: Milliseconds,
    _ direct: Milliseconds, _ back: Milliseconds, walk: Milliseconds
  ) -> SharedRide? {
    guard direct != .never, back != .never else { return nil }
    let dropoff = pickup + trip.stop + direct
    guard trip.stop + direct <= wish.maxRide.saturatingAdd(SharedRides.slack),
      dropoff + walk <= wish.latestDropoff.saturatingAdd(SharedRides.slack)
    else { return nil }
    guard dropoff + trip.stop + back <= trip.latest,
      there + trip.stop + direct + trip.stop + back <= trip.longest
    else { return nil }
    return SharedRide(
      column: wish.column,
      driving: max(.zero, there + direct + back - trip.driver.solo.duration - SharedRides.slack),
      seatTime: Int64(request.partySize) * (trip.stop + direct).rawValue)
  }

  private mutating func table(of wish: Wish, _ request: Request, in space: any Space) -> MeetingTable {
    let (key, place) = (ObjectIdentifier(space), Int(wish.column))
    if let table = tables[key]?[place] { return table }
    let table = MeetingTable(from: request.origin, to: request.destination, rules: walking, in: space)
    tables[key, default: Array(repeating: nil, count: requests.count)][place] = table
    return table
  }
}

extension Driver {
  /// Returns the driver's earliest departure for `request` if both trips must have been announced first; a driver who
  /// would have left alone before then keeps that departure.
  fileprivate func departure(knowing request: Request) -> Milliseconds {
    max(depart, min(max(announce, request.submit), departAlone))
  }
}

/// Possible first and second rides of requests with transfers, each considered separately.
extension WantedRides {
  /// Returns the possible first rides of transfers on `trip`: requests that it can pick up in time and drop off on the
  /// way, in order of request index.
  ///
  /// The car drives at least via the pickup to its destination, with one stop at the pickup and one at the transfer.
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
    rides.order { $0.column < $1.column }
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

  /// The drivers who could take a request on the second ride, to its destination: none, one, or several.
  struct Ends {
    fileprivate(set) var first: Int?
    fileprivate(set) var areMore = false

    /// Returns whether any of these drivers is in a row other than `row`.
    func hasOther(than row: Int) -> Bool { areMore || first.map { $0 != row } ?? false }
  }

  /// Returns, for each request, the drivers of `trips` who can stop at its destination in time after a transfer.
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
    /// Returns whether a car that takes `there` to drive to the drop-off and `back` to drive on is in time, with one
    /// earlier stop.
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

  /// Returns a lower bound on the time from `a` to `b`, both of which are bound points of `space`.
  private func leastTime(_ a: Position, _ b: Position, _ space: any Space) -> Milliseconds {
    Milliseconds(Int64(geometry.distance(a, b) * space.millisecondsPerMetre))
  }
}
