import Quantities
import Spaces
import Travellers

/// The drivers on the route of an attempt whom a bound dismisses: they are not evaluated, unless nobody fits and one of them may be the
/// one who came nearest.
struct DismissedDrivers {
  private struct Look {
    let driver: DriverIndex
    /// The place among the drivers on the route.
    let place: Int
    /// The driving that the passenger adds at the least, milliseconds.
    var least: Double
    /// True if that is said of where the driver is seen now, and not of where the car was seen last.
    var isSeen: Bool
  }

  private let inquiry: Inquiry
  /// True for an attempt that is decided alone: those of a window keep what they find.
  private let isAlone: Bool
  private var bound: DetourBound?
  private var looks: [Look] = []

  /// Creates the list for `inquiry`, on which nobody stands.
  init(_ inquiry: Inquiry, isAlone: Bool, in fleet: Fleet) {
    self.inquiry = inquiry
    self.isAlone = isAlone
    if isAlone, fleet.spaces.isSameAllDay { bound = fleet.detourBound(inquiry, in: fleet.spaces.base) }
  }

  /// Takes `driver`, who goes on from `start` and stands at `place` among those on the route, if a bound says that no limit leaves
  /// the passenger; else returns false.
  @inline(__always)
  mutating func take(
    _ driver: DriverIndex, _ start: Start, place: Int, isSeen: Bool = true, in fleet: Fleet
  ) -> Bool {
    guard let least = excess(driver, from: start, in: fleet) else { return false }
    looks.append(Look(driver: driver, place: place, least: least, isSeen: isSeen))
    return true
  }

  /// Takes `driver` likewise as the car was seen last, if that was on the leg under way, at no cost of a look at the way.
  ///
  /// A pair of stops adds no less driving later: what the car has driven since is missing from the rest of its leg, and the way to a
  /// stop has become shorter by no more than that.
  @inline(__always)
  mutating func takeAsSeenLast(_ driver: DriverIndex, place: Int, in fleet: Fleet) -> Bool {
    guard isAlone, let start = fleet.inserter.sights.lastStart(of: driver), start.diversion.place.isNode,
      start.diversion.index >= fleet.itineraries.address(of: driver).pointee.legStart
    else { return false }
    return take(driver, start, place: place, isSeen: false, in: fleet)
  }

  @inline(__always)
  private mutating func excess(_ driver: DriverIndex, from start: Start, in fleet: Fleet) -> Double? {
    if isAlone, !fleet.spaces.isSameAllDay { bound = fleet.detourBound(inquiry, in: fleet.space(of: driver)) }
    return bound?.excess(
      over: fleet.itineraries.address(of: driver).pointee, of: fleet.drivers.address(of: driver).pointee,
      from: start)
  }

  /// Returns the limit that binds for the driver who comes nearest, the one `known` of those who were evaluated in `search` or one
  /// of these; of equals the first on the route.
  mutating func bindingLimit(
    of inquiry: Inquiry, besides known: Limit?, _ search: borrowing CandidateSearch, in fleet: Fleet
  ) -> Limit? {
    var (limit, miss, place) = (known, search.nearestMiss, search.placeOfMiss)
    while let next = looks.indices.min(by: { looks[$0].least < looks[$1].least }),
      limit == nil || looks[next].least <= Double(miss.rawValue)
    {
      let look = looks[next]
      let start = fleet.sight(of: look.driver, at: inquiry.time).start
      if !look.isSeen {
        looks[next].isSeen = true
        looks[next].least = max(look.least, excess(look.driver, from: start, in: fleet) ?? look.least)
        continue
      }
      looks.swapAt(next, looks.count - 1)
      looks.removeLast()
      let result = fleet.inserter.evaluate(inquiry, into: look.driver, from: start, in: fleet)
      assert(result.best == nil, "a bound dismisses nobody who is a candidate")
      if limit == nil || (result.nearestMiss, look.place) < (miss, place) {
        (limit, miss, place) = (result.bindingLimit, result.nearestMiss, look.place)
      }
    }
    return limit
  }
}
