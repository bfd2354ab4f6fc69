import Quantities
import Spaces
import Travellers

/// Finds the best insertion of a request into the plan of one driver, or of any driver.
///
/// Lower bounds order the drivers; each is evaluated exactly by a search over all pairs of stops.
struct Inserter: ~Copyable {
  let bounds: InsertionBounds
  /// The last known positions of cars, used if requests are matched by reported positions.
  var sights: KnownSights
  /// The number of drivers considered so far, over all requests decided separately.
  var looks = 0
  /// The number of such drivers after which drivers are pruned by bounds before evaluation; nil if the space does not
  /// support bounds.
  ///
  /// Creating landmarks takes 32 searches over the whole network, as long as a dozen exact travel times per node. They
  /// are created once eight drivers per node have been considered: evaluating these has cost as much.
  private let looksBeforeBounds: Int?
  private var search = InsertionSearch()

  /// - Parameter keepsArrivals: whether the planned arrival at each stop is a promise.
  init(drivers: [Driver], terms: Terms, spaces: DailySpaces, keepsArrivals: Bool) {
    bounds = InsertionBounds(drivers: drivers, spaces: spaces, keepsArrivals: keepsArrivals)
    sights = KnownSights(drivers: drivers.count)
    looksBeforeBounds =
      terms.walking.reach > 0 || terms.sharesStops
      ? nil : spaces.base.sweepSize.map { 8 * $0 * spaces.sliceCount }
  }

  /// Whether drivers are pruned by bounds before evaluation: the space supports bounds, and they pay off.
  var boundsDetours: Bool { looksBeforeBounds.map { looks > $0 } ?? false }

  /// Adds or updates the plan of the available `driver`.
  func show(_ driver: DriverIndex, _ itineraries: borrowing FixedList<Itinerary>) {
    if bounds.isInUse { bounds.update(driver, itineraries[driver]) }
  }

  /// Excludes `driver` from searches over all drivers until the plan is shown again.
  func hide(_ driver: DriverIndex) { bounds.hide(driver) }

  /// Removes `driver`, who has left the market.
  func remove(_ driver: DriverIndex) { bounds.remove(driver) }

  /// Returns the result of evaluating all pairs of stops for `driver`, who starts from `start`.
  ///
  /// Agreement, cost and value are computed only here.
  ///
  /// - Parameters:
  ///   - pair: the only pair of stops to evaluate, without walking; nil: all.
  ///   - most: with walking passengers, the greatest value of use to the caller; worse results may be reported as
  ///     infeasible.
  mutating func evaluate(
    _ inquiry: Inquiry, into driver: DriverIndex, from start: Start, in fleet: Fleet,
    only pair: (pickup: Int, dropoff: Int)? = nil, worth most: Int64 = .max
  ) -> InsertionResult {
    let space = fleet.space(of: driver)
    let question = fleet.question(
      inquiry, into: driver, from: start, direct: fleet.direct(of: inquiry.request, in: space), in: space)
    // Accessed by address: otherwise the plan would be copied, and its references counted.
    let plan = fleet.itineraries.address(of: driver)
    if let pair { return search.search(question, in: plan.pointee, only: pair) }
    if let meetings = fleet.meetings(of: inquiry, in: space) {
      return search.search(question, meetings, in: plan.pointee, worth: most)
    }
    return search.search(question, in: plan.pointee)
  }

  /// The result of a search over all drivers.
  struct Best {
    /// The best feasible insertion; nil if there is none.
    var choice: (driver: DriverIndex, result: InsertionResult)?
    /// The number of drivers pruned by a bound.
    var boundedOut: Int32 = 0
    /// The number of drivers whose pairs of stops were evaluated exactly.
    var evaluated: Int32 = 0
  }

  /// Returns the best feasible insertion over all drivers available to `inquiry`, evaluated from the cars' true
  /// positions.
  ///
  /// Drivers are evaluated in the order of their bounds until no bound is below the best value found, so the result is
  /// the same as if all drivers were evaluated.
  /// - Parameter found: the drivers within both circles; nil if the circles do not apply.
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

  /// Returns the drivers available to `inquiry` who have a feasible insertion, each with the best one, in ascending
  /// order of driver index. The state for later searches is unchanged.
  ///
  /// - Parameter found: as in `best(_:among:in:)`.
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
    return all.ordered { $0.driver < $1.driver }
  }

  /// Returns whether `driver` has room for the request of `inquiry`, and all required preferences are met.
  private func suits(_ driver: DriverIndex, _ inquiry: Inquiry, in fleet: Fleet) -> Bool {
    fleet.hasRoom(for: inquiry.request, in: driver)
      && (fleet.acquaintance == nil
        ? requiredWishesAgree(inquiry.request, fleet.drivers[driver]) : fleet.agree(inquiry, driver))
  }

  /// Adds the drivers not pruned by a bound to the search.
  func begin(_ inquiry: Inquiry, among found: [DriverIndex]?, in fleet: Fleet) {
    if !bounds.isInUse {
      bounds.isInUse = true
      for driver in bounds.neighbourly(fleet.active) where !fleet.isReserved(driver) {
        bounds.update(driver, fleet.itineraries[driver])
      }
    }
    if let meetings = fleet.meetings(of: inquiry, in: fleet.spaces.base), meetings.firstPair == nil {
      // No driver can meet the passenger.
      return bounds.beginNothing()
    }
    bounds.begin(inquiry, terms: fleet.terms) { space in
      fleet.meetings(of: inquiry, in: space).map { .among($0) }
        ?? .ends(direct: fleet.direct(of: inquiry.request, in: space))
    }
    if let found { bounds.collect(found) } else { bounds.collectAll() }
  }

  /// Returns the result of evaluating `driver` from the car's true position, with which the bounds are updated.
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
