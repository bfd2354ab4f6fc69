public import Quantities
public import Spaces

/// Demand: a party that asks for seats now. Immutable during a run.
///
/// Small fields stand behind places, where they leave no gap: a day has a million requests, and a run in the order of time holds them
/// twice.
public struct Request: Sendable {
  /// The number that the files know the request by.
  public var id: Int64
  public var origin: Place
  public var partySize: Int16
  /// Pieces of luggage.
  public var luggage: Int16
  public var destination: Place
  /// Measures one attempt and disturbs nothing: it is never assigned.
  public var isProbe: Bool
  /// True if the party has a car of its own, and may drive instead: it is the driver whose `ownRequest` this is.
  public var hasCar = false
  /// The reason the row takes no part in the run; nil for a request that does.
  public var refusal: Cause?
  public var submit: Milliseconds
  /// The time by which the party is announced before it can leave: limits on its wait count from then on.
  public var lead: Milliseconds
  /// A car that comes earlier waits until then.
  public var earliestPickup: Milliseconds
  /// The latest pickup; `.never` where there is no limit. So for the two below.
  public var latestPickup: Milliseconds
  public var latestDropoff: Milliseconds
  /// The longest ride.
  public var maxRide: Milliseconds
  /// A car that brings the party earlier waits until then, with everybody on board.
  public var earliestDropoff = Milliseconds.zero
  /// The durations of boarding and of alighting; nil where they are those of all stops.
  @Eventual public var boarding: Milliseconds?
  @Eventual public var alighting: Milliseconds?
  public var person: Person
  public var wishes: Wishes
  /// The time after submission at which the party leaves if it has not been picked up; `.never` if it does not.
  public var patience: Milliseconds
  /// The trip in a car of its own that leaves at `directDeparture`.
  public var direct: Travel

  /// The time at which the party would leave in a car of its own: at its submission, or from its earliest pickup on.
  public var directDeparture: Milliseconds { max(submit, earliestPickup) }

  /// True if the stops of the party are not those of all.
  public var hasOwnStops: Bool { earliestDropoff != .zero || boarding != nil || alighting != nil }

  /// The time from which the party waits: its submission, or the time to leave if it was announced before.
  @inline(__always)
  public var waitsFrom: Milliseconds { submit + lead }

  /// Creates a request for one seat, without limits or wishes.
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
