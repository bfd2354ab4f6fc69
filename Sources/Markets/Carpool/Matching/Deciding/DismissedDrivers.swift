import Quantities
import Spaces
import Travellers

/// The drivers within both circles who were pruned by a bound. They are evaluated only if there is no candidate and one
/// of them may be the nearest miss.
///
/// A class, so that an attempt without bounds costs a single comparison. Used by one attempt, and so by one thread,
/// without re-entry.
final class DismissedDrivers {
  private struct Look {
    let driver: DriverIndex
    /// The driver's index among the drivers within both circles.
    let place: Int
    /// The lower bound on the added driving, in milliseconds.
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

  /// Adds `driver`, who starts from `start` and has index `place` among the drivers within both circles, if a bound
  /// proves that every pair of stops violates a limit; otherwise returns false.
  @inline(__always)
  func take(
    _ driver: DriverIndex, _ start: Start, place: Int, isCurrent: Bool = true, in fleet: Fleet
  ) -> Bool {
    guard let least = leastAddedDriving(to: driver, from: start, in: fleet) else { return false }
    looks.append(Look(driver: driver, place: place, least: least, isCurrent: isCurrent))
    return true
  }

  /// Adds `driver` in the same way, but based on the last known position, if the car is still on the same leg. This
  /// needs no route lookup.
  ///
  /// The bound remains valid because the added driving of a pair of stops never decreases as the car moves along a leg:
  /// the rest of the leg becomes shorter by the driving so far, and the route to a stop by at most as much.
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

  /// Returns the binding limit of the nearest miss among these drivers and those evaluated in `search`, whose nearest
  /// miss has the limit `known`; ties go to the lower driver id.
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

  /// Reinserts `look`, whose bound has increased, into the list, which is sorted by descending bound.
  private func putBack(_ look: Look) {
    var place = looks.count
    while place > 0, looks[place - 1].least < look.least { place -= 1 }
    looks.insert(look, at: place)
  }
}
