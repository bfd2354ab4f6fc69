public import Lifecycle
public import Matching
public import Quantities
public import Travellers

/// One call of the matcher for one request. Records are stored in the order of the calls.
///
/// A day has millions of attempts, nine in ten of which find no driver. The properties of offers and most counts are
/// therefore boxed, and a record takes 48 bytes.
public struct AttemptRecord: Sendable {
  public var request: RequestIndex
  /// The wall-clock duration of the call to the matcher, in nanoseconds; it depends on the machine and is kept apart
  /// from the results.
  public var decisionNanoseconds: UInt32 = 0
  public var time: Milliseconds
  /// The number of the attempt within its cycle, from 1.
  public let attempt: Int32
  @usableFromInline let shortCycle: Int16
  public var outcome: AttemptOutcome
  public var cause: Cause?
  @usableFromInline let counts: AttemptCounts
  /// Whether the board was searched, rather than drivers on the road.
  public var isPlanned = false
  /// The limit exceeded for the nearest miss, if limits were the cause.
  public var bindingLimit: Limit?
  @usableFromInline @Rare var details: Details?

  /// The properties of an attempt that found drivers.
  @usableFromInline
  struct Details: Sendable {
    @usableFromInline let funnel: Funnel
    @usableFromInline var driver = DriverIndex.none
    @usableFromInline @Rare var offer: Offer?

    @usableFromInline
    init(_ funnel: Funnel) { self.funnel = funnel }
  }

  /// The part of a record that exists only if a driver was chosen or a transfer was searched for.
  public struct Offer: Sendable {
    public var reported = Position(x: 0, y: 0)
    public var timeToPickup = Milliseconds.zero
    public var timeToDropoff = Milliseconds.zero
    /// The driver's added detour, as computed for the offer.
    public var detour = Milliseconds.zero
    public var detourMetres: Metres = 0
    /// The weighted cost, in milliseconds.
    public var cost: Int64 = 0
    /// The time of the driver's answer; `.never` if there was none.
    public var answered = Milliseconds.never
    /// The index in `RunRecords.meetings` of the meeting offered to driver and passenger; -1 if nobody walks.
    public var meeting: Int32 = -1
    /// The index in `RunRecords.transfers` of the search for a transfer; -1 if there was none.
    public var transfer: Int32 = -1
    /// The index in `RunRecords.choices` of the passenger's choice; -1 if there was none.
    public var choice: Int32 = -1

    @inlinable init() {}
  }

  /// Creates the record of an attempt without an offer.
  public init(
    request: RequestIndex, cycle: Int32, attempt: Int32, time: Milliseconds, funnel: Funnel,
    outcome: AttemptOutcome, cause: Cause?
  ) {
    let counts = AttemptCounts(of: funnel)
    self.init(
      request: request, cycle: cycle, attempt: attempt, time: time, counts: counts, outcome: outcome,
      cause: cause)
    if counts.funnel != funnel { details = Details(funnel) }
  }

  /// Creates the record of an attempt without an offer; `counts` must be complete.
  @inline(__always)
  init(
    request: RequestIndex, cycle: Int32, attempt: Int32, time: Milliseconds, counts: AttemptCounts,
    outcome: AttemptOutcome, cause: Cause?
  ) {
    self.request = request
    shortCycle = Int16(cycle)
    self.attempt = attempt
    self.time = time
    self.counts = counts
    self.outcome = outcome
    self.cause = cause
  }
}

extension AttemptRecord {
  /// The number of the cycle, from 1. A request has at most 1,000 cycles, and one more after each cancellation by a driver.
  @inlinable public var cycle: Int32 { Int32(shortCycle) }

  /// The number of drivers left after each stage.
  @inlinable public var funnel: Funnel { details?.funnel ?? counts.funnel }

  /// The number of drivers left after `stage`, as in `funnel`.
  @inlinable
  @inline(__always)
  public func left(after stage: Stage) -> Int32 { details?.funnel[stage] ?? counts.left(after: stage) }

  /// The number of drivers who were under way or announced, as in `funnel`.
  @inlinable public var driversActive: Int32 { counts.driversActive }
  /// The number of drivers pruned by a bound, as in `funnel`.
  @inlinable public var boundedOut: Int32 { details?.funnel.boundedOut ?? counts.boundedOut }
  /// The number of drivers evaluated, as in `funnel`.
  @inlinable public var evaluated: Int32 { details?.funnel.evaluated ?? counts.evaluated }

