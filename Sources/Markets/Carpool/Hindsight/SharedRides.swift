import Assignment
import Matching
import Quantities
import Spaces
import Travellers

/// The rides that can be shared with perfect information: a row for each driver, a column for each request; what a
/// pair costs does not matter.
struct SharedRides {
  private(set) var graph: PairGraph
  /// No plan has more requests with the driver of each row.
  private(set) var most: [Int32] = []
  /// The columns of each row whose pair is still possible when both are announced.
  private(set) var timely: [[Int32]] = []

  /// The sum of rounding where ways of many legs are rounded to milliseconds each: a pair that misses a limit by less
  /// is taken.
  static let slack = Milliseconds(20)

  /// Creates an instance without rides.
  private init(requests: Int) { graph = PairGraph(columns: requests) }

  private mutating func append(_ rides: [SharedRide], in trip: OfferedTrip?) {
    graph.appendRow(rides.map { ($0.column, 0) })
    most.append(trip?.most(of: rides) ?? 0)
    timely.append(rides.filter(\.isTimely).map(\.column))
  }

  /// Requests that a driver takes `alone` all the way, and, where the terms let passengers transfer, those and requests that
  /// a driver might take on a part of it.
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

/// A request in a driver's car, with nobody else in it, all the way or to a transfer.
struct SharedRide {
  /// The request's place.
  let column: Int32
  /// The driver's added driving, stops and waiting left out.
  let driving: Milliseconds
  /// From pickup to drop-off, times the persons.
  let seatTime: Int64
  /// True if it is still possible when both are announced; false where nobody asks, or passengers walk.
  var isTimely = false

  /// The least of each figure of this ride and another one of the same request.
  func least(with other: SharedRide) -> SharedRide {
    SharedRide(
      column: column, driving: min(driving, other.driving), seatTime: min(seatTime, other.seatTime))
  }

  /// The rides of both lists, each in the order of the requests: of a request in both, the least of each figure.
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

/// The trip that a driver offers.
struct OfferedTrip {
  let driver: Driver
  let space: any Space
  let stop: Milliseconds
  /// The latest arrival that every limit allows.
  let latest: Milliseconds
  /// The longest time from departure to arrival that the limits of a driver allow who may choose the departure; `.never` of others.
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

  /// The greatest number of `rides` that a plan can have.
  ///
  /// Each takes two stops, and the driver drives at least as far as for the farthest of them; all together take no more seats
  /// than the car has in the time of its trip.
  func most(of rides: [SharedRide]) -> Int32 {
    guard latest != .never else { return Int32(rides.count) }
    let spare = (min(latest - driver.depart, longest) - driver.solo.duration).rawValue
    var byDriving = rides.map(\.driving.rawValue)
    byDriving.sort()
    // The n-th least is the least that the farthest of n can be.
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
