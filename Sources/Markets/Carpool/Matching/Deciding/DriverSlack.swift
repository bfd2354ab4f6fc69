public import Quantities
import Spaces
import Travellers

/// The detour that a candidate has made already, would make for one more passenger, and may still make.
///
/// All is counted against the driver's solo trip from its departure, stops and waiting included, as the driver's own limits are.
/// Promises to passengers may leave less: it says nothing of those.
public struct DriverSlack: Hashable, Sendable {
  /// The planned arrival with the passenger; of a driver who has not left and may choose when, the earliest one; `.never` of a car that
  /// waits, whose detour is its driving, and without a limit.
  public var arrival: Milliseconds
  /// The detour for passengers who are accepted already.
  public var promised: Milliseconds
  /// The detour that the passenger adds.
  public var added: Milliseconds
  /// The further detour that the driver's limits allow, without the passenger; `.never` without a limit.
  public var slack: Milliseconds
  /// The detour with the passenger, which the limits are compared with.
  public var total: Milliseconds { promised + added }
  /// The further detour that they allow with the passenger; `.never` without a limit.
  public var left: Milliseconds { slack == .never ? .never : slack - added }
}

extension Attempt {
  /// The slack of the driver of `candidate`.
  public func slack(of candidate: Candidate) -> DriverSlack {
    let driver = fleet.drivers[candidate.driver]
    let itinerary = fleet.itineraries[candidate.driver]
    let isFree = fleet.isFree(candidate.driver, at: time)
    // Limits bind least at the earliest departure, and no plan is bound to a later one.
    let departure = isFree ? max(time, driver.depart) : itinerary.departure
    let planned = departure + (itinerary.arrival - itinerary.departure)
    let added = candidate.insertion.detour
    if driver.waits { return DriverSlack(arrival: .never, promised: .zero, added: added, slack: .never) }
    let latest = driver.latestArrivalWithinLimits(leaving: departure)
    return DriverSlack(
      arrival: planned + added, promised: planned - departure - driver.solo.duration, added: added,
      slack: latest == .never ? .never : latest - planned)
  }
}
