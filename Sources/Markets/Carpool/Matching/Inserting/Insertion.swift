public import Quantities
import Spaces
public import Travellers

/// The insertion of a passenger into a driver's plan: the positions of pickup and drop-off in the sequence of stops,
/// and the resulting times.
public struct Insertion: Hashable, Sendable {
  /// The number of planned stops before the pickup.
  public var pickupAfter: Int
  /// The number of planned stops before the drop-off.
  public var dropoffAfter: Int
  /// The time from the decision until both the car and the passenger, who may walk, are at the pickup.
  public var timeToPickup: Milliseconds
  /// The time from the decision until the passenger alights.
  public var timeToDropoff: Milliseconds
  /// The added driving time, without stops and waiting.
  public var addedDriving: Milliseconds
  /// The delay of the arrival at the destination, including stops and waiting; for a waiting car, the added
  /// driving time.
  public var detour: Milliseconds
  /// The numbers of the meeting points to and from which the passenger walks; 0: no walk at that end of the trip.
  public var pickupPoint: Int32 = 0
  public var dropoffPoint: Int32 = 0
}

/// The complete, immutable input for the evaluation of one driver.
struct InsertionQuestion {
  /// The address of the driver in the fleet's list; a driver takes four cache lines, so it is not copied.
  private let record: UnsafePointer<Driver>
  let inquiry: Inquiry
  /// The duration from the request's origin to its destination in `space`; `.never` if there is no route.
  var direct: Milliseconds
  let terms: Terms
  /// The space for the driver's whole trip.
  let space: any Space
  let start: Start
  /// The objective for choosing the pair of stops.
  let objective: Objective
  /// The objective for choosing the pair of meeting points.
  let meetingObjective: Objective
  /// The proportion of both sides' stated preferences that are met, a term of the cost.
  let agreement: Double
  /// The time at which a walking passenger reaches the pickup; zero if nobody walks.
  var ready: Milliseconds
  /// The latest arrival at the drop-off: the promised arrival minus the walk from there.
  var latestDropoff: Milliseconds
  /// The latest arrival at the driver's destination that meets all of the driver's limits; `.never` without limits, or
  /// before it is computed.
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

/// The result of evaluating a driver's pairs of stops.
public struct InsertionResult: Sendable {
  /// The best feasible pair; nil if there is none.
  public var best: Insertion?
  /// For a driver with a flexible departure who has not left: the latest possible departure with that pair.
  public var departure = Milliseconds.zero
  /// The proportion of both sides' stated preferences that are met; 1 if none are stated.
  public var agreement = 1.0
  /// The value of the best pair under the objective of the terms, for comparing drivers: lower is better; `.max` if no
  /// pair is feasible.
  public var value = Int64.max
  /// The cost of the best pair, in weighted milliseconds: lower is better; 0 if no pair is feasible.
  public var cost: Int64 = 0
  /// If no pair is feasible: the first limit violated by the pair with the least added driving time, and that time.
  public var bindingLimit: Limit?
  public var nearestMiss: Milliseconds = .never
  /// The value of that pair that violates the limit, and the maximum allowed.
  public var missedValue = 0.0
  public var missedBound = 0.0
}

extension Fleet {
  /// The objective for choosing a driver's pair of stops.
  var objective: Objective { vantage == .actual ? terms.insertion.objective : .addedDriving }

  /// Returns the result of evaluating all pairs of stops for `inquiry` in the plan of `driver`, from `vantage`.
  public func evaluate(_ inquiry: Inquiry, into driver: DriverIndex, from vantage: Vantage) -> InsertionResult
  {
    inserter.evaluate(
      inquiry, into: driver, from: start(of: driver, at: inquiry.time, from: vantage), in: self)
  }

