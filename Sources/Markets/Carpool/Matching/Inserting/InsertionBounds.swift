import Quantities
import Spaces
import Travellers

/// The least costs of taking a passenger along, driver by driver, in the order in which drivers are worth a look.
///
/// A table of legs for every slice of the day in which a driver departs, for each slice has its own times.
final class InsertionBounds {
  /// True if there are any questions: until then nothing is kept.
  var isInUse = false
  private let drivers: [Driver]
  private let spaces: DailySpaces
  /// True if the planned arrival at each stop is a promise.
  private let keepsArrivals: Bool
  private(set) var slices: [Slice] = []
  private var queue = BoundQueue()
  private var scan = DividedScan()
  /// Drivers whose bounds are refined together, so that what has to come from memory for one does not wait
  /// for that of another.
  private var coarse: [DriverIndex] = []
  private static let refinedTogether = 8

  final class Slice {
    let space: any Space
    var legs: LegTable
    /// The sweeps; nil before the first.
    var sweeps: LegSweeps?
    /// The question under way.
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
    // Where times are the same all day, nobody has to be looked at.
    if spaces.isSameAllDay, let only = slices.first { return only }
    let space = spaces.space(at: drivers[driver].depart)
    if let slice = slices.first(where: { $0.space === space }) { return slice }
    let slice = Slice(space, drivers)
    slices.append(slice)
    return slice
  }

  // MARK: - Drivers come, change and go

  /// Returns the drivers in an order in which those who begin close to each other mostly stand together: a scan then
  /// passes over whole groups at once.
  func neighbourly(_ some: [DriverIndex]) -> [DriverIndex] {
    let frame = IndexFrame(around: drivers.lazy.map(\.origin.position), geometry: spaces.geometry)
    return frame.neighbourly(some) { drivers[$0].origin.position }
  }

  func update(_ driver: DriverIndex, _ itinerary: borrowing Itinerary) {
    guard isInUse else { return }
    if itinerary.isFree {
      // No plan is earlier than that which begins at the earliest departure.
      slice(of: driver).legs.update(
        driver, drivers[driver], itinerary.leaving(at: drivers[driver].depart), keepsArrivals: keepsArrivals)
      return
    }
    slice(of: driver).legs.update(driver, drivers[driver], itinerary, keepsArrivals: keepsArrivals)
  }

  /// Hides `driver`, who cannot be asked, until the next update.
  func hide(_ driver: DriverIndex) {
    if isInUse { slice(of: driver).legs.hide(driver) }
  }

  func remove(_ driver: DriverIndex) {
    if isInUse { slice(of: driver).legs.remove(driver) }
  }

  /// Lets the first leg of `driver` begin at `place` at `time`, which lie on it, to reach its end at `arrive`.
  func anchor(_ driver: DriverIndex, at place: Place, _ time: Milliseconds, arrive: Milliseconds) {
    slice(of: driver).legs.anchor(driver, at: place, time, arrive: arrive)
  }

  // MARK: - A search

  /// Begins a search for `inquiry`, whose passenger is met in a space as `meeting` says.
  func begin(_ inquiry: Inquiry, terms: Terms, meeting: (any Space) -> MeetingChoice) {
    queue.removeAll()
    for slice in slices {
      slice.query = slice.legs.query(
        inquiry, meeting: meeting(slice.space), terms: terms, objective: terms.insertion.objective)
    }
  }

  /// Lets all drivers into the search whom no bound dismisses.
  func collectAll() {
    for slice in slices {
      if let query = slice.query { scan.collect(slice, query, into: &queue) }
    }
  }

  /// Divides searches over `legs` legs and more among `threads` threads from now on, which changes no result.
  func divideSearches(among threads: Int, from legs: Int) {
    scan = DividedScan(Crew(threads: threads), from: legs)
  }

  /// Takes note that `request` is searched for soon.
  func expect(_ request: Request) {
    if slices.count == 1 { scan.expect(request, in: slices[0]) }
  }

  /// Lets those of `found` into the search whom no bound dismisses.
  func collect(_ found: [DriverIndex]) {
    forEachSlice(of: found) { slice, drivers in
      if let query = slice.query { slice.legs.addBounds(of: drivers, query, to: &queue) }
    }
  }

  /// The driver with the lowest bound of those left; nil when none of them can be worth `least` or less.
  func next(worth least: Int64) -> DriverIndex? {
    // A cost in Float may have lost milliseconds: the margin grows with it.
    let most = least == .max ? Float.infinity : Float(least).nextUp + Float(least).magnitude * 1e-6 + 1
    while true {
      coarse.removeAll(keepingCapacity: true)
      queue.takeCoarse(Self.refinedTogether, upTo: most, into: &coarse)
      if coarse.isEmpty { return queue.takeFirst(upTo: most) }
      refine()
    }
  }

  /// Fetches the trips and the plans in `fleet` of those who mostly come soon.
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

  /// Calls `body` with each slice in which some of `drivers` depart, and with those.
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