  /// The driver who was offered the request; `.none` if there was none, which makes the properties of the offer
  /// meaningless.
  @inlinable public var driver: DriverIndex {
    get { details?.driver ?? .none }
    set { if details != nil || newValue != .none { ownDetails.driver = newValue } }
  }

  /// The offer; empty if there was none.
  @inlinable public var offer: Offer {
    get { details?.offer ?? Offer() }
    set { ownDetails.offer = newValue }
  }

  /// The details, created from the counts if there are none yet.
  @usableFromInline var ownDetails: Details {
    get { details ?? Details(counts.funnel) }
    set { details = newValue }
  }

  @inlinable public var reported: Position { offer.reported }
  @inlinable public var timeToPickup: Milliseconds { offer.timeToPickup }
  @inlinable public var detour: Milliseconds { offer.detour }
  @inlinable public var detourMetres: Metres { offer.detourMetres }
  @inlinable public var cost: Int64 { offer.cost }
  @inlinable public var meeting: Int32 { offer.meeting }
  @inlinable public var transfer: Int32 { offer.transfer }
  @inlinable public var choice: Int32 { offer.choice }
  @inlinable public var answered: Milliseconds {
    get { offer.answered }
    set { offer.answered = newValue }
  }
}

/// The terms of a match, as promised when the driver accepted.
public struct MatchRecord: Sendable {
  /// The time of the driver's answer.
  public var time: Milliseconds
  public var driver: DriverIndex
  /// The promised latest pickup; `.never`: no limit.
  public var latestPickup: Milliseconds
  /// The promised latest drop-off; `.never`: no limit.
  public var latestDropoff: Milliseconds
  /// The driver's added detour, computed from the true position at acceptance.
  public var detour: Milliseconds
  public var detourMetres: Metres
  /// The proportion of both sides' stated preferences that are met; 1 if none are stated.
  public var agreement: Double
  /// The weighted cost, in milliseconds.
  public var cost: Int64
  /// The index in `RunRecords.meetings` of the meeting agreed by driver and passenger; -1 if nobody walks.
  public var meeting: Int32 = -1
  /// The index in `RunRecords.transfers` of the agreed transfer; -1 if one driver takes the passenger all the way.
  public var transfer: Int32 = -1

  public init(
    time: Milliseconds, driver: DriverIndex, latestPickup: Milliseconds, latestDropoff: Milliseconds,
    detour: Milliseconds, detourMetres: Metres, agreement: Double, cost: Int64
  ) {
    self.time = time
    self.driver = driver
    self.latestPickup = latestPickup
    self.latestDropoff = latestDropoff
    self.detour = detour
    self.detourMetres = detourMetres
    self.agreement = agreement
    self.cost = cost
  }
}

/// The evaluation of one available driver in one attempt.
public struct CandidateRecord: Sendable {
  public var request: RequestIndex
  public var cycle: Int32
  public var attempt: Int32
  public var diagnosis: Diagnosis
}

/// An event of a run.
public struct EventRecord: Sendable {
  /// The kind of an event; the raw value is the name in events.csv.
  public enum Kind: String, CaseIterable, Sendable {
    case driverAnnounced = "driver_announced"
    case driverDeparted = "driver_departed"
    case driverArrived = "driver_arrived"
    case requestSubmitted = "request_submitted"
    case attempt
    case accepted
    case refused
    case declined
    case lapsed
    case withdrawn
    case requestNotified = "request_notified"
    case pickup
    case dropoff
    case passengerLeft = "passenger_left"
    case driverCancelled = "driver_cancelled"
    case tripPublished = "trip_published"
    case tripCalledOff = "trip_called_off"
    case noShow = "no_show"
    case transferDropoff = "transfer_dropoff"
    case transferPickup = "transfer_pickup"
    case paired
    case parted
    case outage
  }

  public var time: Milliseconds
  public var kind: Kind
  /// The driver and the request involved; `.none` if there is none.
  public var driver: DriverIndex
  public var request: RequestIndex
}

/// The true position of a car at one time: at a bend, at a node, or at the beginning or end of a stop.
///
/// The records of one driver are in chronological order. Between two consecutive records, the car drove straight at
/// constant speed, or did not move.
public struct TrackRecord: Sendable {
  public var driver: DriverIndex
  public var time: Milliseconds
  public var position: Position

  public init(driver: DriverIndex, time: Milliseconds, position: Position) {
    self.driver = driver
    self.time = time
    self.position = position
  }
}
