import Lifecycle
import Matching
import Quantities
import Travellers

/// An optional part of the market. The market calls each hook at the corresponding moment of a run; by default, a hook
/// does nothing and returns no result.
///
///     final class Umbrellas: CarpoolFeature {
///       init?(_ setup: SimulationSetup) { … }
///       func pickedUp(_ request: RequestIndex, by driver: DriverIndex, at time: Milliseconds) { lent += 1 }
///       func leave(in records: inout RunRecords) { records.umbrellas = lent }
///     }
///
/// Features are objects, because a hook may change the market, which may in turn call the feature again. A hook that
/// only reads receives at most the fleet, since passing the market would copy it. Features do not refer to each other,
/// and no hook is called for each candidate of an attempt.
protocol CarpoolFeature: AnyObject {
  typealias Desk = LifecycleDesk<CarpoolMarket>
  typealias Call = CarpoolMarket.Call

  /// Prepares the feature for a run of `setup`; nil if the scenario does not use the feature, which is checked nowhere
  /// else.
  init?(_ setup: SimulationSetup)

  // MARK: What the market is built from

  /// Whether the feature takes part in attempts; if none does, an attempt ends as soon as no driver is found within
  /// both circles.
  var takesPartInAttempts: Bool { get }
  /// Whether the feature decides when drivers are announced; otherwise, each driver is announced on entering the
  /// market.
  var schedulesAnnouncements: Bool { get }
  /// The relations between passengers and drivers; nil: none.
  var acquaintance: (any Acquaintance)? { get }
  /// Whether drivers' phones can go offline.
  var hasOfflinePhones: Bool { get }
  /// Called at the beginning of the run.
  func open(_ market: borrowing CarpoolMarket)

  // MARK: Drivers

