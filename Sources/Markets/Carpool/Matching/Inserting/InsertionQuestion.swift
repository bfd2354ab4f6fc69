import Quantities
import Spaces
import Travellers

/// Everything that an evaluation looks at and does not change.
struct InsertionQuestion {
  /// Where the driver, four lines of the cache long, stands in the list of the fleet.
  private let record: UnsafePointer<Driver>
  let inquiry: Inquiry
  /// From the request's origin to its destination in `space`; `.never` where no route leads there.
  var direct: Milliseconds
  let terms: Terms
  /// The space of the driver's whole trip.
  let space: any Space
  let start: Start
  /// The objective that the best pair of stops is best at.
  let objective: Objective
  /// The objective that the best pair of meeting points is best at.
  let meetingObjective: Objective
  /// Share of the stated wishes that are met, both sides: part of the cost.
  let agreement: Double
  /// The time at which a passenger who walks is at the pickup; zero where nobody walks.
  var ready: Milliseconds
  /// The latest arrival at the drop-off: that of the promise, less the way on foot from there.
  var latestDropoff: Milliseconds
  /// The latest arrival at the driver's destination that keeps all of the driver's limits; `.never` without one, and where it
  /// was not asked for.
  var latestArrival = Milliseconds.never

  /// The driver who is asked.
  var driver: Driver {
    @inline(__always) unsafeAddress { record }
  }

  /// - Precondition: the fleet is there for as long as the question is asked.
  init(
    _ driver: DriverIndex, of fleet: Fleet, _ inquiry: Inquiry, direct: Milliseconds, in space: any Space,
    from start: Start, objective: Objective, meetingObjective: Objective, agreement: Double
  ) {
    record = fleet.drivers.address(of: driver)
    self.inquiry = inquiry
    self.direct = direct
    terms = fleet.terms
    self.space = space
    self.start = start
    self.objective = objective
    self.meetingObjective = meetingObjective
    self.agreement = agreement
    ready = inquiry.ready
    latestDropoff = inquiry.promise.latestDropoff
  }
}
