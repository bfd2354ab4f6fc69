import Quantities
import Spaces
import Travellers

/// Lower bounds on the cost of an insertion by driver, in the order in which drivers should be evaluated.
///
/// There is a table of legs for every time slice of departures, because each slice has its own travel times.
final class InsertionBounds {
  /// Whether any queries are expected: otherwise nothing is maintained.
  var isInUse = false
  private let drivers: [Driver]
  private let spaces: DailySpaces
  /// Whether the planned arrival at each stop is a promise.
  private let keepsArrivals: Bool
  private(set) var slices: [Slice] = []
  private var queue = BoundQueue()
  private var scan = DividedScan()
  /// Drivers whose bounds are refined together, so that their memory accesses overlap.
  private var coarse: [DriverIndex] = []
  private static let refinedTogether = 8

  final class Slice {
    let space: any Space
    var legs: LegTable
    /// The sweeps; nil before the first.
    var sweeps: LegSweeps?
    /// The current query.
    fileprivate var query: LegQuery?

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
    slices.append(slice)
    return slice
  }

  // MARK: - Arrival, change and departure of drivers

  /// Returns the drivers sorted so that those with nearby origins are mostly neighbours: a scan then skips whole
  /// groups at once.
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

  /// Sets the beginning of the first leg of `driver` to `place` at `time`, a point on the leg, with the end
  /// reached at `arrive`.
  func anchor(_ driver: DriverIndex, at place: Place, _ time: Milliseconds, arrive: Milliseconds) {
    slice(of: driver).legs.anchor(driver, at: place, time, arrive: arrive)
  }

  // MARK: - A search

  /// Begins a search for `inquiry`, with the passenger's meeting points in a space given by `meeting`.
  func begin(_ inquiry: Inquiry, terms: Terms, meeting: (any Space) -> MeetingChoice) {
    queue.removeAll()
    for slice in slices {
      slice.query = slice.legs.query(
        inquiry, meeting: meeting(slice.space), terms: terms, objective: terms.insertion.objective)
    }
  }

  /// Begins a search without drivers.
  func beginNothing() { queue.removeAll() }

  /// Adds all drivers not pruned by a bound to the search.
  func collectAll() {
    for slice in slices {
      if let query = slice.query { scan.collect(slice, query, into: &queue) }
    }
  }

  /// Divides searches over `legs` or more legs among `threads` threads from now on; results do not depend on
  /// it.
  func divideSearches(among threads: Int, from legs: Int) {
    scan = DividedScan(Crew(threads: threads), from: legs)
  }

  /// Announces that `request` is searched for soon.
  func expect(_ request: Request) {
    if slices.count == 1 { scan.expect(request, in: slices[0]) }
  }

  /// Adds those of `found` not pruned by a bound to the search.
  func collect(_ found: [DriverIndex]) {
    forEachSlice(of: found) { slice, drivers in
      if let query = slice.query { slice.legs.addBounds(of: drivers, query, to: &queue) }
    }
  }

  /// Returns the remaining driver with the lowest bound; nil if none can have a value of `least` or less.
  func next(worth least: Int64) -> DriverIndex? {
    // A cost in Float may have lost milliseconds: the margin is proportional to it.
    let most = least == .max ? Float.infinity : Float(least).nextUp + Float(least).magnitude * 1e-6 + 1
    while true {
      coarse.removeAll(keepingCapacity: true)
      queue.takeCoarse(Self.refinedTogether, upTo: most, into: &coarse)
      if coarse.isEmpty { return queue.takeFirst(upTo: most) }
      refine()
    }
  }

  /// Prefetches the trips and plans in `fleet` of drivers likely to come soon.
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

  /// Calls `body` with each time slice in which some of `drivers` depart, and with those drivers.
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