  /// Changes the time at which `driver` enters the market; nil: the entry is not scheduled.
  func change(_ arrival: inout Milliseconds?, of driver: DriverIndex)
  /// Returns the intermediate stops of the driver's own trip.
  func waypoints(of driver: DriverIndex) -> [PlannedStop]
  /// Called when the car of `driver` enters the market, even if it is not yet offered.
  func enlisted(_ driver: DriverIndex, _ fleet: Fleet)
  /// Returns the earliest time, not before `time`, at which `driver` may be offered; `.never`: not at all; nil: no
  /// restriction.
  func offered(_ driver: DriverIndex, from time: Milliseconds) -> Milliseconds?
  /// Returns how `driver`, who may be offered from `earliest` on, is announced; nil: as soon as possible.
  func announcement(
    of driver: DriverIndex, from earliest: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Announcement?
  /// Whether `driver` has left the service or cancelled the trip.
  func hasWithdrawn(_ driver: DriverIndex) -> Bool
  /// Called when `driver` has become findable by the rule, at `time`.
  func announced(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// Returns whether `driver`, whose departure is due at `time`, actually departs.
  func mayDepart(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool
  /// Called after the departure of `driver`.
  func departed(_ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket)
  /// Whether the car of `driver` stands at its origin without a scheduled departure.
  func standsReady(_ driver: DriverIndex, _ fleet: Fleet, _ desk: inout Desk) -> Bool
  /// Returns the time at which `driver`, who has departed, makes the next stop or arrives; nil: the next planned
  /// arrival.
  func nextStep(of driver: DriverIndex, at time: Milliseconds, _ fleet: Fleet) -> Milliseconds?
  /// Returns whether `driver`, who has made all stops, remains on the road at `time` instead of arriving.
  func stays(_ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket) -> Bool
  /// Returns the time at which the service of `driver` ends; nil: on arrival.
  func endOfService(of driver: DriverIndex) -> Milliseconds?
  /// Called before a passenger is added to the plan of `driver`.
  func takesOn(_ driver: DriverIndex, at time: Milliseconds, _ fleet: Fleet)
  /// Called after the plan of `driver` has changed.
  func planChanged(of driver: DriverIndex, _ fleet: Fleet)
  /// Makes the next stop of `driver` if nobody gets on or off there, and returns whether the stop was made.
  func passes(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool
  /// Returns the kind of `stop`, which `driver` is making; nil: a pickup or a drop-off.
  func kind(of stop: PlannedStop, by driver: DriverIndex) -> StopKind?
  /// Called after `driver` has made a stop at `time`; the car continues at `leave`, or is at its last stop if that is
  /// nil.
  func stopped(_ driver: DriverIndex, at time: Milliseconds, until leave: Milliseconds?)
  /// Called after the passenger of `stop` has alighted from, or boarded, the car of `driver` to transfer.
  func changedCars(
    at stop: PlannedStop, of driver: DriverIndex, at time: Milliseconds, odometer: Metres,
    _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// Called after the arrival of `driver`.
  func arrived(_ driver: DriverIndex)
  /// Returns the rating of `driver`, in thousandths of a star; nil without ratings.
  func milliStars(of driver: DriverIndex) -> Int32?
  /// Called after the ratings of the drivers in `trips` have changed.
  func rated(_ trips: [DriverIndex], _ market: borrowing CarpoolMarket)

  // MARK: Requests

  /// Returns whether `request`, which is due at `time`, is actually submitted; if not, the feature has ended the
  /// request.
  func admits(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool
  /// Returns when the market receives `request`, which is submitted at `time`; nil: immediately.
  func receive(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Reception?
  /// Returns the passenger's patience, measured from the submission; nil: the patience given in the request.
  func patience(of request: RequestIndex) -> Milliseconds?
  /// Returns the current form of `request`; nil if it is unchanged.
  func restated(_ request: RequestIndex) -> Request?
  /// Whether car and passenger of `request` meet only at the trip's origin and destination.
  func meetsAtEnds(_ request: RequestIndex) -> Bool
  /// Returns the driver who is the same person, and so is never matched with `request`; nil if there is none.
  func ownDriver(of request: RequestIndex) -> DriverIndex?
  /// Returns the number of attempts per cycle of `request`; nil: the number given by the rules.
  func attempts(of request: RequestIndex) -> Int32?
  /// Changes the number of cycles of `request`.
  func change(_ cycles: inout Int32, of request: RequestIndex)
  /// Whether an attempt of `request` at `time` is made without a search for drivers on the road.
  func looksElsewhere(_ request: RequestIndex, at time: Milliseconds) -> Bool
  /// Returns the time until which the passenger of `request` is unavailable for attempts; nil if they are available.
  func isBusyUntil(_ request: RequestIndex, _ fleet: Fleet) -> Milliseconds?
  /// Whether `request` makes no further attempt until the feature schedules one.
  func waits(_ request: RequestIndex) -> Bool
  /// Whether `request`, whose cycle failed at `time`, stays pending for an attempt that the feature schedules.
  func keeps(_ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket) -> Bool
  /// Called after `request` has ended without a ride.
  func lost(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// Whether it was the passenger's own decision that ended `request` without a ride.
  func isOwnDoing(_ request: RequestIndex, _ desk: inout Desk) -> Bool
  /// Called after the service's failure has ended `request` without a ride.
  func failed(_ request: RequestIndex, at time: Milliseconds)

  // MARK: Attempts

  /// Decides an attempt that needs no search for drivers on the road; nil for other attempts.
  func decide(_ call: Call, _ market: inout CarpoolMarket, _ desk: inout Desk) -> AttemptRecord?
  /// Returns the reason why no driver may be sought for `request` at `time`; nil if one may.
  func obstacle(to request: RequestIndex, at time: Milliseconds) -> Cause?
  /// Searches for alternatives in an attempt for which the policy chose no driver.
  func searchElsewhere(for view: borrowing Attempt, _ fleet: Fleet)
  /// Searches for alternatives in each of the jointly decided `views` for which the policy chose no driver; if
  /// `choices` is empty, in all of them.
  func searchElsewhere(for views: [Attempt], beside choices: [Candidate?], _ fleet: Fleet)
  /// Executes the policy's orders `moves` to idle cars.
  func carryOut(
    _ moves: [CarMove], at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// Called after the policy has decided a single attempt.
  func decided(_ choice: Candidate?, for view: borrowing Attempt)
  /// Called after the policy has decided attempts jointly.
  func decidedTogether(_ decision: GatheredChoice, for views: [Attempt])
  /// Adds the feature's data to the record of attempt `number` of the run.
  func complete(
    _ record: inout AttemptRecord, of view: borrowing Attempt, number: Int, _ market: inout CarpoolMarket)
  /// Completes the record of attempt `number` of the run, which failed without a search.
  func missed(_ record: inout AttemptRecord, number: Int)
  /// Returns the price of `fare` for the party, in the smallest currency unit; nil if the scenario has no payments.
  func price(of fare: Fare) -> Int64?
  /// Returns the maximum price of a seat in the car of `driver` for a ride of `metres` metres; nil: no limit.
  func mostForSeat(over metres: Metres, with driver: DriverIndex) -> Int64?
  /// Returns the reason why the passenger cannot take a ride with the price `fare`; nil if they can.
  func objection(to fare: Fare, for call: Call) -> Cause?
  /// Returns the money that the passenger of `request` can spend; nil: no limit.
  func funds(of request: RequestIndex) -> Int64?

  // MARK: Windows

  /// Divides the `gathered` requests into those whose attempt is due at `time` and the others; nil if all are due.
  func due(
    _ gathered: [RequestIndex], at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> (due: [RequestIndex], others: [RequestIndex])?
  /// Decides the due attempts jointly; nil if the policy decides them.
  func decide(together calls: [Call], _ market: inout CarpoolMarket, _ desk: inout Desk) -> [AttemptRecord]?
  /// Whether the passenger of `request` has been asked to drive, and has not answered yet.
  func isAskedToDrive(_ request: RequestIndex, _ fleet: Fleet) -> Bool
  /// Whether the passenger of `request`, who would otherwise drive, is among the `drivers` paired with other requests.
  func isTaken(_ request: RequestIndex, in drivers: Set<DriverIndex>, _ fleet: Fleet)
    -> Bool
  /// Returns the last time at which the passenger of `request` has an alternative to waiting for a pickup; nil if there
  /// is none.
  func lastChoice(of request: RequestIndex, _ fleet: Fleet) -> Milliseconds?
  /// Whether `driver` has to decide by `time` whether to drive.
  func hasToDecide(_ driver: DriverIndex, by time: Milliseconds, _ fleet: Fleet) -> Bool

  // MARK: Offers

  /// Returns the passenger's reason for rejecting `driver`, who was chosen by the last attempt but not yet asked; nil
  /// if they do not reject the driver.
  func rejection(
    of driver: DriverIndex, by request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: inout Desk
  ) -> Rejection<Cause>?
  /// Whether the offer of `request` to `driver` reserves a seat in the plan, rather than the driver.
  func keepsSeat(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool
  /// Called when `request` is offered to `driver`.
  func offered(
    _ request: RequestIndex, to driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: borrowing Desk)
  /// Changes when and how the offer of `request` to `driver`, made at `time`, ends.
  func change(
    _ offer: inout OpenOffer, of request: RequestIndex, to driver: DriverIndex, at time: Milliseconds,
    _ market: borrowing CarpoolMarket, _ desk: borrowing Desk)
  /// Returns the second driver involved in the offer or agreement for `request`; nil if there is none.
  func companion(of request: RequestIndex) -> DriverIndex?
  /// Returns the probability that `driver` declines `request`; nil: the probability given by the rules.
  func declineProbability(of driver: DriverIndex, to request: RequestIndex) -> Double?
  /// Releases the seat reserved by a failed offer of `request` to `driver`; returns whether the feature did so.
  func releasesSeat(
    _ request: RequestIndex, from driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: inout Desk
  ) -> Bool
  /// Called after the offer of `request` has failed.
  func released(_ request: RequestIndex, at time: Milliseconds, _ fleet: Fleet)

  // MARK: Rides

  /// Commits an offer that the feature made itself; nil if it did not make the offer.
  func commit(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Commitment<Cause>?
  /// Returns the reason why the agreement on `request`, with the price `fare`, fails at the last moment; nil if it does
  /// not.
  func lapse(of request: RequestIndex, _ fare: Fare) -> Cause?
  /// Called when `request` and `driver` agree on a ride, with the pickup planned at time `pickup`.
  func agreed(
    _ request: RequestIndex, with driver: DriverIndex, pickup: Milliseconds, fare: Fare,
    at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// Whether the passenger of `request` has been picked up and is now looking for another car on the way.
  func isUnderWay(_ request: RequestIndex) -> Bool
  /// Whether the passenger of `request` is exempt from the cancellations drawn after a match.
  func keepsRide(_ request: RequestIndex) -> Bool
  /// Returns the cause that applies if the passenger of `request` cancels the agreement; nil: left to other features.
  func cause(ofCancelling request: RequestIndex, at time: Milliseconds, _ desk: borrowing Desk) -> Cause?
  /// Removes `request` from all plans if the feature committed it; returns whether the feature did so.
  func undoes(
    _ request: RequestIndex, with driver: DriverIndex, because reason: Cancellation, at time: Milliseconds,
    _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool
  /// Called after the agreement between `request` and `driver` has been cancelled.
  func undone(
    _ request: RequestIndex, with driver: DriverIndex, because reason: Cancellation, at time: Milliseconds,
    _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// Called after `driver` has picked up `request`.
  func pickedUp(_ request: RequestIndex, by driver: DriverIndex, at time: Milliseconds)
  /// Called after `driver` has dropped off `request`.
  func droppedOff(
    _ request: RequestIndex, by driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: inout Desk)

  // MARK: The run

  /// Called when a step scheduled by a feature is due; each feature ignores the steps of the others.
  func take(_ step: CarpoolStep, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// Called at the end of the run.
  func close(at end: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk)
  /// Adds the feature's records to `records`; also called during the run.
  func leave(in records: inout RunRecords)
}

/// How a driver who is not announced as soon as possible is announced.
enum Announcement {
  /// At the time given in the input, by a scheduled event.
  case later
  /// Never: the driver cannot be found by requests on the road.
  case never
}
