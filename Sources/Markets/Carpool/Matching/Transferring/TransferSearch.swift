import Quantities
import RoadNetwork
import Spaces
import Travellers

/// Finds the least-cost transfer for a passenger without a driver for the whole trip, by an exact search over all pairs
/// of drivers and all places.
///
/// The first driver reports a position within r of the pickup, the second passes within r of the destination, and the
/// place lies on both planned routes. The passenger alights on the leg on which the first car passes the place, and
/// boards on the leg on which the second car passes it. The places passed by first drivers are recorded; the routes of
/// second drivers are then searched for these places. Bounds that do not depend on the place order both sides, and a
/// pair's waiting time is known before any evaluation, so few pairs are evaluated.
///
/// This is the problem of Cheikh, Tahon and Hammadi 2017, restricted to one transfer (doi:10.1177/0037549716680025).
final class TransferSearch {
  let rules: TransferRules
  let places: TransferPlaces
  private var passages: [Passages?]
  /// The search that evaluates single rides.
  var search = InsertionSearch()

  // The current search.
  /// Whether all pairs are evaluated, without pruning by bounds.
  private var isScanning = false
  private var boardings: [Boarding] = []
  private var entries: [Entry] = []
  /// The last entry at each place; -1 if there is none.
  private var heads: [Int32] = []
  private var touched: [Int32] = []
  /// The durations from the pickup to each place, cached if all drivers share one space.
  private var rides: [Int32: Milliseconds] = [:]

  /// A pickup by a possible first driver on one leg of the plan.
  private struct Boarding {
    let driver: DriverIndex
    let leg: Int
    /// The time at which the car leaves with the passenger.
    let leave: Milliseconds
    /// A lower bound on the cost of the ride, for any transfer place.
    let cost: Int64
  }

  /// A place on the route of a possible first driver.
  private struct Entry {
    let boarding: Int32
    let leg: Int32
    let next: Int32
    /// The passenger's arrival at the place; `.never` until computed.
    var arrival: Milliseconds
    var ride: Trip?
    var isTried = false
  }

  init(_ rules: TransferRules, drivers: Int, in space: any Space) {
    self.rules = rules
    places = TransferPlaces(rules, in: space)
    passages = Array(repeating: nil, count: drivers)
  }

  /// Discards the cached passages of `driver`.
  func forgetWay(of driver: DriverIndex) { passages[Int(driver)] = nil }

  func passages(of driver: DriverIndex, in fleet: Fleet) -> Passages {
    if let known = passages[Int(driver)] { return known }
    let found = Passages(fleet.itineraries[driver], places)
    passages[Int(driver)] = found
    return found
  }

  /// Returns the result with the least-cost transfer. Ties go to the lower index of the first driver, then of the
  /// second driver, then to the lower node (off networks, to the place that is first by coordinates), then to the
  /// earlier stops.
  ///
  /// - Complexity: O(places on the routes of first and second drivers), plus a few evaluations.
  func best(_ inquiry: Inquiry, in fleet: Fleet, scanning: Bool) -> TransferFinding {
    isScanning = scanning
    var finding = TransferFinding()
    func mayRide(with driver: DriverIndex) -> Bool {
      fleet.hasRoom(for: inquiry.request, in: driver) && fleet.agree(inquiry, driver)
    }
    let first = fleet.finder.near(inquiry, in: fleet).filter(mayRide)
    let second = fleet.finder.passing(inquiry, in: fleet).filter(mayRide)
    finding.first = Int32(first.count)
    finding.second = Int32(second.count)
    guard !first.isEmpty, !second.isEmpty else { return finding }
    clear()
    for driver in first { note(TransferPlan(driver, inquiry, self, in: fleet), inquiry, in: fleet) }
    guard let least = boardings.lazy.map(\.cost).min() else { return finding }
    var others = second.compactMap { Alighting(TransferPlan($0, inquiry, self, in: fleet), inquiry, self) }
    others.sort { ($0.cost, $0.plan.driver) < ($1.cost, $1.plan.driver) }
    var best: Choice?
    for other in others {
      guard mayBeat(best, other.cost + least) else { break }
      meet(other, &best, &finding, inquiry, in: fleet)
    }
    finding.best = best?.transfer
    return finding
  }

  private func clear() {
    for place in touched { heads[Int(place)] = -1 }
    touched.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    boardings.removeAll(keepingCapacity: true)
    rides.removeAll(keepingCapacity: true)
  }

  // MARK: - First drivers

  /// Records the places to which the driver of `plan` could take the passenger.
  private func note(_ plan: TransferPlan, _ inquiry: Inquiry, in fleet: Fleet) {
    for leg in 0...plan.stops where plan.room[leg] {
      guard let ride = plan.boarding(on: leg, inquiry) else { continue }
      let boarding = Int32(boardings.count)
      boardings.append(Boarding(driver: plan.driver, leg: leg, leave: ride.leave, cost: ride.cost))
      for later in leg...plan.stops {
        guard plan.room[later] else { break }
        plan.forEachPlace(onLeg: later, places) { place, offset in
          guard !isEnd(place, of: inquiry) else { return }
          let begin = later > leg ? ride.leaves[later - leg - 1] : .never
          let arrival = begin == .never ? begin : begin + offset()
          add(Entry(boarding: boarding, leg: Int32(later), next: head(place), arrival: arrival), at: place)
        }
      }
    }
  }

  /// Returns whether `place` is the origin or the destination of the trip.
  private func isEnd(_ place: Int32, of inquiry: Inquiry) -> Bool {
    guard places.isNetwork else {
      return places[place] == inquiry.request.origin || places[place] == inquiry.request.destination
    }
    return place == inquiry.request.origin.node.rawValue || place == inquiry.request.destination.node.rawValue
  }

