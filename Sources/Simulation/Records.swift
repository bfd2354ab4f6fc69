public import EventKernel
public import Market
public import Matching
public import Quantities

/// How a request ended; the raw value is the name in requests.csv.
public enum RequestOutcome: String, CaseIterable, Sendable {
  case served
  case unmatched
  case cancelledByPassenger = "cancelled_by_passenger"
  case cancelledByDriver = "cancelled_by_driver"
  case inProgress = "in_progress"
  case refusedInput = "refused_input"
  case probeHit = "probe_hit"
  case probeMiss = "probe_miss"
}

/// How an attempt ended; the raw value is the name in attempts.csv.
public enum AttemptOutcome: String, CaseIterable, Sendable {
  case accepted
  case declined
  case lapsed
  case withdrawn
  case noCandidate = "no_candidate"
  case inProgress = "in_progress"
  case probeHit = "probe_hit"
  case probeMiss = "probe_miss"
}

/// How a driver ended; the raw value is the name in drivers.csv.
public enum DriverOutcome: String, CaseIterable, Sendable {
  case arrived
  case inProgress = "in_progress"
  case refusedInput = "refused_input"
}

/// What a stop was for; the raw value is the name in stops.csv.
public enum StopKind: String, CaseIterable, Sendable {
  case depart
  case pickup
  case dropoff
  case arrive
}

/// What became of one request; the request itself stands at the same index of the run's input.
public struct RequestRecord: Sendable {
  public var outcome: RequestOutcome = .inProgress
  /// Of the last attempt, or why the request left or was refused; nil when it was served.
  public var cause: Cause?
  public var cycles: Int32 = 0
  public var attempts: Int32 = 0
  /// When the first accepted attempt was answered.
  public var firstMatch: Milliseconds?
  /// The match that held at the end; nil where none did.
  public var match: MatchRecord?
  public var pickup: Milliseconds?
  public var dropoff: Milliseconds?
  /// Road metres between pickup and drop-off; meaningful once dropped off.
  public var rideMetres: Metres = 0
  /// When the request stopped waiting for a match or a car: pickup, departure or final notice; nil while it waits.
  public var ended: Milliseconds?

  public init() {}
}

/// A match as it was promised when the driver accepted.
public struct MatchRecord: Sendable {
  /// When the driver's answer came.
  public var time: Milliseconds
  /// Index of the driver in the run's input.
  public var driver: Int32
  /// The latest pickup promised; `.never` without a limit.
  public var latestPickup: Milliseconds
  /// The latest drop-off promised; `.never` without a limit.
  public var latestDropoff: Milliseconds
  /// Added detour of the driver, from the true position at acceptance.
  public var detour: Milliseconds
  public var detourMetres: Metres
  /// Share of the stated wishes that are met, both sides; 1 if none is stated.
  public var agreement: Double
  /// Milliseconds of weighted cost.
  public var cost: Int64

