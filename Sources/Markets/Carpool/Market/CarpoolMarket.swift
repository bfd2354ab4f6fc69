import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

/// The carpool as a market: passengers ask for seats, drivers making their own trips provide them.
struct CarpoolMarket: Market, ~Copyable {
  typealias RequestIndex = Travellers.RequestIndex
  typealias Provider = DriverIndex
  typealias RequestRecord = Simulation.RequestRecord
  typealias AttemptRecord = Simulation.AttemptRecord
  typealias EventRecord = Simulation.EventRecord

  let setup: SimulationSetup
  let fleet: Fleet
  let requests: [Request]
  var driverStates: FixedList<DriverState>
  /// The reading of the car's odometer at each pickup.
  var pickupOdometers: [Metres]
  /// What becomes of drivers, and what else is written down beside requests and attempts.
  var drivers: [DriverRecord]
  var stops: [StopRecord] = []
  var candidates: [CandidateRecord] = []
  var tracks: [TrackRecord] = []
  var sightings: [SightingRecord] = []
  /// What the policy said of attempts that are explained, by their places among all of the run.
  var remarks: [Int: String] = [:]
  /// The board; nil where nobody plans ahead.
  let planning: Planning?
  /// The people behind drivers and requests; nil where nobody needs to know them.
  let society: Society?
  /// From when until when the rule could find each driver, `.never` for until the arrival; nil of one whom it never could.
  /// Empty where everybody is found who is announced.
  var findable: [ClosedRange<Milliseconds>?] = []
  /// When open offers end, where that is not the same for all.
  var answers: [RequestIndex: OfferAnswer] = [:]

  /// Whether the policy decides requests together.
  let gathers: Bool
  /// What is left of decisions, where the scenario says how requests are decided together.
  var batch: BatchRecords?
  /// Where drivers and passengers meet, in the order of the offers; nil where nobody walks.
  var meetings: [Meeting]?
  /// Who transfers; nil where nobody may.
  let transfers: Transfers?

  typealias Step = CarpoolStep

  /// What the run remembers of a driver beside the itinerary.
  struct DriverState: Listed {
    typealias Index = DriverIndex

    var hasDeparted = false
    /// The next departure, stop or arrival.
    var next: EventHandle?
    /// What the car drove through before this is in the records, where tracks are recorded.
    var trackedBefore = Milliseconds.zero
  }

  init(_ setup: SimulationSetup) {
    self.setup = setup
    gathers = setup.policy.gathering != nil
    batch = setup.countsPairs ? BatchRecords() : nil
    meetings = setup.terms.walking.reach > 0 ? [] : nil
    transfers = setup.terms.transfer == nil ? nil : Transfers()
    let society = setup.society.map {
      Society($0, requests: setup.requests, random: setup.rules.random)
    }
    self.society = society
    fleet = Fleet(
      drivers: setup.drivers, terms: setup.terms, spaces: setup.spaces, vantage: setup.policy.vantage,
      acquaintance: society.flatMap { $0.hasWishes ? $0 : nil },
      hasOfflinePhones: society?.hasOfflinePhones ?? false,
      questions: setup.requests.attemptsPerSecond(atMost: setup.rules.attempts))
    requests = setup.requests
    driverStates = FixedList(repeating: DriverState(), count: setup.drivers.count)
    pickupOdometers = Array(repeating: 0, count: setup.requests.count)
    drivers = Array(repeating: DriverRecord(), count: setup.drivers.count)
    planning = setup.board.map {
      Planning(
        $0, drivers: setup.drivers, requests: setup.requests.count, geometry: setup.spaces.geometry)
    }
    if planning != nil || society != nil {
      findable = Array(repeating: nil, count: setup.drivers.count)
    }
    society?.explained = setup.observation.explained?.requests ?? []
    society?.recordsMessages = setup.observation.recordsMessages
    society?.recordsReviews = setup.observation.recordsReviews
    for driver in setup.drivers.places where setup.drivers[driver].refusal != nil {
      drivers[driver].outcome = .refusedInput
    }
  }

  // MARK: - Who takes part

  var requestCount: Int { requests.count }
  var providerCount: Int { setup.drivers.count }

  func refusal(of request: RequestIndex) -> Cause? { requests[request].refusal }
  func submission(of request: RequestIndex) -> Milliseconds { requests[request].submit }
  func patience(of request: RequestIndex) -> Milliseconds {
    let patience = requests[request].patience
    guard patience != .never, let seek = planning?.seek(of: request) else { return patience }
    // Who plans ahead is patient from the time of leaving on.
    return patience.saturatingAdd(max(.zero, seek.leaving - requests[request].submit))
  }
  func prefetch(_ request: RequestIndex) { Memory.fetch(requests, at: Int(request)) }
  func isProbe(_ request: RequestIndex) -> Bool { requests[request].isProbe }
  func key(of request: RequestIndex) -> UInt64 { UInt64(bitPattern: requests[request].id) }
  func key(of driver: DriverIndex) -> UInt64 { UInt64(bitPattern: setup.drivers[driver].id) }

  func arrival(of driver: DriverIndex) -> Milliseconds? {
    let offer = setup.drivers[driver]
    guard offer.refusal == nil else { return nil }
    let coming = min(offer.announce, offer.depart)
    return max(.zero, min(coming, planning?.trip(of: driver)?.publish ?? coming))
  }
}
