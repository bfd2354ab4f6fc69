import Quantities
import Spaces
import Travellers

/// Each driver's lower bound on the cost of an insertion, in the order in which drivers should be evaluated.
///
/// There is a leg table for every time slice of departures, because each slice has its own travel times.
final class InsertionBounds {
  /// Whether any queries are expected; if not, the tables are not maintained.
  var isInUse = false
  private let drivers: [Driver]
  private let spaces: DailySpaces
  /// Whether the planned arrival at each stop is a promise.
  private let keepsArrivals: Bool
  private(set) var slices: [Slice] = []
  private var queue = BoundQueue()
  /// The threads that help with searches, and the number of legs from which they do; nil: none.
  private var help: (crew: Crew, legs: Int)?
  /// Drivers whose bounds are refined as a batch, so that their memory accesses overlap.
  private var coarse: [DriverIndex] = []
  private static let refinedTogether = 8

  final class Slice {
    let space: any Space
    var legs: LegTable
    /// The sweeps; nil before the first sweep.
    var sweeps: LegSweeps?
    /// The current query.
    fileprivate var query: LegQuery?
    fileprivate var scan = DividedScan()

    fileprivate init(_ space: any Space, _ drivers: [Driver]) {
      self.space = space
      legs = LegTable(origins: drivers.lazy.map(\.origin.position), space: space)
    }
  }

  init(drivers: [Driver], spaces: DailySpaces, keepsArrivals: Bool) {
    self.drivers = drivers
    self.keepsArrivals = keepsArrivals
    self.spaces = spaces
  }

  private func slice(of driver: DriverIndex) -> Slice {
    // With times that are the same all day, the driver is irrelevant.
    if spaces.isSameAllDay, let only = slices.first { return only }
    let space = spaces.space(at: drivers[driver].depart)
    if let slice = slices.first(where: { $0.space === space }) { return slice }
    let slice = Slice(space, drivers)
    if let help { slice.scan = DividedScan(help.crew, from: help.legs) }
    slices.append(slice)
    return slice
  }

  // MARK: - Arrival, change and departure of drivers

  /// Returns the drivers sorted so that drivers with nearby origins are mostly neighbours, which lets a scan skip whole
  /// groups.
  func neighbourly(_ some: [DriverIndex]) -> [DriverIndex] {
    let frame = IndexFrame(around: drivers.lazy.map(\.origin.position), geometry: spaces.geometry)
    return frame.neighbourly(some) { drivers[$0].origin.position }
  }

  func update(_ driver: DriverIndex, _ itinerary: borrowing Itinerary) {
    guard isInUse else { return }
    if itinerary.isFree {
      // No plan is earlier than the one with the earliest departure.
      slice(of: driver).legs.update(
        driver, drivers[driver], itinerary.leaving(at: drivers[driver].depart), keepsArrivals: keepsArrivals)
      return
    }
    slice(of: driver).legs.update(driver, drivers[driver], itinerary, keepsArrivals: keepsArrivals)
  }

  /// Hides `driver`, who is not available, until the next update.
  func hide(_ driver: DriverIndex) {
    if isInUse { slice(of: driver).legs.hide(driver) }
  }

  func remove(_ driver: DriverIndex) {
    if isInUse { slice(of: driver).legs.remove(driver) }
  }

  /// Moves the beginning of the first leg of `driver` to `place`, a point on the leg, at `time`; the leg's end is
  /// reached at `arrive`.
  func anchor(_ driver: DriverIndex, at place: Place, _ time: Milliseconds, arrive: Milliseconds) {
    slice(of: driver).legs.anchor(driver, at: place, time, arrive: arrive)
  }

  // MARK: - A search

  /// Begins a search for `inquiry`; `meeting` returns the passenger's meeting points in a given space.
  func begin(_ inquiry: Inquiry, terms: Terms, meeting: (any Space) -> MeetingChoice) {
    beginNothing()
    for slice in slices {
      slice.query = slice.legs.query(
        inquiry, meeting: meeting(slice.space), terms: terms, objective: terms.insertion.objective)
    }
  }

  /// Begins a search without drivers.
  func beginNothing() {
    queue.removeAll()
    for slice in slices { slice.scan.begin() }
  }

  /// Adds all drivers to the search, except those pruned by a bound.
  func collectAll() {
    for slice in slices {
      if let query = slice.query { slice.scan.collect(slice, query, into: &queue) }
    }
  }

  /// From now on, divides searches over at least `legs` legs among `threads` threads; results do not depend on it.
  func divideSearches(among threads: Int, from legs: Int) {
    let crew = Crew(threads: threads)
    help = (crew, legs)
    for slice in slices { slice.scan = DividedScan(crew, from: legs) }
  }

  /// Announces an upcoming search for `request`.
  func expect(_ request: Request) {
    if slices.count == 1 { slices[0].scan.expect(request, in: slices[0]) }
  }

  /// Adds the drivers in `found` to the search, except those pruned by a bound.
  func collect(_ found: [DriverIndex]) {
    forEachSlice(of: found) { slice, drivers in
      if let query = slice.query { slice.legs.addBounds(of: drivers, query, to: &queue) }
    }
  }

  /// Removes and returns the driver with the lowest bound; nil if no remaining driver can have a value of `least` or
  /// less.
  func next(worth least: Int64) -> DriverIndex? {
    // A cost in Float may have lost milliseconds: the margin is proportional to it.
    let most = least == .max ? Float.infinity : Float(least).nextUp + Float(least).magnitude * 1e-6 + 1
    while true {
      for slice in slices { complete(slice.scan, upTo: most) }
      coarse.removeAll(keepingCapacity: true)
      queue.takeCoarse(Self.refinedTogether, upTo: most, into: &coarse)
      if coarse.isEmpty { return queue.takeFirst(upTo: most) }
      refine()
    }
  }

