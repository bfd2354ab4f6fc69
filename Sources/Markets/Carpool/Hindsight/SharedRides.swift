import Assignment
import Matching
import Quantities
import Spaces
import Travellers

/// The rides possible with perfect information, as a graph with one row per driver and one column per request; the
/// costs of pairs are irrelevant.
struct SharedRides {
  private(set) var graph: PairGraph
  /// By row: an upper bound on the number of requests that the driver can serve.
  private(set) var most: [Int32] = []
  /// By row: the columns whose pair is still possible once both trips have been announced.
  private(set) var timely: [[Int32]] = []

  /// A bound on the cumulative rounding error of routes with many legs: a pair that exceeds a limit by less is
  /// accepted.
  static let slack = Milliseconds(20)

  /// Creates an instance without rides.
  private init(requests: Int) { graph = PairGraph(columns: requests) }

  private mutating func append(_ rides: [SharedRide], in trip: OfferedTrip?) {
    graph.appendRow(rides.map { ($0.column, 0) })
    most.append(trip?.most(of: rides) ?? 0)
    timely.append(rides.filter(\.isTimely).map(\.column))
  }

  /// Returns, as `alone`, the rides in which one driver takes a request for the whole trip. If the terms allow
  /// transfers, `changing` adds the rides in which a driver might take a request for the first part of the trip.
  static func find(
    _ drivers: [Driver], _ requests: [Request], _ spaces: DailySpaces, _ terms: Terms
  ) -> (alone: SharedRides, changing: SharedRides?) {
    var alone = SharedRides(requests: requests.count)
    var wants = WantedRides(requests, spaces, terms)
    let trips = drivers.map { driver in
      driver.refusal == nil && driver.solo != .none ? OfferedTrip(driver, spaces, terms) : nil
    }
    let rides = trips.map { trip in trip.map { wants.rides(in: $0) } ?? [] }
    for (rides, trip) in zip(rides, trips) { alone.append(rides, in: trip) }
    guard let rules = terms.transfer else { return (alone, nil) }
    var changing = SharedRides(requests: requests.count)
    let ends = wants.ends(in: trips, rules)
    for (row, trip) in trips.enumerated() {
      let begun = trip.map { wants.beginnings(in: $0) } ?? []
      let others = begun.filter { ends[Int($0.column)].hasOther(than: row) }
      changing.append(SharedRide.least(rides[row], others), in: trip)
    }
    return (alone, changing)
  }
}

/// The ride of a single request in a driver's car, for the whole trip or to a transfer.
struct SharedRide {
  /// The request's index.
  let column: Int32
  /// The driver's added driving, without stops and waiting.
  let driving: Milliseconds
  /// The ride duration × the number of persons.
  let seatTime: Int64
  /// Whether the ride is still possible once both trips have been announced; false if not computed, or if passengers
  /// walk.
  var isTimely = false

  /// Returns the minimum of each figure over this ride and `other`, a ride of the same request.
  func least(with other: SharedRide) -> SharedRide {
    SharedRide(
      column: column, driving: min(driving, other.driving), seatTime: min(seatTime, other.seatTime))
  }

  /// Merges two lists of rides, both in the order of requests; for a request in both lists, takes the minimum of each
  /// figure.
  static func least(_ rides: [SharedRide], _ others: [SharedRide]) -> [SharedRide] {
    var all: [SharedRide] = []
    all.reserveCapacity(rides.count + others.count)
    var place = 0
    for other in others {
      while place < rides.count, rides[place].column < other.column {
        all.append(rides[place])
        place += 1
      }
      if place < rides.count, rides[place].column == other.column {
        all.append(other.least(with: rides[place]))
        place += 1
      } else {
        all.append(other)
      }
    }
    return all + rides[place...]
  }
}

/// The trip offered by a driver.
struct OfferedTrip {
  let driver: Driver
  let space: any Space
  let stop: Milliseconds
  /// The latest arrival that meets every limit.
  let latest: Milliseconds
  /// For a driver with a flexible departure, the maximum time from departure to arrival that meets the limits; `.never`
  /// for others.
  let longest: Milliseconds
  let isSameAllDay: Bool

  init(_ driver: Driver, _ spaces: DailySpaces, _ terms: Terms) {
    self.driver = driver
    space = spaces.space(at: driver.depart)
    isSameAllDay = spaces.isSameAllDay
    stop = terms.stopDuration
    var detour = driver.maxDetour
    let share = driver.maxDetourRatio * Double(driver.solo.duration.rawValue)
    if share < 1e15 { detour = min(detour, Milliseconds(Int64(share.rounded(.up)))) }
    let arrival = driver.depart.saturatingAdd(driver.solo.duration)
    let ownTime = driver.solo.duration.saturatingAdd(detour).saturatingAdd(SharedRides.slack)
    longest = driver.isFlexible ? ownTime : .never
    latest =
      (driver.isFlexible ? driver.latestArrival : min(driver.latestArrival, arrival.saturatingAdd(detour)))
      .saturatingAdd(SharedRides.slack)
  }

  /// Returns an upper bound on the number of `rides` that fit in one plan.
  ///
  /// Two limits apply: the car's spare time, for two stops per ride and the longest detour among the rides, and the
  /// car's seat time during its trip.
  func most(of rides: [SharedRide]) -> Int32 {
    guard latest != .never else { return Int32(rides.count) }
    let spare = (min(latest - driver.depart, longest) - driver.solo.duration).rawValue
    var byDriving = rides.map(\.driving.rawValue)
    byDriving.sort()
    // The n-th least driving is a lower bound for the farthest of n.
    let byStops =
      byDriving.enumerated().last { $1 + 2 * stop.rawValue * Int64($0 + 1) <= spare }.map { $0.offset + 1 }
      ?? 0
    var seatTime = (latest - driver.depart).rawValue * Int64(driver.seats)
    var bySeats = 0
    for time in rides.map(\.seatTime).sorted() {
      seatTime -= time
      guard seatTime >= 0 else { break }
      bySeats += 1
    }
    return Int32(min(byStops, bySeats))
  }
}
