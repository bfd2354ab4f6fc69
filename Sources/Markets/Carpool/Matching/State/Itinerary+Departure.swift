public import Quantities
import Spaces
public import Travellers

/// Plans of cars with a flexible departure before they have left.
///
/// A car leaves as late as possible, so that it does not wait unnecessarily on the way. A later departure makes no
/// arrival earlier, and no ride or detour longer, because it only reduces waiting.
extension Itinerary {
  /// Plans `newStops` for the car of `driver`, with the latest departure, not before `earliest`, that every limit and
  /// promise allows.
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

  /// Returns a copy of the plan with the departure `departure`.
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

extension Driver {
  /// Returns the latest arrival at the destination that meets all limits of a driver who leaves at `departure`;
  /// `.never` without limits.
  public func latestArrivalWithinLimits(leaving departure: Milliseconds) -> Milliseconds {
    var total = maxDetour
    if maxDetourRatio.isFinite {
      let solo = Double(max(1, self.solo.duration.rawValue))
      let most = maxDetourRatio * solo
      if most < 1e15 {
        // Rounding of the division decides, as in the check of the limit.
        var bound = Int64(most) + 1
        while bound > 0, Double(bound) / solo > maxDetourRatio { bound -= 1 }
        total = min(total, Milliseconds(bound))
      }
    }
    guard total != .never else { return latestArrival }
    return min(latestArrival, (departure + solo.duration).saturatingAdd(total))
  }
}

extension Itinerary {
  /// Computes the maximum delay of the car, at each stop ahead and at the destination, that violates no limit of
  /// `driver` and no promised time. Waiting for a passenger absorbs delay.
  ///
  /// Promised maximum rides are ignored, because shifting a pickup and its drop-off by the same amount does not violate
  /// them.
  /// - Parameter keepsArrivals: whether the planned arrival at each stop is a promise.
  /// - Parameter slacks: receives one entry per stop and one for the destination; `.never` if unlimited.
  func slacks(of driver: Driver, keepsArrivals: Bool = false, into slacks: inout [Milliseconds]) {
    slacks.removeAll(keepingCapacity: true)
    // A detour counts from the departure: leaving later makes none longer.
    let latest = isFree ? driver.latestArrival : driver.latestArrivalWithinLimits(leaving: departure)
    var slack = latest == .never ? .never : latest - arrival
    slacks.append(slack)
    var end = stops.count
    while end > 0 {
      let last = stops[end - 1]
      if end > 1, stops[end - 2].isJoined {
        let halt = stops.halt(endingWith: end - 1)
        halt.slack(of: stops, keepsArrivals: keepsArrivals, &slack)
        for _ in halt.stops { slacks.append(slack) }
        end = halt.stops.lowerBound
        continue
      }
      if slack != .never { slack = slack + max(.zero, last.earliest - last.arrive) }
      let latest = last.latest(keepsArrivals: keepsArrivals)
      if latest != .never { slack = min(slack, latest - last.arrive) }
      slacks.append(slack)
      end -= 1
    }
    slacks.reverse()
  }
}