  /// Returns the complete input for evaluating `driver`, who starts from `start`.
  ///
  /// - Parameters:
  ///   - direct: the duration of the passenger's trip in `space`.
  ///   - space: the driver's space, or a twin of it.
  @inline(__always)
  func question(
    _ inquiry: Inquiry, into driver: DriverIndex, from start: Start, direct: Milliseconds,
    in space: any Space
  ) -> InsertionQuestion {
    InsertionQuestion(
      driver, of: self, inquiry, direct: direct, in: space, from: start, objective: objective,
      meetingObjective: vantage == .actual ? terms.insertion.objective : .cost,
      agreement: agreement(inquiry, driver))
  }

  /// Returns whether the direct trip stored in `request` was timed in `space`.
  private func isDirect(_ request: Request, in space: any Space) -> Bool {
    spaces.isSameAllDay || space === spaces.space(at: request.directDeparture)
  }

  /// Returns the duration of the request's direct trip in `space`, the space of a driver; the driver may depart in a
  /// different time slice from the one used for the duration stored in `request`.
  func direct(of request: Request, in space: any Space) -> Milliseconds {
    if isDirect(request, in: space) { return request.direct.duration }
    return space.duration(from: request.origin, to: request.destination, hub: .origin)
  }

  /// Returns the length of the request's direct trip in `space`, in metres.
  private func directMetres(of request: Request, in space: any Space) -> Metres {
    if isDirect(request, in: space) { return request.direct.metres }
    return space.travel(from: request.origin, to: request.destination)?.metres ?? 0
  }

  /// Caches the length of the direct route of `request` in `space`, because the route is about to be planned.
  func knowDirectWay(of request: Request, in space: any Space) {
    guard isDirect(request, in: space) else { return }
    space.way(from: request.origin, to: request.destination)?.takeNote(ofLength: request.direct.metres)
  }

  /// Returns the distance that `insertion` adds to the route of `driver`, in metres, evaluated from `vantage` at
  /// `time`.
  public func addedMetres(
    of request: Request, by insertion: Insertion, to driver: DriverIndex, at time: Milliseconds,
    from vantage: Vantage
  ) -> Metres {
    let space = space(of: driver)
    let direct = directMetres(of: request, in: space)
    let start = start(of: driver, at: time, from: vantage).diversion
    // Accessed by address: otherwise the plan would be copied at each query, and its references counted.
    let plan = itineraries.address(of: driver)
    func place(_ position: Int) -> Place { plan.pointee.place(ofLeg: position, from: start.place) }
    func metres(_ from: Place, _ to: Place) -> Metres { space.travel(from: from, to: to)?.metres ?? 0 }
    // Planned ways are already known, or will be driven.
    func planned(_ position: Int) -> Metres {
      // An idle car's repositioning does not count.
      if plan.pointee.isIdle { return 0 }
      return plan.pointee.metres(ofLeg: position, from: start)
        ?? metres(place(position), place(position + 1))
    }
    let pickup = insertion.pickupAfter
    let dropoff = insertion.dropoffAfter
    let (origin, destination) = (request.origin, request.destination)
    let toPickup = metres(place(pickup), origin)
    let isLast = dropoff == plan.pointee.stops.count
    let fromDropoff = plan.pointee.waits && isLast ? 0 : metres(destination, place(dropoff + 1))
    let first = planned(pickup)
    if pickup == dropoff { return toPickup + direct + fromDropoff - first }
    let second = planned(dropoff)
    return toPickup + metres(origin, place(pickup + 1)) - first
      + metres(place(dropoff), destination) + fromDropoff - second
  }
}

/// The place from which a car is assumed to continue, and the vantage on which it is based.
struct Start {
  var diversion: Diversion
  let vantage: Vantage
  /// The driving time from there to the first stop ahead or, without stops, to the destination, without a new
  /// passenger.
  let firstLeg: Milliseconds
  /// Whether the car has not left, and may leave at any later time.
  var isFree = false
}

/// The position from which a car is assumed to continue when insertions are evaluated.
public enum Vantage: Sendable {
  /// The last reported position: all that the matcher knows at the decision.
  case reported
  /// The true position, which decides whether the plan is feasible when the driver accepts.
  case actual
}
