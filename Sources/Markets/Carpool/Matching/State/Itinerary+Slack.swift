public import Quantities
import Spaces
public import Travellers

extension Driver {
  /// Returns the latest arrival at the destination within all limits of a driver who leaves at `departure`;
  /// `.never` without a limit.
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
  /// Computes the maximum delay of the car at each stop ahead, and finally at the destination, without
  /// violating a limit of `driver` or a promised time; waiting for a passenger absorbs delay.
  ///
  /// The promised maximum ride is ignored, because moving its pickup and its drop-off together does not
  /// violate it.
  /// - Parameter keepsArrivals: whether the planned arrival at each stop is a promise.
  /// - Parameter slacks: receives one entry per stop and one for the destination; `.never` without a limit.
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
