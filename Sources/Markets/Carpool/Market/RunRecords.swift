public import Community
public import EventKernel
public import Lifecycle
public import Matching
public import Quantities

/// All that a run leaves behind: one entry per request and driver of the input, and the logs of what happened.
public struct RunRecords: Sendable {
  public var requests: [RequestRecord]
  public var drivers: [DriverRecord]
  public var attempts: [AttemptRecord] = []
  /// The attempts that took longer on the wall than of the processor, by their places in `attempts`.
  public var heldUp: [CallTimes.HeldUp] = []
  public var stops: [StopRecord] = []
  /// The events, in order; empty unless asked for.
  public var log: [EventRecord] = []
  /// The records of how drivers fared in each attempt; empty unless asked for.
  public var candidates: [CandidateRecord] = []
  /// The true positions of cars; empty unless asked for.
  public var tracks: [TrackRecord] = []
  /// Searches on the board; empty without one.
  public var bookings: [BookingRecord] = []
  /// The records of published trips, at the indexes of the drivers; empty without a board.
  public var offers: [OfferRecord] = []
  /// The times between which the rule could find each driver, `.never` for until the arrival; nil for one whom it never could.
  /// Empty where every announced driver could be found.
  public var findable: [ClosedRange<Milliseconds>?] = []
  /// The records of how published trips fared in searches; empty unless asked for.
  public var sightings: [SightingRecord] = []
  /// The policy's remarks on attempts, by their places in `attempts`; empty unless asked for.
  public var remarks: [Int: String] = [:]
  /// Messages in the order in which they were sent, or those of some requests; empty unless asked for.
  public var messages: [MessageRecord] = []
  /// The stars that were given, in the order of time; empty unless asked for.
  public var reviews: [ReviewRecord] = []
  /// The friendships of users; empty unless asked for.
  public var friendships: [FriendGraph.Edge] = []
  /// The record of decisions; nil where the scenario does not say how requests are decided together.
  public var batch: BatchRecords?
  /// Pairs that did not bind when they were made, in the order in which they were; nil where pairs bind at once.
  public var provisional: [ProvisionalRecord]?
  /// The meetings of drivers and passengers, as attempts and matches refer to them; nil where the scenario lets nobody walk.
  public var meetings: [Meeting]?
  /// Searches for a transfer, in the order of the attempts; nil where the scenario lets nobody transfer.
  public var transfers: [TransferRecord]?
  /// Passengers who cancelled a car that was coming, in the order of time; nil where none does.
  public var cancellations: [CancellationRecord]?
  /// The records of platform services; nil without one.
  public var society: SocietyRecords?
  /// The outages of the service; nil for a run without.
  public var outages: OutageRecords?
  /// The time at which the run ended: the last event, or the horizon.
  public var end: Milliseconds = .zero
  /// Events executed.
  public var events: Int64 = 0
  /// The fates of all events that were scheduled.
  public var eventCounts = EventCounts()
  /// The number of entries of the index of drivers that were compared with a circle.
  public var indexProbes: Int64 = 0

  /// Creates empty records for a run over `requests` requests and `drivers` drivers.
  public init(requests: Int, drivers: Int) {
    self.requests = Array(repeating: RequestRecord(), count: requests)
    self.drivers = Array(repeating: DriverRecord(), count: drivers)
  }

  /// Takes what `lifecycle` left behind.
  init(_ lifecycle: consuming Lifecycle<CarpoolMarket>) {
    self.init(lifecycle.market, lifecycle.desk, until: lifecycle.desk.records.end)
  }

  /// Takes what `market` and `desk` have left behind of a run until `end`.
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
    bookings = market.planning?.bookings ?? []
    offers = market.planning?.offers ?? []
    findable = market.platform?.findable ?? []
    sightings = market.observed.sightings
    remarks = market.observed.remarks
    messages = market.society?.messages ?? []
    reviews = market.society?.reviews ?? []
    if market.setup.observation.recordsFriendships {
      friendships = market.society?.friendships ?? []
    }
    batch = market.batch
    provisional = market.provisional?.records
    meetings = market.meetings.list
    transfers = market.transfers?.records
    cancellations = market.cancellations?.records
    outages = desk.records.outages
    society = market.society?.records
    indexProbes = Int64(market.fleet.indexProbes)
  }
}
