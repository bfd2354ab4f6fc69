public import Community
public import EventKernel
public import Lifecycle
public import Matching
public import Quantities
import Travellers

/// The records of a run: one entry for each request and each driver of the input, and logs of events.
public struct RunRecords: Sendable {
  public var requests: [RequestRecord]
  public var drivers: [DriverRecord]
  public var attempts: [AttemptRecord] = []
  /// The attempts whose wall-clock time exceeded their processor time, by their index in `attempts`.
  public var heldUp: [CallTimes.HeldUp] = []
  public var stops: [StopRecord] = []
  /// The events, in order; empty unless requested.
  public var log: [EventRecord] = []
  /// The evaluations of drivers in attempts; empty unless requested.
  public var candidates: [CandidateRecord] = []
  /// The true positions of cars; empty unless requested.
  public var tracks: [TrackRecord] = []
  /// The searches on the board; empty without a board.
  public var bookings: [BookingRecord] = []
  /// The records of published trips, by driver index; empty without a board.
  public var offers: [OfferRecord] = []
  /// The first and the last time at which each driver could be found, where `.never` means until the arrival; nil for
  /// drivers who could never be found. Empty if every announced driver could be found.
  public var findable: [ClosedRange<Milliseconds>?] = []
  /// The evaluations of published trips in searches; empty unless requested.
  public var sightings: [SightingRecord] = []
  /// The policy's remarks on attempts, by index in `attempts`; empty unless requested.
  public var remarks: [Int: String] = [:]
  /// The messages of all requests, or of some, in the order in which they were sent; empty unless requested.
  public var messages: [MessageRecord] = []
  /// The ratings submitted, in chronological order; empty unless requested.
  public var reviews: [ReviewRecord] = []
  /// The friendships of users; empty unless requested.
  public var friendships: [FriendGraph.Edge] = []
  /// The records of joint decisions; nil unless the scenario uses them.
  public var batch: BatchRecords?
  /// The provisional pairs, in the order in which they were made; nil if pairs bind immediately.
  public var provisional: [ProvisionalRecord]?
  /// The meetings of drivers and passengers, to which attempts and matches refer; nil if passengers do not walk in the
  /// scenario.
  public var meetings: [Meeting]?
  /// The searches for transfers, in the order of the attempts; nil if the scenario does not allow transfers.
  public var transfers: [TransferRecord]?
  /// The cancellations by passengers whose car was already approaching, in chronological order; nil if there can be
  /// none.
  public var cancellations: [CancellationRecord]?
  /// The choices of passengers, to which attempts refer; nil if passengers accept every ride.
  public var choices: ChoiceRecords?
  /// The records of the platform services; nil if there are none.
  public var society: SocietyRecords?
  /// The outages of the service; nil if the scenario has none.
  public var outages: OutageRecords?
  /// The time at which the run ended: the time of the last event, or the horizon.
  public var end: Milliseconds = .zero
  /// The number of events executed.
  public var events: Int64 = 0
  /// The number of scheduled events, by outcome.
  public var eventCounts = EventCounts()
  /// The number of index entries that were compared with a circle.
  public var indexProbes: Int64 = 0

  /// Creates empty records for a run over `requests` requests and `drivers` drivers.
  public init(requests: Int, drivers: Int) {
    self.requests = Array(repeating: RequestRecord(), count: requests)
    self.drivers = Array(repeating: DriverRecord(), count: drivers)
  }

  /// Creates the records of the run of `lifecycle`.
  init(_ lifecycle: consuming Lifecycle<CarpoolMarket>) {
    self.init(lifecycle.market, lifecycle.desk, until: lifecycle.desk.records.end)
  }

  /// Creates the records of a run of `market` and `desk` that ended at `end`.
  init(
    _ market: borrowing CarpoolMarket, _ desk: borrowing LifecycleDesk<CarpoolMarket>, until end: Milliseconds
  ) {
    self.end = end
    requests = desk.records.requests
    attempts = desk.records.attempts
    heldUp = desk.records.heldUp
    log = desk.records.log
    eventCounts = desk.records.eventCounts
    events = Int64(eventCounts.executed)
    drivers = market.cars.drivers
    stops = market.cars.stops
    candidates = market.observed.candidates
    tracks = market.observed.tracks
    findable = market.findable.times
    sightings = market.observed.sightings
    remarks = market.observed.remarks
    meetings = market.meetings.list
    outages = desk.records.outages
    indexProbes = Int64(market.fleet.indexProbes)
    for feature in market.features { feature.leave(in: &self) }
  }
}

/// The records of cars: drivers' outcomes, stops, and the distances ridden by passengers.
struct CarRecords {
  var drivers: [DriverRecord]
  /// The stops made, in chronological order.
  private(set) var stops: [StopRecord] = []
  /// The odometer reading at the pickup of each party on board.
  private var pickupOdometers: [RequestIndex: Metres] = [:]

  init(drivers: Int) { self.drivers = Array(repeating: DriverRecord(), count: drivers) }

  mutating func add(_ stop: StopRecord) { stops.append(stop) }

  /// Corrects the record that `request` boarded the car of `driver` at a transfer: the passenger did not appear.
  mutating func takeBackTransfer(of request: RequestIndex, to driver: DriverIndex) {
    let isStop = { (stop: StopRecord) in
      stop.driver == driver && stop.request == request && stop.kind == .transferPickup
    }
    guard let place = stops.lastIndex(where: isStop) else { return }
    stops[place].onBoardAfter -= stops[place].partySize
    stops[place].partySize = 0
  }

  /// Records that the party of `request` boarded a car when its odometer read `odometer`.
  mutating func begin(_ request: RequestIndex, at odometer: Metres) {
    pickupOdometers[request] = odometer
  }

  /// Returns the distance that the party of `request`, who alight when the car's odometer reads `odometer`, has ridden.
  mutating func ridden(by request: RequestIndex, at odometer: Metres) -> Metres {
    odometer - (pickupOdometers.removeValue(forKey: request) ?? 0)
  }

  /// Records the number of passengers on board the car of `driver`.
  mutating func note(onBoard: Int16, _ driver: DriverIndex) {
    drivers[driver].maxOnBoard = max(drivers[driver].maxOnBoard, Int32(onBoard))
  }
}
