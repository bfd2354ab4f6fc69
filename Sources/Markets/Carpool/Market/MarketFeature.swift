import Lifecycle
import Matching
import Quantities
import Travellers

/// A part of the market that scenarios may leave out. The market calls each hook at its moment in a run; by default a hook does
/// nothing, and has no result.
///
///     final class Umbrellas: MarketFeature {
///       init?(_ setup: SimulationSetup) { … }
///       func pickedUp(_ request: RequestIndex, by driver: DriverIndex, at time: Milliseconds) { lent += 1 }
///       func leave(in records: inout RunRecords) { records.umbrellas = lent }
///     }
///
/// Features are objects: a hook may change the market, and the market call the feature again meanwhile. A hook that reads gets at
/// most the fleet, since a market that is lent would be copied. No feature names another, and no hook is called for each candidate
/// of an attempt.
protocol MarketFeature: AnyObject {
  typealias Desk = LifecycleDesk<CarpoolMarket>
  typealias Call = CarpoolMarket.Call

  /// Prepares the feature for a run of `setup`; nil if its scenario leaves it out. Nothing else checks that.
  init?(_ setup: SimulationSetup)

  // MARK: What the market is built from

  /// Whether it takes part in attempts. Where no feature does, an attempt is over once the circles leave nobody.
  var takesPartInAttempts: Bool { get }
  /// Whether it decides when drivers are announced; otherwise each driver is announced on arrival.
  var schedulesAnnouncements: Bool { get }
  /// What passengers and drivers know of each other; nil for nothing.
  var acquaintance: (any Acquaintance)? { get }
  /// Whether phones of drivers go offline.
  var hasOfflinePhones: Bool { get }
  /// The run begins.
  func open(_ market: borrowing CarpoolMarket)

  // MARK: Drivers

