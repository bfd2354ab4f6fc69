import Quantities
import Spaces
import Travellers

/// Works out where a request goes best in the plan of one driver, or in those of all.
///
/// Bounds from straight lines put the drivers in order; a search over all pairs of stops evaluates one exactly.
struct Inserter: ~Copyable {
  let bounds: InsertionBounds
  /// The places where cars were seen last whose reports are matched with requests.
  var sights: KnownSights
  /// The number of drivers on the routes of requests that were decided alone so far.
  var looks = 0
  /// The number of them from which on drivers are bounded before they are evaluated; nil where the space does not allow it.
  ///
  /// Landmarks take 32 searches over the whole network, as long as a dozen exact times for each of its nodes. They are made once eight
  /// drivers have been looked at for each node: the evaluations of these would have paid for them.
  private let looksBeforeBounds: Int?
  private var search = InsertionSearch()

  /// - Parameter keepsArrivals: whether the planned arrival at each stop is a promise.
  init(drivers: [Driver], terms: Terms, spaces: DailySpaces, keepsArrivals: Bool) {
    bounds = InsertionBounds(drivers: drivers, spaces: spaces, keepsArrivals: keepsArrivals)
    sights = KnownSights(drivers: drivers.count)
    looksBeforeBounds =
      terms.walking.reach > 0 ? nil : spaces.base.sweepSize.map { 8 * $0 * spaces.sliceCount }
  }

  /// Whether drivers are bounded before they are evaluated, which the space allows and which pays.
  var boundsDetours: Bool { looksBeforeBounds.map { looks > $0 } ?? false }

  /// Takes note of the plan of `driver`, who can be asked.
  func show(_ driver: DriverIndex, _ itineraries: borrowing FixedList<Itinerary>) {
    if bounds.isInUse { bounds.update(driver, itineraries[driver]) }
  }

  /// Leaves `driver` out of searches over all until the plan is shown again.
  func hide(_ driver: DriverIndex) { bounds.hide(driver) }

  /// Forgets `driver`, who has left.
  func remove(_ driver: DriverIndex) { bounds.remove(driver) }

  /// Evaluates all pairs of stops of `driver`, who goes on from `start`.
  ///
  /// Agreement, cost and value arise here alone: all others read the result.
  ///
  /// - Parameters:
  ///   - pair: the only pair of stops that is looked at, without walking; nil for all.
  ///   - most: what the caller has no use for more than, where passengers walk: a worse result may be said to be none.
  mutating func evaluate(
    _ inquiry: Inquiry, into driver: DriverIndex, from start: Start, in fleet: Fleet,
    only pair: (pickup: Int, dropoff: Int)? = nil, worth most: Int64 = .max
  ) -> InsertionResult {
    let space = fleet.space(of: driver)
    let question = fleet.question(
      inquiry, into: driver, from: start, direct: fleet.direct(of: inquiry.request, in: space), in: space)
    // By its address, or the plan would be copied, and its references counted.
    let plan = fleet.itineraries.address(of: driver)
    if let pair { return search.search(question, in: plan.pointee, only: pair) }
    if let meetings = fleet.meetings(of: inquiry, in: space) {
      return search.search(question, meetings, in: plan.pointee, worth: most)
    }
    return search.search(question, in: plan.pointee)
  }

  /// The result of a search over all drivers.
  struct Best {
    /// The best feasible insertion; nil where there is none.
    var choice: (driver: DriverIndex, result: InsertionResult)?
    /// Drivers that a bound dismissed.
    var boundedOut: Int32 = 0
    /// Drivers whose pairs of stops were evaluated exactly.
    var evaluated: Int32 = 0
  }

  /// The best feasible insertion over all drivers whom `inquiry` may ask, as seen from where the cars really are.
  ///
  /// They are evaluated in the order of their bounds until no bound is below the best value found, so the answer is
  /// that of an evaluation of all.
  /// - Parameter found: the drivers in the circles; nil where these do not bind.
  mutating func best(_ inquiry: Inquiry, among found: [DriverIndex]?, in fleet: Fleet) -> Best {
    var best = Best()
    var remaining = found?.count ?? fleet.askableCount - inquiry.excluded.count { fleet.isAvailable($0) }
    begin(inquiry, among: found, in: fleet)
    var least = Int64.max
    while let driver = bounds.next(worth: least) {
      guard !inquiry.excluded.contains(driver) else { continue }
      bounds.fetchSoon(in: fleet)
      remaining -= 1
      guard suits(driver, inquiry, in: fleet) else { continue }
      best.evaluated += 1
      let result = evaluate(inquiry, into: driver, in: fleet, worth: least)
      guard result.best != nil else { continue }
      if result.value < least || (result.value == least && best.choice.map { driver < $0.driver } ?? true) {
        least = result.value
        best.choice = (driver, result)
      }
    }
    best.boundedOut = Int32(remaining)
    return best
  }

  /// Every driver whom `inquiry` may ask and whose plan it fits into, with the best that there is of each, in ascending order of
  /// driver. What later searches know of the drivers stays as it was.
  ///
  /// - Parameter found: as for the best of them.
  mutating func all(
    _ inquiry: Inquiry, among found: [DriverIndex]?, in fleet: Fleet
  ) -> [(driver: DriverIndex, result: InsertionResult)] {
    begin(inquiry, among: found, in: fleet)
    var all: [(driver: DriverIndex, result: InsertionResult)] = []
    while let driver = bounds.next(worth: .max) {
      guard !inquiry.excluded.contains(driver), suits(driver, inquiry, in: fleet) else { continue }
      let start = fleet.start(of: driver, at: inquiry.time, from: .actual)
      let result = evaluate(inquiry, into: driver, from: start, in: fleet)
      if result.best != nil { all.append((driver, result)) }
    }
    return all.sorted { $0.driver < $1.driver }
  }

  /// Tells whether `driver` has room for the request of `inquiry`, and all required wishes agree.
  private func suits(_ driver: DriverIndex, _ inquiry: Inquiry, in fleet: Fleet) -> Bool {
    fleet.hasRoom(for: inquiry.request, in: driver)
      && (fleet.acquaintance == nil
        ? requiredWishesAgree(inquiry.request, fleet.drivers[driver]) : fleet.agree(inquiry, driver))
  }

  /// Lets the drivers into the search whom no bound dismisses.
  func begin(_ inquiry: Inquiry, among found: [DriverIndex]?, in fleet: Fleet) {
    if !bounds.isInUse {
      bounds.isInUse = true
      for driver in bounds.neighbourly(fleet.active) where !fleet.isReserved(driver) {
        bounds.update(driver, fleet.itineraries[driver])
      }
    }
    bounds.begin(inquiry, terms: fleet.terms) { space in
      fleet.meetings(of: inquiry, in: space).map { .among($0) }
        ?? .ends(direct: fleet.direct(of: inquiry.request, in: space))
    }
    if let found { bounds.collect(found) } else { bounds.collectAll() }
  }

  /// Evaluates `driver` from where the car really is, which the bounds then know.
  private mutating func evaluate(
    _ inquiry: Inquiry, into driver: DriverIndex, in fleet: Fleet, worth most: Int64
  ) -> InsertionResult {
    let start = fleet.start(of: driver, at: inquiry.time, from: .actual)
    if !start.isFree {
      bounds.anchor(
        driver, at: start.diversion.place, start.diversion.time,
        arrive: max(start.diversion.time, fleet[driver].nextArrival))
    }
    return evaluate(inquiry, into: driver, from: start, in: fleet, worth: most)
  }
}
