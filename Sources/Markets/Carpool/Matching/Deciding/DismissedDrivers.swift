import Quantities
import Spaces
import Travellers

/// The drivers on the route of an attempt whom a bound dismisses: they are not evaluated, unless nobody fits and one of them may be the
/// one who came nearest.
///
/// A class, so that an attempt without bounds sees by one comparison that there is none. It belongs to one attempt, and so to one thread,
/// and nothing that it calls comes back to it.
final class DismissedDrivers {
  private struct Look {
    let driver: DriverIndex
    /// The place among the drivers on the route.
    let place: Int
    /// The driving that the passenger adds at the least, milliseconds.
    var least: Double
    /// True if that is said of where the driver is seen now, and not of where the car was seen last.
    var isCurrent: Bool
  }

  private let inquiry: Inquiry
  /// The bound in `space`, that of the driver in hand; nil before the first.
  @exclusivity(unchecked) private var bound: DetourBound?
  @exclusivity(unchecked) private var space: (any Space)?
  @exclusivity(unchecked) private var looks: [Look] = []

  /// Creates the list for `inquiry`, on which nobody stands.
  init(_ inquiry: Inquiry) { self.inquiry = inquiry }

  /// Takes `driver`, who goes on from `start` and stands at `place` among those on the route, if a bound says that every pair of
  /// stops breaks a limit; else returns false.
  @inline(__always)
  func take(
    _ driver: DriverIndex, _ start: Start, place: Int, isCurrent: Bool = true, in fleet: Fleet
  ) -> Bool {
    guard let least = leastAddedDriving(to: driver, from: start, in: fleet) else { return false }
    looks.append(Look(driver: driver, place: place, least: least, isCurrent: isCurrent))
    return true
  }

  /// Takes `driver` likewise as the car was seen last, if that was on the leg under way, which costs no look at the way.
  ///
  /// A pair of stops adds no less driving later: what the car has driven since is missing from the rest of its leg, and the way to a
  /// stop has become shorter by no more than that.
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

  /// Returns the limit that binds for the driver who comes nearest, the one `known` of those who were evaluated in `search` or one
  /// of these; of equals the first on the route.
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

  /// Puts `look`, whose bound has grown, back into the list, which ends with the lowest.
  private func putBack(_ look: Look) {
    var place = looks.count
    while place > 0, looks[place - 1].least < look.least { place -= 1 }
    looks.insert(look, at: place)
  }
}
