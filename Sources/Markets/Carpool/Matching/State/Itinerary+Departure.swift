import Quantities
import Spaces
import Travellers

/// Plans of cars with a flexible departure before they have left.
///
/// A car leaves as late as possible, so that it does not wait on the way unnecessarily: a later departure makes no
/// arrival earlier, and no ride or detour longer, because it only reduces waiting.
extension Itinerary {
  /// Plans `newStops` for the car of `driver`, with the latest departure that every limit and promise allows, and
  /// not before `earliest`; a car that leaves at once leaves at `earliest`.
  ///
  /// - Precondition: the car has not left; leaving at `earliest` satisfies every limit and promise.
  mutating func plan(
    _ newStops: consuming [PlannedStop], of driver: Driver, from earliest: Milliseconds, terms: Terms,
    space: any Space
  ) {
    stops = newStops
    if terms.sharesStops { stops.share(standard: terms.stopDuration) }
    departure = stops.isEmpty && !driver.leavesAtOnce ? max(earliest, driver.departAlone) : earliest
    let first = stops.first?.place ?? destination
    track = Track(Self.way(from: driver.origin, to: first, in: space), departure: departure)
    for position in stops.indices {
      arrive(at: position, terms: terms)
      let next = position + 1 < stops.count ? stops[position + 1].place : destination
      track.append(
        Self.way(from: stops[position].place, to: next, in: space), departure: stops[position].onward)
    }
    guard !stops.isEmpty, !driver.leavesAtOnce else { return }
    var slacks: [Milliseconds] = []
    self.slacks(of: driver, into: &slacks)
    if let room = slacks.first, room != .never, room > .zero { self = leaving(at: earliest + room) }
  }

  /// Returns the same plan with the departure `departure`.
  ///
  /// - Precondition: the car has not left.
  func leaving(at departure: Milliseconds) -> Itinerary {
    var moved = self
    moved.departure = departure
    moved.track = Track(firstLegOf: track, departure: departure)
    for position in stops.indices {
      let (planned, arrive) = (stops[position], moved.track.endTime)
      // Between the arrival and the earliest departure lies waiting, followed by the stop.
      let stop = planned.leave - max(planned.arrive, planned.earliest)
      moved.stops[position].arrive = arrive
      moved.stops[position].leave = max(arrive, planned.earliest) + stop
      moved.settle(position)
      moved.track.append(leg: position + 1, of: track, departure: moved.stops[position].onward)
    }
    return moved
  }
}
