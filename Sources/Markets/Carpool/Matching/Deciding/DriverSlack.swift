public import Quantities
import Spaces
public import Travellers

/// A candidate's detour so far, the detour added by one more passenger, and the remaining slack.
///
/// All figures are relative to the driver's solo trip from its departure and include stops and waiting, as do the
/// driver's own limits. Promises to passengers, which may leave less slack, are ignored.
public struct DriverSlack: Hashable, Sendable {
  /// The planned arrival with the passenger: the earliest one for a driver with a flexible departure who has not left.
  /// `.never` for a waiting car, whose detour is all its driving and has no limit.
  public var arrival: Milliseconds
  /// The detour for the passengers accepted so far.
  public var promised: Milliseconds
  /// The detour added by the passenger.
  public var added: Milliseconds
  /// The slack within the driver's limits without the passenger; `.never`: no limit.
  public var slack: Milliseconds
  /// The detour with the passenger, as compared with the limits.
  public var total: Milliseconds { promised + added }
  /// The slack that remains with the passenger; `.never`: no limit.
  public var left: Milliseconds { slack == .never ? .never : slack - added }
}

extension Fleet {
  /// Returns the slack of `driver` at `time` for a passenger who adds the detour `added`.
  public func slack(of driver: DriverIndex, at time: Milliseconds, adding added: Milliseconds) -> DriverSlack
  {
    let (itinerary, isFree) = (itineraries[driver], isFree(driver, at: time))
    let driver = drivers[driver]
    // Limits are loosest at the earliest departure, and no plan requires a later one.
    let departure = isFree ? max(time, driver.depart) : itinerary.departure
    let planned = departure + (itinerary.arrival - itinerary.departure)
    if driver.waits { return DriverSlack(arrival: .never, promised: .zero, added: added, slack: .never) }
    let latest = driver.latestArrivalWithinLimits(leaving: departure)
    return DriverSlack(
      arrival: planned + added, promised: planned - departure - driver.solo.duration, added: added,
      slack: latest == .never ? .never : latest - planned)
  }
}

extension Attempt {
  /// Returns the slack of the driver of `candidate`, for the attempt's passenger.
  public func slack(of candidate: Candidate) -> DriverSlack {
    fleet.slack(of: candidate.driver, at: time, adding: candidate.insertion.detour)
  }
}
