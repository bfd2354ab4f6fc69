import Quantities
import Spaces
import Travellers

/// The complete, immutable input of an evaluation.
struct InsertionQuestion {
  /// The address of the driver, four cache lines long, in the fleet's list.
  private let record: UnsafePointer<Driver>
  let inquiry: Inquiry
  /// The duration from the request's origin to its destination in `space`; `.never` if there is no route.
  var direct: Milliseconds
  let terms: Terms
  /// The space of the driver's whole trip.
  let space: any Space
  let start: Start
  /// The objective for choosing the pair of stops.
  let objective: Objective
  /// The objective for choosing the pair of meeting points.
  let meetingObjective: Objective
  /// The share of the stated preferences that are met, both sides: part of the cost.
  let agreement: Double
  /// The time at which a walking passenger is at the pickup; zero if nobody walks.
  var ready: Milliseconds
  /// The latest arrival at the drop-off: that of the promise, minus the walk from there.
  var latestDropoff: Milliseconds
  /// The latest arrival at the driver's destination within all of the driver's limits; `.never` without one, and if
  /// not computed.
  var latestArrival = Milliseconds.never

  /// The driver being evaluated.
  var driver: Driver {
    @inline(__always) unsafeAddress { record }
  }

  /// - Precondition: the fleet outlives the question.
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