  /// Adds pending drivers of `scan` to the queue until no other pending driver can be first with a value of at most
  /// `most`.
  private func complete(_ scan: DividedScan, upTo most: Float) {
    while let floor = scan.floor, floor <= most,
      floor == -.infinity || queue.first.map({ floor <= $0.bound }) ?? true
    {
      scan.refine(upTo: most, into: &queue)
    }
  }

  /// Prefetches the trips and plans, stored in `fleet`, of the drivers likely to be returned soon.
  func fetchSoon(in fleet: Fleet) {
    queue.forEachSoon { driver in
      Memory.fetch(drivers, at: Int(driver))
      fleet.fetch(driver)
    }
  }

  private func refine() {
    forEachSlice(of: coarse) { slice, drivers in
      if let query = slice.query { slice.legs.refineBounds(of: drivers, query, in: &queue) }
    }
  }

  /// Calls `body` with each time slice in which some of `drivers` depart, and with the drivers who do.
  private func forEachSlice(of drivers: [DriverIndex], _ body: (Slice, [DriverIndex]) -> Void) {
    if slices.count == 1 { return body(slices[0], drivers) }
    var rest = drivers
    while let first = rest.first {
      let slice = slice(of: first)
      body(slice, rest.filter { self.slice(of: $0) === slice })
      rest.removeAll { self.slice(of: $0) === slice }
    }
  }
}

/// A test that can prove that no pair of stops fits a passenger into a driver's plan: the minimum added driving,
/// computed from lower bounds on travel times, exceeds the driver's limits.
///
/// On busy streets some fifty drivers are within both circles of a request, but hardly any are near enough. A landmark
/// bound costs a tenth of an exact travel time.
struct DetourBound {
  private let inquiry: Inquiry
  private let leastTimes: LeastTimes
  private let stop: Milliseconds
  /// The time taken by the passenger's own stops.
  private let taken: Milliseconds
  /// The duration of the passenger's trip.
  private let direct: Milliseconds

  /// An upper bound on the rounding error of times in a `Float`: a constant, plus a fraction of the sum of all times.
  private static let margin = (milliseconds: 8.0, share: 1e-6)

  /// Creates the bound for `inquiry`, whose passenger does not walk, in a space with the given `leastTimes`.
  init(_ inquiry: Inquiry, direct: Milliseconds, _ leastTimes: LeastTimes, _ terms: Terms) {
    self.inquiry = inquiry
    self.leastTimes = leastTimes
    self.direct = direct
    stop = terms.stopDuration
    taken = (inquiry.request.boarding ?? stop) + (inquiry.request.alighting ?? stop)
  }

  /// Returns the minimum driving, in milliseconds, that the passenger adds to `plan` of `driver`, who starts from
  /// `start`; nil if the passenger may fit.
  ///
  /// Not applicable to cars without a trip of their own, or to plans with a stop at which the car must wait: waiting
  /// there absorbs the driving added before it.
  func leastAddedDriving(to plan: borrowing Itinerary, of driver: borrowing Driver, from start: Start)
    -> Double?
  {
    let most = min(
      Double(driver.maxDetour.rawValue), driver.maxDetourRatio * Double(max(1, driver.solo.duration.rawValue))
    )
    let latest = driver.latestArrival
    guard !plan.waits, direct != .never, start.firstLeg != .never,
      latest != .never || most < Double(Milliseconds.never.rawValue),
      plan.stops.allSatisfy({ $0.earliest <= inquiry.time })
    else { return nil }
    // The minima over all pairs, and over all drop-offs after the current leg.
    var (least, leastDropoff) = (Double.infinity, Double.infinity)
    var size = Double(direct.rawValue)
    var driven = Milliseconds.zero
    let (pickup, dropoff) = (inquiry.request.origin, inquiry.request.destination)
    for position in (0...plan.stops.count).reversed() {
      let (from, to) = (
        plan.place(ofLeg: position, from: start.diversion.place),
        plan.place(ofLeg: position + 1, from: start.diversion.place)
      )
      let base =
        position == 0 ? start.firstLeg : plan.arrival(ofLeg: position) - plan.stops[position - 1].leave
      driven = driven + base
      if position > 0 { driven = driven + (plan.stops[position - 1].duration ?? stop) }
      let toPickup = time(from, pickup) - Double(base.rawValue)
      let fromDropoff = time(dropoff, to)
      size += Double(base.rawValue) + toPickup.magnitude + fromDropoff
      least = min(least, toPickup + Double(direct.rawValue) + fromDropoff)
      if leastDropoff < .infinity { least = min(least, toPickup + time(pickup, to) + leastDropoff) }
      if position > 0 {
        leastDropoff = min(leastDropoff, time(from, dropoff) + fromDropoff - Double(base.rawValue))
      }
    }
    least -= Self.margin.milliseconds + Self.margin.share * size
    let end = start.isFree ? start.diversion.time + driven : plan.arrival
    let travelled = start.isFree ? driven : plan.arrival - plan.departure
    let leaves = min(
      most - Double((travelled - driver.solo.duration).rawValue),
      latest == .never ? .infinity : Double((latest - end).rawValue))
    return least + Double(taken.rawValue) > leaves ? least : nil
  }

  @inline(__always)
  private func time(_ origin: Place, _ destination: Place) -> Double {
    Double(leastTimes.milliseconds(from: origin, to: destination))
  }
}

extension Fleet {
  /// Returns the bound for the passenger of `inquiry` in `space`.
  func detourBound(_ inquiry: Inquiry, in space: any Space) -> DetourBound {
    DetourBound(inquiry, direct: direct(of: inquiry.request, in: space), space.leastTimes, terms)
  }
}