  /// Changes the arrival of `driver`; nil for one whose arrival is no event.
  func change(_ arrival: inout Milliseconds?, of driver: DriverIndex)
  /// Returns the stops of the driver's own trip, between its ends.
  func waypoints(of driver: DriverIndex) -> [PlannedStop]
  /// The car of `driver` is under way, or will be.
  func enlisted(_ driver: DriverIndex, _ fleet: Fleet)
  /// Returns the earliest time from `time` on at which `driver` may be offered; `.never` for one who may not.
  func offered(_ driver: DriverIndex, from time: Milliseconds) -> Milliseconds?
  /// Returns how `driver`, who may be offered from `earliest` on, is announced; nil for as soon as possible.
  func announcement(
    of driver: DriverIndex, from earliest: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Announcement?
  /// Whether `driver` has left the service or cancelled the trip.
  func hasWithdrawn(_ driver: DriverIndex) -> Bool
  /// The rule may find `driver` from `time` on.
  func announced(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// Whether `driver`, whose departure is due at `time`, departs.
  func mayDepart(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool
  /// `driver` has departed.
  func departed(_ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket)
  /// Whether the car of `driver` stands at its origin, with no departure scheduled.
  func standsReady(_ driver: DriverIndex, _ fleet: Fleet, _ desk: inout Desk) -> Bool
  /// Returns the time at which `driver`, who has departed, makes the next stop or arrives; nil for the next arrival of the plan.
  func nextStep(of driver: DriverIndex, at time: Milliseconds, _ fleet: Fleet) -> Milliseconds?
  /// Whether `driver`, who has made all stops, does not arrive at `time`.
  func stays(_ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket) -> Bool
  /// Returns the time at which the service of `driver` ends; nil for the arrival.
  func endOfService(of driver: DriverIndex) -> Milliseconds?
  /// The plan of `driver` is about to get a passenger.
  func takesOn(_ driver: DriverIndex, at time: Milliseconds, _ fleet: Fleet)
  /// The plan of `driver` has changed.
  func planChanged(of driver: DriverIndex, _ fleet: Fleet)
  /// Makes the next stop of `driver` if nobody gets on or off there, and returns whether it did.
  func passes(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool
  /// Returns the kind of `stop`, which `driver` makes; nil for a pickup or a drop-off.
  func kind(of stop: PlannedStop, by driver: DriverIndex) -> StopKind?
  /// `driver` has made a stop at `time` and continues at `leave`; nil for a driver without further stops.
  func stopped(_ driver: DriverIndex, at time: Milliseconds, until leave: Milliseconds?)
  /// The passenger of `stop` has got off the car of `driver` for another, or got on from another.
  func changedCars(
    at stop: PlannedStop, of driver: DriverIndex, at time: Milliseconds, odometer: Metres,
    _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// `driver` has arrived.
  func arrived(_ driver: DriverIndex)
  /// Returns the stars of `driver`, in thousandths; nil without ratings.
  func milliStars(of driver: DriverIndex) -> Int32?
  /// The stars of the drivers of `trips` have changed.
  func rated(_ trips: [DriverIndex], _ market: borrowing CarpoolMarket)

  // MARK: Requests

  /// Whether the person of `request`, which is due at `time`, submits it; one who does not has been ended.
  func admits(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool
  /// Returns when the market receives `request`, submitted at `time`; nil for at once.
  func receive(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Reception?
  /// Returns the patience of the passenger from the submission on; nil for what the request says.
  func patience(of request: RequestIndex) -> Milliseconds?
  /// Returns `request` in the form in which it is submitted now; nil if that has not changed.
  func restated(_ request: RequestIndex) -> Request?
  /// Whether the passenger of `request` is met at the ends of the trip only.
  func meetsAtEnds(_ request: RequestIndex) -> Bool
  /// Returns the driver who is never offered to `request`.
  func ownDriver(of request: RequestIndex) -> DriverIndex?
  /// Returns the number of attempts in a cycle of `request`; nil for that of the rules.
  func attempts(of request: RequestIndex) -> Int32?
  /// Changes the number of cycles of `request`.
  func change(_ cycles: inout Int32, of request: RequestIndex)
  /// Whether an attempt of `request` at `time` looks for nobody on the road.
  func looksElsewhere(_ request: RequestIndex, at time: Milliseconds) -> Bool
  /// Returns the time until which the person of `request` is not available for an attempt; nil for one who is.
  func isBusyUntil(_ request: RequestIndex, _ fleet: Fleet) -> Milliseconds?
  /// Whether `request` has no further attempt before the feature schedules one.
  func waits(_ request: RequestIndex) -> Bool
  /// Whether `request`, whose cycle failed at `time`, stays pending for an attempt that the feature schedules.
  func keeps(_ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket) -> Bool
  /// `request` has ended without a ride.
  func lost(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// Whether `request` ended without a ride by the passenger's own doing.
  func isOwnDoing(_ request: RequestIndex, _ desk: inout Desk) -> Bool
  /// The service has failed `request`, which has ended without a ride.
  func failed(_ request: RequestIndex, at time: Milliseconds)

  // MARK: Attempts

  /// Decides an attempt in which nobody on the road is looked for; nil for others.
  func decide(_ call: Call, _ market: inout CarpoolMarket, _ desk: inout Desk) -> AttemptRecord?
  /// Returns the reason `request` may not look for a driver at `time`; nil if it may.
  func obstacle(to request: RequestIndex, at time: Milliseconds) -> Cause?
  /// Looks elsewhere in an attempt for which the policy chose nobody.
  func searchElsewhere(for view: borrowing Attempt, _ fleet: Fleet)
  /// Looks elsewhere in each of the `views` decided together for which the policy chose nobody; `choices` is empty if that is all.
  func searchElsewhere(for views: [Attempt], beside choices: [Candidate?], _ fleet: Fleet)
  /// Sends idle cars where the policy has told them to go.
  func carryOut(
    _ moves: [CarMove], at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// The policy has decided an attempt alone.
  func decided(_ choice: Candidate?, for view: borrowing Attempt)
  /// The policy has decided attempts together.
  func decidedTogether(_ decision: GatheredChoice, for views: [Attempt])
  /// Fills the record of an attempt, the run's `number`, with what the feature found for it.
  func complete(
    _ record: inout AttemptRecord, of view: borrowing Attempt, number: Int, _ market: inout CarpoolMarket)
  /// Fills the record of an attempt, the run's `number`, that failed before anybody was looked for.
  func missed(_ record: inout AttemptRecord, number: Int)
  /// Returns what `fare` comes to for the party, in the smallest unit of the currency; nil without money.
  func price(of fare: Fare) -> Int64?
  /// Returns the most that a seat in the car of `driver` may cost over `metres`; nil for no limit.
  func mostForSeat(over metres: Metres, with driver: DriverIndex) -> Int64?
  /// Returns the reason the passenger cannot take a ride that costs `fare`; nil for one who can.
  func objection(to fare: Fare, for call: Call) -> Cause?
  /// Returns the money that the passenger of `request` can spend; nil for no limit.
  func funds(of request: RequestIndex) -> Int64?

  // MARK: Windows

  /// Returns those of the `gathered` requests whose attempt is due at `time`, and the others; nil if all are due.
  func due(
    _ gathered: [RequestIndex], at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> (due: [RequestIndex], others: [RequestIndex])?
  /// Decides the attempts that are due together; nil if the policy decides them.
  func decide(together calls: [Call], _ market: inout CarpoolMarket, _ desk: inout Desk) -> [AttemptRecord]?
  /// Whether the person of `request` has been asked to drive, and has not answered.
  func isAskedToDrive(_ request: RequestIndex, _ fleet: Fleet) -> Bool
  /// Whether the person of `request`, who would drive otherwise, is among the `drivers` that others are paired with.
  func isTaken(_ request: RequestIndex, in drivers: Set<DriverIndex>, _ fleet: Fleet)
    -> Bool
  /// Returns the last time at which the person of `request` could still do otherwise than be picked up; nil without one.
  func lastChoice(of request: RequestIndex, _ fleet: Fleet) -> Milliseconds?
  /// Whether `driver` has to decide by `time` whether to drive.
  func hasToDecide(_ driver: DriverIndex, by time: Milliseconds, _ fleet: Fleet) -> Bool

  // MARK: Offers

  /// Returns why the passenger of `request` refuses `driver`, whom the last attempt found and who has not been asked; nil if
  /// they do not.
  func rejection(
    of driver: DriverIndex, by request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: inout Desk
  ) -> Rejection<Cause>?
  /// Whether the offer of `request` to `driver` holds a seat of the plan instead of the driver.
  func keepsSeat(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool
  /// `driver` is offered `request`.
  func offered(
    _ request: RequestIndex, to driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: borrowing Desk)
  /// Changes when and how the offer of `request` to `driver`, made at `time`, ends.
  func change(
    _ offer: inout OpenOffer, of request: RequestIndex, to driver: DriverIndex, at time: Milliseconds,
    _ market: borrowing CarpoolMarket, _ desk: borrowing Desk)
  /// Returns another driver whom the offer of `request`, or what was agreed on it, needs.
  func companion(of request: RequestIndex) -> DriverIndex?
  /// Returns the probability that `driver` declines `request`; nil for that of the rules.
  func declineProbability(of driver: DriverIndex, to request: RequestIndex) -> Double?
  /// Whether the feature has released the seat that a failed offer of `request` to `driver` held.
  func releasesSeat(
    _ request: RequestIndex, from driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: inout Desk
  ) -> Bool
  /// The offer of `request` has failed.
  func released(_ request: RequestIndex, at time: Milliseconds, _ fleet: Fleet)

  // MARK: Rides

  /// Commits what the feature has offered; nil if the feature has not made the offer.
  func commit(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Commitment<Cause>?
  /// Returns the reason `request`, which costs `fare`, is not agreed after all; nil if it is.
  func lapse(of request: RequestIndex, _ fare: Fare) -> Cause?
  /// `request` and `driver` have agreed on a pickup at `pickup`.
  func agreed(
    _ request: RequestIndex, with driver: DriverIndex, pickup: Milliseconds, fare: Fare,
    at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// Whether the passenger of `request` has been picked up, and looks for another car on the way.
  func isUnderWay(_ request: RequestIndex) -> Bool
  /// Whether the passenger of `request` does not cancel as those do who were just matched.
  func keepsRide(_ request: RequestIndex) -> Bool
  /// The passenger of `request` cancels what was agreed. Returns the cause; nil to leave it to others.
  func cause(ofCancelling request: RequestIndex, at time: Milliseconds, _ desk: borrowing Desk) -> Cause?
  /// Takes `request` out of all plans if the feature has committed it, and returns whether it did.
  func undoes(
    _ request: RequestIndex, with driver: DriverIndex, because reason: Cancellation, at time: Milliseconds,
    _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool
  /// What `request` and `driver` had agreed on is off.
  func undone(
    _ request: RequestIndex, with driver: DriverIndex, because reason: Cancellation, at time: Milliseconds,
    _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// `driver` has picked up `request`.
  func pickedUp(_ request: RequestIndex, by driver: DriverIndex, at time: Milliseconds)
  /// `driver` has dropped off `request`.
  func droppedOff(
    _ request: RequestIndex, by driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: inout Desk)

  // MARK: The run

  /// A step that a feature has scheduled is due; the feature ignores those of others.
  func take(_ step: CarpoolStep, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// The run ends.
  func close(at end: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// Adds the records of the feature to `records`; also called while the run is under way.
  func leave(in records: inout RunRecords)
}

/// How a driver is announced who is not announced as soon as possible.
enum Announcement {
  /// At the time that the input says, by an event.
  case later
  /// Never: the driver cannot be found by requests on the road.
  case never
}