  public init(
    time: Milliseconds, driver: Int32, latestPickup: Milliseconds, latestDropoff: Milliseconds,
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

/// One call of the matcher for one request. Stored in the order of the calls.
public struct AttemptRecord: Sendable {
  /// Index of the request in the run's input.
  public var request: Int32
  /// Counts from 1.
  public var cycle: Int32
  /// Counts from 1, anew in each cycle.
  public var attempt: Int32
  public var time: Milliseconds
  public var funnel: Funnel
  public var outcome: AttemptOutcome
  public var cause: Cause?
  /// The limit that failed for the driver that came nearest, where limits were the cause.
  public var bindingLimit: Limit?
  /// Wall-clock time of the matcher's call: a property of the machine, kept apart from the results.
  public var decisionNanoseconds: UInt32
  /// Index of the driver that was offered the request; -1 where there was none, and then nothing below counts.
  public var driver: Int32
  public var reported: Position
  public var timeToPickup: Milliseconds
  /// Added detour as computed for the offer.
  public var detour: Milliseconds
  public var detourMetres: Metres
  /// Milliseconds of weighted cost.
  public var cost: Int64
  /// When the driver's answer came; `.never` where none came.
  public var answered: Milliseconds

  public init(
    request: Int32, cycle: Int32, attempt: Int32, time: Milliseconds, funnel: Funnel,
    outcome: AttemptOutcome, cause: Cause?
  ) {
    self.request = request
    self.cycle = cycle
    self.attempt = attempt
    self.time = time
    self.funnel = funnel
    self.outcome = outcome
    self.cause = cause
    bindingLimit = nil
    decisionNanoseconds = 0
    driver = -1
    reported = Position(x: 0, y: 0)
    timeToPickup = .zero
    detour = .zero
    detourMetres = 0
    cost = 0
    answered = .never
  }
}

/// What became of one driver; the driver itself stands at the same index of the run's input.
public struct DriverRecord: Sendable {
  public var outcome: DriverOutcome = .inProgress
  /// Arrival at the destination; nil while on the way.
  public var arrive: Milliseconds?
  /// Metres driven until arrival (or until the horizon).
  public var drivenMetres: Metres = 0
  /// Offers received, and those declined.
  public var offers: Int32 = 0
  public var declines: Int32 = 0
  /// Requests dropped off.
  public var served: Int32 = 0
  /// The largest number of passengers on board at a time.
  public var maxOnBoard: Int32 = 0

  public init() {}
}

/// A stop really made. Stored in the order in which the stops were made.
public struct StopRecord: Sendable {
  public var driver: Int32
  /// Index of the request served; -1 for departure and arrival.
  public var request: Int32
  public var kind: StopKind
  public var partySize: Int16
  /// Passengers on board when the car leaves the stop.
  public var onBoardAfter: Int16
  public var arrive: Milliseconds
  public var leave: Milliseconds
  public var position: Position
  /// Metres driven so far.
  public var odometer: Metres

  public init(
    driver: Int32, request: Int32, kind: StopKind, partySize: Int16, onBoardAfter: Int16,
    arrive: Milliseconds, leave: Milliseconds, position: Position, odometer: Metres
  ) {
    self.driver = driver
    self.request = request
    self.kind = kind
    self.partySize = partySize
    self.onBoardAfter = onBoardAfter
    self.arrive = arrive
    self.leave = leave
    self.position = position
    self.odometer = odometer
  }
}

/// One thing that happened.
public struct EventRecord: Sendable {
  /// The raw value is the name in events.csv.
  public enum Kind: String, CaseIterable, Sendable {
    case driverAnnounced = "driver_announced"
    case driverDeparted = "driver_departed"
    case driverArrived = "driver_arrived"
    case requestSubmitted = "request_submitted"
    case attempt
    case accepted
    case declined
    case lapsed
    case withdrawn
    case requestNotified = "request_notified"
    case pickup
    case dropoff
    case passengerLeft = "passenger_left"
    case driverCancelled = "driver_cancelled"
  }

  public var time: Milliseconds
  public var kind: Kind
  /// Indexes in the run's input; -1 where nobody of that side took part.
  public var driver: Int32
  public var request: Int32
}

/// How one available driver fared in one attempt.
public struct CandidateRecord: Sendable {
  /// Index of the request in the run's input.
  public var request: Int32
  public var cycle: Int32
  public var attempt: Int32
  public var diagnosis: Diagnosis
}

/// All that a run leaves behind: one entry per request and driver of the input, and the logs of what happened.
public struct RunRecords: Sendable {
  public var requests: [RequestRecord]
  public var drivers: [DriverRecord]
  public var attempts: [AttemptRecord] = []
  public var stops: [StopRecord] = []
  /// What happened, in order; empty unless asked for.
  public var log: [EventRecord] = []
  /// How drivers fared in each attempt; empty unless asked for.
  public var candidates: [CandidateRecord] = []
  /// When the run ended: the last event, or the horizon.
  public var end: Milliseconds = .zero
  /// Events executed.
  public var events: Int64 = 0
  /// What became of all events that were scheduled.
  public var eventCounts = EventCounts()
  /// How many entries of the index of drivers were compared with a circle.
  public var indexProbes: Int64 = 0

  /// Creates empty records for a run over `requests` requests and `drivers` drivers.
  public init(requests: Int, drivers: Int) {
    self.requests = Array(repeating: RequestRecord(), count: requests)
    self.drivers = Array(repeating: DriverRecord(), count: drivers)
  }
}
