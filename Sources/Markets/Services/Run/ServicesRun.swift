import Community
import EventKernel
import Lifecycle
public import Metrics
public import Models
public import Quantities
import Scenario
import Spaces

/// A finished run of the services market: its input and its records.
///
/// It is immutable, and shared by the rows of its tables.
public final class ServicesRun: Sendable {
  public let identity: RunIdentity
  let setup: ServicesSetup
  let geometry: Geometry
  let warmUpEnd: Milliseconds
  let interval: Milliseconds
  let attemptsPerCycle: Int
  let providerNames: Names
  let jobNames: Names
  let jobs: [JobRecord]
  let attempts: [JobAttempt]
  /// The attempts whose wall-clock time exceeded their processor time.
  let heldUp: [CallTimes.HeldUp]
  let appointments: [Appointment]
  let reviews: [Review]
  /// The trips of providers, in order of arrival.
  public let trips: [ProviderTrip]
  let providers: [ProviderRecord]
  let ledger: Ledger<ServiceTransfer>
  /// The message counts (nil if no channel is simulated), and the recorded messages.
  let messageCounts: MessageCounts?
  let messages: [JobMessage]
  /// The departures of users; nil if returning users are not simulated.
  let departures: Departures?
  /// The closures of accounts by an administrator, by provider; nil if sanctions are not simulated.
  let sanctions: [Sanctions.Record?]?
  /// The decisions on clients' identities; nil if identities are not checked.
  let clientChecks: ClientChecks?
  let log: [JobEvent]
  /// The time at which the run ended.
  let end: Milliseconds
  /// The time at which the last job ended; the run's end if a job is still in progress.
  let lastJobEnd: Milliseconds
  let eventCounts: EventCounts
  /// The outages of the service; nil for a run without outages.
  let outages: OutageRecords?

  /// Copies the records of `lifecycle`, which is not modified; it is `inout` only because borrowing it would slow down
  /// compilation.
  init(_ world: ServicesWorld, _ lifecycle: inout Lifecycle<ServicesMarket>) {
    identity = world.identity
    departures = lifecycle.market.departures
    sanctions = lifecycle.market.sanctions
    clientChecks = world.setup.clientRules.map { ClientChecks(world.setup, $0) }
    setup = world.setup.closing(by: lifecycle.market.departures, lifecycle.market.sanctions)
    geometry = world.spaces.geometry
    warmUpEnd = world.scenario.time.warmUp
    interval = world.scenario.results.interval
    attemptsPerCycle = Int(lifecycle.desk.rules.attempts)
    providerNames = world.providerNames
    jobNames = world.jobNames
    jobs = lifecycle.desk.records.requests
    attempts = lifecycle.desk.records.attempts
    heldUp = lifecycle.desk.records.heldUp
    appointments = lifecycle.market.appointments
    reviews = lifecycle.market.reviews
    trips = lifecycle.market.trips
    providers = lifecycle.market.providerRecords
    ledger = lifecycle.market.ledger
    messageCounts = lifecycle.market.messenger?.counts.all
    messages = lifecycle.market.messages
    log = lifecycle.desk.records.log
    let end = lifecycle.desk.records.end
    self.end = end
    lastJobEnd =
      jobs.contains { $0.outcome == .inProgress }
      ? end : (jobs.compactMap(\.ended) + appointments.compactMap(\.finished)).max() ?? end
    eventCounts = lifecycle.desk.records.eventCounts
    outages = lifecycle.desk.records.outages
  }
}

extension ServicesRun {
  /// The role of a job in the figures.
  enum Role {
    case settled, inProgress, probe, refused, beforeWarmUp
    /// Not reached: submitted after the run was cut off, a probe without a search before then, or never submitted
    /// because the client had left.
    case unreached
  }

  /// Returns the role of `job` in the figures.
  func role(of job: Int) -> Role {
    let record = jobs[job]
    if record.outcome == .refusedInput { return .refused }
    if setup.jobs[job].submit < warmUpEnd { return .beforeWarmUp }
    switch record.outcome {
    case .notSubmitted: return .unreached
    case .probeHit, .probeMiss: return .probe
    case .inProgress where setup.jobs[job].isProbe || setup.jobs[job].submit > end: return .unreached
    case .inProgress: return .inProgress
    default: return .settled
    }
  }

  /// The time at which the work on each job began or the job failed; nil if it is still open.
  public var ends: [Milliseconds?] { jobs.map(\.ended) }

  /// Returns the final appointment of `job`; nil if there is none.
  func appointment(of job: Int) -> Appointment? {
    let number = jobs[job].appointment
    return number < 0 ? nil : appointments[Int(number)]
  }

  /// Returns the working hours of `provider`, in milliseconds, from the time they become findable until the last job
  /// ends or they leave.
  func workingTime(of provider: Int) -> Milliseconds {
    let input = setup.providers[provider]
    guard input.refusal == nil else { return .zero }
    let from = max(.zero, max(input.registered, input.validated))
    let to = min(lastJobEnd, input.gone)
    guard from < to else { return .zero }
    return Milliseconds(
      input.hours.work(from: from.rawValue, to: to.rawValue, monday: setup.monday.rawValue))
  }
}

extension ServicesRun {
  public static let features: [Feature<ServicesRun>] = [.clients, .sanctions, .unrated, .outages]
}

extension ServicesWorld: MarketWorld {
  public var counts: [(name: String, count: Int)] {
    [("providers", setup.providers.count), ("jobs", setup.jobs.count)]
  }

  public func run(_ observation: RunObservation) throws -> ServicesRun {
    let recordsEvents = observation.records && scenario.results.record.contains("events")
    var setup = setup
    setup.recordsMessages = observation.records && scenario.results.record.contains("messages")
    var lifecycle = Lifecycle(
      ServicesMarket(setup, spaces: spaces), rules: Rules(services: scenario), recordsEvents: recordsEvents)
    lifecycle.progress = observation.progress
    try lifecycle.run()
    let run = ServicesRun(self, &lifecycle)
    try RunError.check(end: run.end, interval: run.interval)
    return run
  }

  public func explanation(ofRequest id: String, showing shown: Int) throws -> RequestAccount? {
    try explanations(ofRequests: [id], showing: shown)[0]
  }

  public func explanations(ofRequests ids: [String], showing shown: Int) throws -> [RequestAccount?] {
    let numbers = ids.map { jobNames.id(called: $0) }
    let wanted = Set(numbers)
    var places: [Int64: Int] = [:]
    for place in setup.jobs.indices where wanted.contains(setup.jobs[place].id) {
      places[setup.jobs[place].id] = places[setup.jobs[place].id] ?? place
    }
    guard !places.isEmpty else { return ids.map { _ in nil } }
    let run = try run(RunObservation(records: false))
    return numbers.map { number in
      guard let place = number.flatMap({ places[$0] }) else { return nil }
      let explanation = JobExplanation(of: place, in: run, trades: setup.trades)
      return RequestAccount(explanation.text, members: explanation.members)
    }
  }
}
