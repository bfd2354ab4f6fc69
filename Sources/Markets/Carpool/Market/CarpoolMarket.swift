import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

/// The carpool as a market: passengers request seats, which are provided by drivers who make trips of their own.
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
  /// The records of cars and of meetings with passengers, and the optional observations.
  var cars: CarRecords
  var meetings: MeetingRecords
  var observed: ObservedRecords
  /// The features of the scenario, in the order in which they are called.
  let features: [any CarpoolFeature]
  let hasFeatures: Bool
  /// Whether a feature decides when drivers are announced; otherwise, each driver is announced on entering the market.
  let schedulesAnnouncements: Bool
  /// The period during which the rule could find each driver, if announcements are scheduled.
  var findable: FindableTimes
  /// The ends of open offers that differ from the rules, by request index.
  var answers: [RequestIndex: OfferEnd] = [:]
  /// The length of the windows in which requests are gathered for joint decisions; zero if each request is decided
  /// immediately.
  let window: Milliseconds
  /// Whether the policy searches over all drivers, and these searches are divided among threads.
  let searchesAll: Bool
  /// Whether an attempt ends if no driver is within both circles: the policy would choose none, and no feature takes
  /// part in attempts.
  let endsWithCircles: Bool

  typealias Step = CarpoolStep

  /// A driver's state during the run, apart from the itinerary.
  struct DriverState: Listed {
    typealias Index = DriverIndex

    var hasDeparted = false
    /// The scheduled event for the next departure, stop or arrival.
    var next: EventHandle?
  }

  init(_ setup: SimulationSetup) {
    self.setup = setup
    window = setup.window
    let features = Self.features(of: setup)
    self.features = features
    hasFeatures = !features.isEmpty
    schedulesAnnouncements = features.contains(where: \.schedulesAnnouncements)
    findable = FindableTimes(drivers: schedulesAnnouncements ? setup.drivers.count : 0)
    meetings = MeetingRecords(passengersWalk: setup.terms.walking.reach > 0)
    observed = ObservedRecords(setup.observation, drivers: setup.drivers.count)
    endsWithCircles =
      setup.policy.staysInCircles && !setup.observation.looksAtAttempts
      && !features.contains(where: \.takesPartInAttempts)
    fleet = Fleet(
      drivers: setup.drivers, terms: setup.terms, spaces: setup.spaces, vantage: setup.policy.vantage,
      acquaintance: features.lazy.compactMap(\.acquaintance).first, meetingPlaces: setup.meetingPlaces,
      hasOfflinePhones: features.contains(where: \.hasOfflinePhones),
      questions: setup.requests.attemptsPerSecond(atMost: setup.rules.attempts))
    fleet.requestNames = setup.requestNames
    let dividesSearches = setup.threads > 1 && setup.undivided == nil
    if dividesSearches { fleet.divideSearches(among: setup.threads, from: setup.driversRepayingHelp) }
    searchesAll = dividesSearches && setup.policy.vantage == .actual
    requests = setup.requests
    driverStates = FixedList(repeating: DriverState(), count: setup.drivers.count)
    cars = CarRecords(drivers: setup.drivers.count)
    for driver in setup.drivers.places where setup.drivers[driver].refusal != nil {
      cars.drivers[driver].outcome = .refusedInput
    }
  }

  // MARK: - Who takes part

  var requestCount: Int { requests.count }
  var providerCount: Int { setup.drivers.count }

  func refusal(of request: RequestIndex) -> Cause? { requests[request].refusal }
  func submission(of request: RequestIndex) -> Milliseconds { requests[request].submit }
  func patience(of request: RequestIndex) -> Milliseconds {
    first { $0.patience(of: request) } ?? requests[request].patience
  }
  func isProbe(_ request: RequestIndex) -> Bool { requests[request].isProbe }
  func key(of request: RequestIndex) -> UInt64 { setup.requestNames.key(of: requests[request].id) }
  func key(of driver: DriverIndex) -> UInt64 { setup.driverNames.key(of: setup.drivers[driver].id) }

  func arrival(of driver: DriverIndex) -> Milliseconds? {
    let input = setup.drivers[driver]
    guard input.refusal == nil else { return nil }
    var arrival: Milliseconds? = max(.zero, min(input.announce, input.depart))
    each { $0.change(&arrival, of: driver) }
    return arrival
  }

  mutating func open(_ desk: inout Desk) { each { $0.open(self) } }
}

extension SimulationSetup {
  /// The length of the windows in which requests are gathered for joint decisions; zero if each request is decided
  /// immediately.
  var window: Milliseconds { policy.gathering == nil ? .zero : terms.batch.window }
  /// Whether pairs become binding as late as possible, rather than at the end of their window.
  var bindsLate: Bool { window > .zero && terms.batch.commit == .latest }
}
