public import Lifecycle
import Matching
public import Quantities
public import Travellers

/// The record of one request's outcome; it has the same index as the request in the run's input.
///
/// A day has millions of requests, and most of them never get a match, so the times of the ride are boxed, which leaves
/// 24 bytes.
public struct RequestRecord: Listed, Sendable {
  public typealias Index = RequestIndex

  public var outcome: RequestOutcome = .inProgress
  /// The cause of the last failed attempt, or the reason why the passenger left or the row was rejected; nil if the
  /// request was served.
  public var cause: Cause?
  @usableFromInline var shortCycles: Int16 = 0
  public var attempts: Int32 = 0
  /// The time at which the request stopped waiting for a match or a car: the pickup, the passenger's leaving, or the
  /// final rejection; nil while it waits.
  @Eventual public var ended: Milliseconds?
  @usableFromInline @Rare var service: Service?

  /// The properties of a request that had a match.
  @usableFromInline
  struct Service: Sendable {
    @usableFromInline @Eventual var firstMatch: Milliseconds?
    @usableFromInline @Eventual var pickup: Milliseconds?
    @usableFromInline @Eventual var dropoff: Milliseconds?
    @usableFromInline var rideMetres: Metres = 0
    @usableFromInline var match: MatchRecord?

    @inlinable init() {}
  }

  public init() {}
}

extension RequestRecord {
  /// The number of cycles with at least one attempt.
  @inlinable public var cycles: Int32 {
    get { Int32(shortCycles) }
    set { shortCycles = Int16(newValue) }
  }

  /// The time at which the first accepted attempt was answered.
  @inlinable public var firstMatch: Milliseconds? {
    get { service?.firstMatch }
    set { ownService.firstMatch = newValue }
  }

  /// The final match; nil if there is none.
  @inlinable public var match: MatchRecord? {
    get { service?.match }
    set { ownService.match = newValue }
  }

  @inlinable public var pickup: Milliseconds? {
    get { service?.pickup }
    set { ownService.pickup = newValue }
  }

  @inlinable public var dropoff: Milliseconds? {
    get { service?.dropoff }
    set { ownService.dropoff = newValue }
  }

  /// The distance by road from pickup to drop-off; meaningful only after the drop-off.
  @inlinable public var rideMetres: Metres {
    get { service?.rideMetres ?? 0 }
    set { ownService.rideMetres = newValue }
  }

  /// The service, created if there is none yet.
  @usableFromInline var ownService: Service {
    get { service ?? Service() }
    set { service = newValue }
  }
}

/// The record of one driver's outcome; it has the same index as the driver in the run's input.
public struct DriverRecord: Listed, Sendable {
  public typealias Index = DriverIndex

  public var outcome: DriverOutcome = .inProgress
  /// For a driver with a flexible departure: the actual departure, nil while at the origin. Nil for all other drivers.
  public var departed: Milliseconds?
  /// The arrival at the destination, the end of service of a waiting car, or the time at which it became certain that a
  /// car would not be driven; nil while under way.
  public var arrive: Milliseconds?
  /// For a waiting car: the driving time until the end of its service (or until the horizon); zero for other cars.
  public var driving: Milliseconds = .zero
  /// The distance driven until arrival (or until the horizon).
  public var drivenMetres: Metres = 0
  /// The number of offers received, and the number of these that were declined.
  public var offers: Int32 = 0
  public var declines: Int32 = 0
  /// The number of requests completed.
  public var served: Int32 = 0
  /// The maximum number of passengers on board at the same time.
  public var maxOnBoard: Int32 = 0

  public init() {}
}

/// The record of a stop. Records are stored in the order in which the stops were made.
public struct StopRecord: Sendable {
  public var driver: DriverIndex
  /// The request picked up or dropped off; `.none` for departure and arrival.
  public var request: RequestIndex
  public var kind: StopKind
  public var partySize: Int16
  /// Whether this record and the driver's next one belong to one halt of the car.
  public var isJoined: Bool
  /// The number of passengers on board when the car leaves the stop.
  public var onBoardAfter: Int16
  public var arrive: Milliseconds
  public var leave: Milliseconds
  public var position: Position
  /// The distance driven so far.
  public var odometer: Metres

  public init(
    driver: DriverIndex, request: RequestIndex, kind: StopKind, partySize: Int16, isJoined: Bool = false,
    onBoardAfter: Int16, arrive: Milliseconds, leave: Milliseconds, position: Position, odometer: Metres
  ) {
    self.driver = driver
    self.request = request
    self.kind = kind
    self.partySize = partySize
    self.isJoined = isJoined
    self.onBoardAfter = onBoardAfter
    self.arrive = arrive
    self.leave = leave
    self.position = position
    self.odometer = odometer
  }
}

/// The outcome of a request; the raw value is the name in requests.csv.
public enum RequestOutcome: String, CaseIterable, Sendable {
  case served
  case unmatched
  case cancelledByPassenger = "cancelled_by_passenger"
  case cancelledByDriver = "cancelled_by_driver"
  case inProgress = "in_progress"
  case refusedInput = "refused_input"
  case probeHit = "probe_hit"
  case probeMiss = "probe_miss"
  case drove
  case notSubmitted = "not_submitted"
}

/// The outcome of a driver; the raw value is the name in drivers.csv.
public enum DriverOutcome: String, CaseIterable, Sendable {
  case arrived
  case inProgress = "in_progress"
  case notDriven = "not_driven"
  case refusedInput = "refused_input"
}

/// The purpose of a stop; the raw value is the name in stops.csv.
public enum StopKind: String, CaseIterable, Sendable {
  case depart
  case pickup
  case dropoff
  /// A passenger alights to transfer.
  case transferDropoff = "transfer_dropoff"
  /// A passenger boards the second car of a transfer.
  case transferPickup = "transfer_pickup"
  /// A stop of a published trip.
  case waypoint
  /// A waiting car has reached the place to which it was sent.
  case move
  case arrive
}

// The lifecycle's names for what has names of its own in the carpool.

extension RequestRecord: RequestRecording {}

extension RequestOutcome: RequestEnding {
  public static var cancelledByRequester: Self { .cancelledByPassenger }
  public static var cancelledByProvider: Self { .cancelledByDriver }
}

extension AttemptRecord: AttemptRecording {
  public typealias RequestIndex = Travellers.RequestIndex
  public typealias Cause = Travellers.Cause

  public var provider: DriverIndex { driver }
}

extension EventRecord: EventRecording {
  public init(time: Milliseconds, kind: Kind, provider: DriverIndex, request: RequestIndex) {
    self.init(time: time, kind: kind, driver: provider, request: request)
  }
}

extension EventRecord.Kind: EventKind {
  public static var submitted: Self { .requestSubmitted }
  public static var notified: Self { .requestNotified }
  public static var requesterLeft: Self { .passengerLeft }
  public static var providerCancelled: Self { .driverCancelled }
}