  private func head(_ place: Int32) -> Int32 { Int(place) < heads.count ? heads[Int(place)] : -1 }

  private func add(_ entry: Entry, at place: Int32) {
    if Int(place) >= heads.count {
      heads += repeatElement(-1, count: max(places.count, Int(place) + 1) - heads.count)
    }
    if heads[Int(place)] < 0 { touched.append(place) }
    heads[Int(place)] = Int32(entries.count)
    entries.append(entry)
  }

  /// Returns the passenger's arrival time at `place`, for the first driver of `entry`.
  private func arrival(_ entry: Int, at place: Int32, _ inquiry: Inquiry, in fleet: Fleet) -> Milliseconds {
    let known = entries[entry].arrival
    guard known == .never else { return known }
    let boarding = boardings[Int(entries[entry].boarding)]
    let ride = duration(from: inquiry.request.origin, to: place, with: boarding.driver, in: fleet)
    guard ride != .never else { return .never }
    entries[entry].arrival = boarding.leave + ride
    return entries[entry].arrival
  }

  private func duration(
    from origin: Place, to place: Int32, with driver: DriverIndex, in fleet: Fleet
  ) -> Milliseconds {
    let isOne = fleet.spaces.isSameAllDay
    if isOne, let known = rides[place] { return known }
    let time = fleet.space(of: driver).duration(from: origin, to: places[place], hub: .origin)
    if isOne { rides[place] = time }
    return time
  }

  // MARK: - Pairs

  /// The best transfer so far, with all tie-breaking keys.
  private struct Choice: Comparable {
    let transfer: Transfer

    var cost: Int64 { transfer.cost }

    private var stops: (Int, Int, Int, Int) {
      let (first, second) = (transfer.first.insertion, transfer.second.insertion)
      return (first.pickupAfter, first.dropoffAfter, second.pickupAfter, second.dropoffAfter)
    }

    static func < (a: Self, b: Self) -> Bool {
      let (x, y) = (a.transfer, b.transfer)
      let drivers = (a.cost, x.first.driver, x.second.driver, x.place.node)
      let others = (b.cost, y.first.driver, y.second.driver, y.place.node)
      guard drivers == others else { return drivers < others }
      let (one, other) = (x.place.position, y.place.position)
      return one == other ? a.stops < b.stops : (one.z, one.y, one.x) < (other.z, other.y, other.x)
    }

    static func == (a: Self, b: Self) -> Bool { !(a < b) && !(b < a) }
  }

  /// Tries the places at which the second driver `other` could pick up the passenger.
  private func meet(
    _ other: Alighting, _ best: inout Choice?, _ finding: inout TransferFinding, _ inquiry: Inquiry,
    in fleet: Fleet
  ) {
    let plan = other.plan
    for leg in 0...plan.stops where other.delays[leg] != .never {
      plan.forEachPlace(onLeg: leg, places) { place, offset in
        var next = head(place)
        guard next >= 0 else { return }
        let car = plan.leaves[leg] + offset()
        while next >= 0 {
          let entry = Int(next)
          next = entries[entry].next
          let boarding = boardings[Int(entries[entry].boarding)]
          guard boarding.driver != plan.driver, mayBeat(best, boarding.cost + other.cost) else { continue }
          let arrival = arrival(entry, at: place, inquiry, in: fleet)
          guard arrival != .never, car <= arrival.saturatingAdd(rules.longestWait),
            let bound = other.cost(onLeg: leg, car: car, passenger: arrival, rules),
            mayBeat(best, boarding.cost + bound),
            let first = trip(of: entry, to: place, &finding, inquiry, in: fleet)
          else { continue }
          for drop in leg...plan.stops {
            guard plan.room[drop] else { break }
            finding.evaluated += 1
            guard let change = change(first, at: place, with: plan.driver, (leg, drop), inquiry, in: fleet)
            else { continue }
            if best.map({ change < $0 }) ?? true { best = change }
          }
        }
      }
    }
  }

  /// Returns whether a transfer with a cost of at least `bound` may be as good as `best`.
  private func mayBeat(_ best: Choice?, _ bound: Int64) -> Bool {
    isScanning || best.map { bound <= $0.cost } ?? true
  }

  /// Returns the choice that combines the ride `first` with a second ride by `driver`, whose stops are at positions
  /// `pair` in the plan; nil if a limit is violated.
  private func change(
    _ first: Trip, at number: Int32, with driver: DriverIndex, _ pair: (pickup: Int, dropoff: Int),
    _ inquiry: Inquiry, in fleet: Fleet
  ) -> Choice? {
    let place = places[number]
    let onward = second(inquiry, from: place, boarding: first.boarding, dropoff: first.dropoff)
    guard
      let second = ride(with: driver, onward, since: first.dropoff, pair, in: fleet, from: fleet.vantage)
    else { return nil }
    let transfer = Transfer(
      first: first.ride, second: second.ride, place: place, boarding: first.boarding, dropoff: first.dropoff,
      pickup: second.boarding)
    return Choice(transfer: transfer)
  }

  /// Returns the first ride for `entry`, which leads to `place`; nil if it violates a limit.
  private func trip(
    of entry: Int, to place: Int32, _ finding: inout TransferFinding, _ inquiry: Inquiry, in fleet: Fleet
  ) -> Trip? {
    if entries[entry].isTried { return entries[entry].ride }
    let boarding = boardings[Int(entries[entry].boarding)]
    finding.evaluated += 1
    entries[entry].isTried = true
    entries[entry].ride = ride(
      with: boarding.driver, first(inquiry, to: places[place]), since: inquiry.time,
      (boarding.leg, Int(entries[entry].leg)), in: fleet, from: fleet.vantage)
    return entries[entry].ride
  }
}
