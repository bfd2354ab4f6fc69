import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

/// The carpool as a market: passengers request seats, and drivers making trips of their own provide them.
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
  /// The records of cars, of meetings with passengers, and of what is observed.
  var cars: CarRecords
  var meetings: MeetingRecords
  var observed: ObservedRecords
  /// The service's knowledge of who plans ahead and who is known; nil where nobody is.
  let platform: Platform?
  /// The passengers who transfer; nil where nobody may.
  let transfers: Transfers?
  /// The time for which requests are gathered to be decided together; zero where each is decided at once.
  let window: Milliseconds
  /// The pairs that do not bind yet; nil where pairs bind at the end of their window.
  let provisional: Provisional?
  /// The people who may drive or ride; nil where everybody does one of it.
  var roles: Roles?
  /// The record of decisions, where the scenario says how requests are decided together.
  var batch: BatchRecords?
  /// The passengers who cancelled a car that was coming; nil where nobody does.
  var cancellations: Cancellations?
  /// True if searches over all drivers are divided among threads.
  let searchesAll: Bool
  /// Whether an attempt ends once the circles leave nobody: the policy would choose nobody, and nobody else is
  /// asked or informed.
  let endsWithCircles: Bool

  typealias Step = CarpoolStep

  /// The state of a driver in the run besides the itinerary.
  struct DriverState: Listed {
    typealias Index = DriverIndex

    var hasDeparted = false
    /// The next departure, stop or arrival.
    var next: EventHandle?
    /// The time since which a waiting car has been driving, or from which it will drive; nil if it is idle.
    var drivesSince: Milliseconds?
  }

  init(_ setup: SimulationSetup) {
    self.setup = setup
    window = setup.policy.gathering == nil ? .zero : setup.terms.batch.window
    batch = setup.countsPairs ? BatchRecords() : nil
    provisional = window > .zero && setup.terms.batch.commit == .latest ? Provisional() : nil
    let roles = Roles(drivers: setup.drivers, requests: setup.requests)
    self.roles = roles
    cancellations = setup.rules.requesterCancelProbability > 0 ? Cancellations() : nil
    meetings = MeetingRecords(passengersWalk: setup.terms.walking.reach > 0)
    observed = ObservedRecords(setup.observation, drivers: setup.drivers.count)
    transfers = setup.terms.transfer == nil ? nil : Transfers()
    platform = Platform(setup)
    endsWithCircles =
      setup.policy.staysInCircles && !setup.observation.looksAtAttempts && !setup.countsPairs
      && setup.terms.transfer == nil && setup.board == nil && setup.society == nil && roles == nil
    let society = platform?.society
    fleet = Fleet(
      drivers: setup.drivers, terms: setup.terms, spaces: setup.spaces, vantage: setup.policy.vantage,
      acquaintance: society.flatMap { $0.hasWishes ? $0 : nil },
      hasOfflinePhones: society?.hasOfflinePhones ?? false,
      questions: setup.requests.attemptsPerSecond(atMost: setup.rules.attempts))
    fleet.requestNames = setup.requestNames
    let dividesSearches = setup.threads > 1 && setup.undivided == nil
    if dividesSearches { fleet.divideSearches(among: setup.threads, from: setup.driversRepayingHelp) }
    searchesAll = dividesSearches && setup.policy.vantage == .actual
    requests = setup.requests
    driverStates = FixedList(repeating: DriverState(), count: setup.drivers.count)
    cars = CarRecords(drivers: setup.drivers.count, requests: setup.requests.count)
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
    if let latest = latestDeparture(of: request) { return latest - requests[request].submit }
    let patience = requests[request].patience
    guard patience != .never else { return patience }
    guard let seek = planning?.seek(of: request) else {
      return patience.saturatingAdd(requests[request].lead)
    }
    // Who plans ahead is patient from the time of leaving on.
    return patience.saturatingAdd(max(.zero, seek.leaving - requests[request].submit))
  }
  func prefetch(_ request: RequestIndex) { Memory.fetch(requests, at: Int(request)) }
  @inline(__always)
  func prefetch(_ step: Step) {
    guard step.kind == .drive else { return }
    Memory.fetch(driverStates, at: Int(step.driver))
    fleet.fetch(step.driver)
  }
  func expectAttempt(of request: RequestIndex) { if searchesAll { fleet.expect(requests[request]) } }
  func isProbe(_ request: RequestIndex) -> Bool { requests[request].isProbe }
  func key(of request: RequestIndex) -> UInt64 { setup.requestNames.key(of: requests[request].id) }
  func key(of driver: DriverIndex) -> UInt64 { setup.driverNames.key(of: setup.drivers[driver].id) }

  func arrival(of driver: DriverIndex) -> Milliseconds? {
    comesWithRequest(driver)
      ? nil : setup.drivers[driver].arrival(published: planning?.trip(of: driver)?.publish)
  }
}

extension Driver {
  /// Returns the time at which the driver comes, be it by publishing the trip at `publish`; nil for one who takes no part.
  func arrival(published publish: Milliseconds?) -> Milliseconds? {
    guard refusal == nil else { return nil }
    let coming = isFlexible ? announce : min(announce, depart)
    return max(.zero, min(coming, publish ?? coming))
  }
}
