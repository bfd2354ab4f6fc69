import Assignment
import Matching
import Quantities
import Spaces
import Travellers

/// Who can travel with whom, all being known beforehand: a row for each driver, a column for each request; what a pair costs does
/// not matter.
struct SharedRides {
  private(set) var graph: PairGraph
  /// No plan has more requests with the driver of each row.
  private(set) var most: [Int32] = []

  /// What adds up where ways of many legs are rounded to milliseconds each: a pair that misses a limit by less is taken.
  static let slack = Milliseconds(20)

  init(_ drivers: [Driver], _ requests: [Request], _ spaces: DailySpaces, _ terms: Terms) {
    graph = PairGraph(columns: requests.count)
    var wants = WantedRides(requests, spaces, terms)
    for driver in drivers {
      guard driver.refusal == nil, driver.solo != .none else {
        graph.appendRow([])
        most.append(0)
        continue
      }
      let trip = OfferedTrip(driver, spaces, terms)
      let rides = wants.rides(in: trip)
      graph.appendRow(rides.map { ($0.column, 0) })
      most.append(trip.most(of: rides))
    }
  }
}

/// A request in a driver's car, with nobody else in it.
struct SharedRide {
  /// The request's place.
  let column: Int32
  /// How much longer the driver drives, stops and waiting left out.
  let driving: Milliseconds
  /// From pickup to drop-off, times the persons.
  let seatTime: Int64

  /// The least of each figure of this ride and another one of the same request.
  func least(with other: SharedRide) -> SharedRide {
    SharedRide(
      column: column, driving: min(driving, other.driving), seatTime: min(seatTime, other.seatTime))
  }
}

/// What a driver has to offer.
struct OfferedTrip {
  let driver: Driver
  let space: any Space
  let stop: Milliseconds
  /// The latest arrival that every limit allows.
  let latest: Milliseconds
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
    latest = min(driver.latestArrival, arrival.saturatingAdd(detour)).saturatingAdd(SharedRides.slack)
  }

  /// How many of `rides` a plan can have at the most.
  ///
  /// Each takes two stops, and the driver drives at least as far as for the farthest of them; all together take no more seats
  /// than the car has in the time of its trip.
  func most(of rides: [SharedRide]) -> Int32 {
    guard latest != .never else { return Int32(rides.count) }
    let spare = (latest - driver.depart - driver.solo.duration).rawValue
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
