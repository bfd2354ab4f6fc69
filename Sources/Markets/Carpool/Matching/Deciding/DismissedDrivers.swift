import Quantities
import Spaces
import Travellers

/// The drivers on the route of an attempt that were pruned by a bound: they are not evaluated, unless there is no
/// candidate and one of them may be the nearest miss.
///
/// A class, so that an attempt without bounds needs a single comparison. Belongs to one attempt, and so to one
/// thread, and is not re-entered.
final class DismissedDrivers {
  private struct Look {
    let driver: DriverIndex
    /// The index among the drivers on the route.
    let place: Int
    /// The minimum added driving, milliseconds.
    var least: Double
    /// Whether the bound was computed from the driver's current position, not from the last known one.
    var isCurrent: Bool
  }

  private let inquiry: Inquiry
  /// The bound in `space`, the space of the current driver; nil before the first driver.
  @exclusivity(unchecked) private var bound: DetourBound?
  @exclusivity(unchecked) private var space: (any Space)?
  @exclusivity(unchecked) private var looks: [Look] = []

  /// Creates an empty list for `inquiry`.
  init(_ inquiry: Inquiry) { self.inquiry = inquiry }

  /// Adds `driver`, who starts from `start` and is at index `place` on the route, if a bound proves that every pair
  /// of stops violates a limit; otherwise returns false.
  @inline(__always)
  func take(
    _ driver: DriverIndex, _ start: Start, place: Int, isCurrent: Bool = true, in fleet: Fleet
  ) -> Bool {
    guard let least = leastAddedDriving(to: driver, from: start, in: fleet) else { return false }
    looks.append(Look(driver: driver, place: place, least: least, isCurrent: isCurrent))
    return true
  }

  /// Adds `driver` in the same way, based on the last known position, if the car was on its current leg then; this
  /// needs no route lookup.
  ///
  /// The added driving of a pair of stops never decreases: the rest of the leg has become shorter by the distance
  /// driven since then, and the way to a stop by at most as much.
  @inline(__always)
  func takeAsSeenLast(_ driver: DriverIndex, place: Int, in fleet: Fleet) -> Bool {
    guard let start = fleet.inserter.sights.lastStart(of: driver),
      fleet.itineraries.address(of: driver).pointee.goesOnAlongLeg(from: start.diversion)
    else { return false }
    return take(driver, start, place: place, isCurrent: false, in: fleet)
  }

  @inline(__always)
  private func leastAddedDriving(to driver: DriverIndex, from start: Start, in fleet: Fleet)
    -> Double?
  {
    let space = fleet.space(of: driver)
    if space !== self.space {
      bound = fleet.detourBound(inquiry, in: space)
      self.space = space
    }
    return bound?.leastAddedDriving(
      to: fleet.itineraries.address(of: driver).pointee, of: fleet.drivers.address(of: driver).pointee,
      from: start)
  }

  /// Returns the binding limit of the nearest miss among these drivers and those evaluated in `search`, whose limit is
  /// `known`; ties go to the first on the route.
  func bindingLimit(
    besides known: Limit?, _ search: borrowing CandidateSearch, in fleet: Fleet
  ) -> Limit? {
    var (limit, miss, place) = (known, search.nearestMiss, search.placeOfMiss)
    looks.sort { $0.least > $1.least }
    while var look = looks.last, limit == nil || look.least <= Double(miss.rawValue) {
      looks.removeLast()
      let start = fleet.sight(of: look.driver, at: inquiry.time).start
      if !look.isCurrent {
        look.isCurrent = true
        look.least = max(look.least, leastAddedDriving(to: look.driver, from: start, in: fleet) ?? look.least)
        putBack(look)
        continue
      }
      let result = fleet.inserter.evaluate(inquiry, into: look.driver, from: start, in: fleet)
      assert(result.best == nil, "a bound dismisses nobody who is a candidate")
      if limit == nil || (result.nearestMiss, look.place) < (miss, place) {
        (limit, miss, place) = (result.bindingLimit, result.nearestMiss, look.place)
      }
    }
    return limit
  }

  /// Reinserts `look`, with an increased bound, into the list, which is sorted with the lowest bound last.
  private func putBack(_ look: Look) {
    var place = looks.count
    while place > 0, looks[place - 1].least < look.least { place -= 1 }
    looks.insert(look, at: place)
  }
}
