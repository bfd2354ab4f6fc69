public import Quantities
public import Spaces

/// Supply: a trip that is made anyway and offers its free seats, or a car that waits. Immutable during a run.
public struct Driver: Sendable {
  /// The number that the files know the driver by.
  public var id: Int64
  public var origin: Place
  /// The end of the trip; of a car that waits, its origin.
  public var destination: Place
  /// True for a car that has no trip of its own: it stands where it is until it is asked, and then where its last passenger got off.
  public var waits = false
  /// The time from which the driver can be matched; reported at the origin until departure.
  public var announce: Milliseconds
  /// The departure; the earliest one of a driver who may leave later.
  public var depart: Milliseconds
  /// The time by which a driver who takes nobody along may leave later and still arrive in time; zero for a fixed departure.
  public var flexibility: Milliseconds
  /// True if a driver with nobody to wait for leaves at the end of that time, and not at the beginning.
  public var leavesLate: Bool
  /// True if a driver with nobody on board leaves at all; false for a party that leaves the market where nobody takes it along.
  public var drivesAlone = true
  /// True if a driver who takes somebody along leaves at once, and not as late as every promise allows.
  public var leavesAtOnce = false
  /// The id of the request of the same person, who may ride with others instead; nil for who only drives.
  public var ownRequest: Int64?
  /// The latest arrival at the destination, or the time at which a car that waits ends its service; `.never` where there is no limit.
  public var latestArrival: Milliseconds
  /// Free seats, the driver's own not counted.
  public var seats: Int16
  /// Free pieces of luggage.
  public var luggageRoom: Int16
  /// The largest total detour, against the solo trip; `.never` where there is no limit.
  public var maxDetour: Milliseconds
  /// The largest total detour ÷ solo time; infinite where there is no limit.
  public var maxDetourRatio: Double
  public var person: Person
  public var wishes: Wishes
  /// The trip without any passenger.
  public var solo: Travel
  /// The reason the row takes no part in the run; nil for a driver that does.
  public var refusal: Cause?

  /// Creates a car that waits at `place` from `depart` to `end`, without limits or wishes.
  public init(
    id: Int64, waitingAt place: Place, depart: Milliseconds, end: Milliseconds = .never, seats: Int16 = 3,
    luggageRoom: Int16 = 2
  ) {
    self.init(
      id: id, origin: place, destination: place, depart: depart, latestArrival: end, seats: seats,
      luggageRoom: luggageRoom)
    waits = true
  }

  /// Creates a driver without limits or wishes.
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

  /// True if the departure is part of the plan.
  public var isFlexible: Bool { flexibility > .zero }

  /// The departure of a driver who takes nobody along.
  public var departAlone: Milliseconds { isFlexible && leavesLate ? depart + flexibility : depart }
}
