public import Quantities
public import Spaces

/// A request by a party that needs seats now. Immutable during a run.
///
/// Small fields follow the places, where they need no padding. Memory matters: a day has a million requests, and a run
/// in chronological order stores them twice.
public struct Request: Sendable {
  /// The request's id in the files.
  public var id: Int64
  public var origin: Place
  public var partySize: Int16
  /// The number of pieces of luggage.
  public var luggage: Int16
  public var destination: Place
  /// Whether the request is a probe, which measures one attempt without side effects and is never assigned.
  public var isProbe: Bool
  /// Whether the party has a car and may drive instead, as the driver whose `ownRequest` is this request.
  public var hasCar = false
  /// The reason why the row is excluded from the run; nil if it is not.
  public var refusal: Cause?
  public var submit: Milliseconds
  /// The lead time between announcement and earliest departure; limits on the party's wait count from its end.
  public var lead: Milliseconds
  /// The earliest pickup; a car that arrives earlier waits.
  public var earliestPickup: Milliseconds
  /// The latest pickup and the latest drop-off; `.never`: no limit.
  public var latestPickup: Milliseconds
  public var latestDropoff: Milliseconds
  /// The maximum duration of the ride; `.never`: no limit.
  public var maxRide: Milliseconds
  /// The earliest drop-off; a car that arrives earlier waits, with everybody on board.
  public var earliestDropoff = Milliseconds.zero
  /// The durations of boarding and of alighting; nil: the default for all stops.
  @Eventual public var boarding: Milliseconds?
  @Eventual public var alighting: Milliseconds?
  public var person: Person
  public var wishes: Wishes
  /// The time after submission at which the party gives up if not picked up; `.never`: it does not.
  public var patience: Milliseconds
  /// The direct trip that the party would make in its own car, leaving at `directDeparture`.
  public var direct: Travel

  /// The departure for a trip in the party's own car: at submission or, if later, at the earliest pickup.
  public var directDeparture: Milliseconds { max(submit, earliestPickup) }

  /// Whether the party has individual stop times.
  public var hasOwnStops: Bool { earliestDropoff != .zero || boarding != nil || alighting != nil }

  /// The time from which the party waits: the submission, or the earliest departure if the request was announced in
  /// advance.
  @inline(__always)
  public var waitsFrom: Milliseconds { submit + lead }

  /// Creates a request for one seat, without limits or preferences.
  public init(
    id: Int64, origin: Place, destination: Place, submit: Milliseconds,
    lead: Milliseconds = .zero, earliestPickup: Milliseconds = .zero, latestPickup: Milliseconds = .never,
    latestDropoff: Milliseconds = .never, maxRide: Milliseconds = .never, partySize: Int16 = 1,
    luggage: Int16 = 0, person: Person = Person(), wishes: Wishes = .none, patience: Milliseconds = .never,
    isProbe: Bool = false, direct: Travel = .none, refusal: Cause? = nil
  ) {
    self.id = id
    self.origin = origin
    self.destination = destination
    self.submit = submit
    self.lead = lead
    self.earliestPickup = earliestPickup
    self.latestPickup = latestPickup
    self.latestDropoff = latestDropoff
    self.maxRide = maxRide
    self.partySize = partySize
    self.luggage = luggage
    self.person = person
    self.wishes = wishes
    self.patience = patience
    self.isProbe = isProbe
    self.direct = direct
    self.refusal = refusal
  }
}

/// The index of a request in a run. Indices are in ascending order of id or, while the run lasts, possibly in
/// chronological order (`TimeOrder`).
@frozen
public struct RequestIndex: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}

extension Request: Listed { public typealias Index = RequestIndex }

/// The role of a traveller, as written in files.
public enum Role: String, CaseIterable, Sendable {
  case driver
  case rider
  /// A traveller who has a car, and may drive or ride.
  case either
}
