public import Quantities
public import Spaces

/// A driver: either a trip that is made in any case and offers free seats, or a waiting car. Immutable during a run.
public struct Driver: Sendable {
  /// The driver's id in the files.
  public var id: Int64
  public var origin: Place
  /// The destination; for a waiting car, its origin.
  public var destination: Place
  /// Whether the car has no trip of its own: it waits at its origin, and later at its last drop-off.
  public var waits = false
  /// The time from which the driver can be matched; until departure, the reported position is the origin.
  public var announce: Milliseconds
  /// The departure, or the earliest departure if it is flexible.
  public var depart: Milliseconds
  /// How long a driver without passengers can postpone the departure and still arrive in time; zero for a fixed
  /// departure.
  public var flexibility: Milliseconds
  /// Whether an unmatched driver leaves as late as possible, rather than as early as possible.
  public var leavesLate: Bool
  /// Whether an unmatched driver makes the trip alone; if false, they leave the market instead.
  public var drivesAlone = true
  /// Whether a matched driver leaves immediately, rather than as late as every promise allows.
  public var leavesAtOnce = false
  /// The id of the same person's request, if they may ride instead; nil if they can only drive.
  public var ownRequest: Int64?
  /// The latest arrival at the destination, or the end of service of a waiting car; `.never`: no limit.
  public var latestArrival: Milliseconds
  /// The number of free seats, excluding the driver's.
  public var seats: Int16
  /// The number of free luggage places.
  public var luggageRoom: Int16
  /// The maximum total detour beyond the solo trip; `.never`: no limit.
  public var maxDetour: Milliseconds
  /// The maximum ratio of the total detour to the solo time; infinite: no limit.
  public var maxDetourRatio: Double
  public var person: Person
  public var wishes: Wishes
  /// The solo trip, without passengers.
  public var solo: Travel
  /// The reason why the row is excluded from the run; nil if it is not.
  public var refusal: Cause?

  /// Creates a car that waits at `place` from `depart` to `end`, without limits or preferences.
  public init(
    id: Int64, waitingAt place: Place, depart: Milliseconds, end: Milliseconds = .never, seats: Int16 = 3,
    luggageRoom: Int16 = 2
  ) {
    self.init(
      id: id, origin: place, destination: place, depart: depart, latestArrival: end, seats: seats,
      luggageRoom: luggageRoom)
    waits = true
  }

  /// Creates a driver without limits or preferences.
  public init(
    id: Int64, origin: Place, destination: Place, depart: Milliseconds, announce: Milliseconds? = nil,
    flexibility: Milliseconds = .zero, leavesLate: Bool = true, latestArrival: Milliseconds = .never,
    seats: Int16 = 3, luggageRoom: Int16 = 2,
    maxDetour: Milliseconds = .never, maxDetourRatio: Double = .infinity, person: Person = Person(),
    wishes: Wishes = .none, solo: Travel = .none, refusal: Cause? = nil
  ) {
    self.id = id
    self.origin = origin
    self.destination = destination
    self.announce = announce ?? depart
    self.depart = depart
    self.flexibility = flexibility
    self.leavesLate = leavesLate
    self.latestArrival = latestArrival
    self.seats = seats
    self.luggageRoom = luggageRoom
    self.maxDetour = maxDetour
    self.maxDetourRatio = maxDetourRatio
    self.person = person
    self.wishes = wishes
    self.solo = solo
    self.refusal = refusal
  }

  /// Whether the departure is flexible.
  public var isFlexible: Bool { flexibility > .zero }

  /// The departure of the driver if they travel without passengers.
  public var departAlone: Milliseconds { isFlexible && leavesLate ? depart + flexibility : depart }
}

/// The index of a driver in a run. Indices are in ascending order of id or, while the run lasts, possibly in
/// chronological order (`TimeOrder`).
@frozen
public struct DriverIndex: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}

extension Driver: Listed { public typealias Index = DriverIndex }
