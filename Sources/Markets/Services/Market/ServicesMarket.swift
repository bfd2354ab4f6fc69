import Community
import EventKernel
public import Lifecycle
public import Quantities
public import Spaces

/// The services market: clients request jobs, and providers come to do them.
///
///     var lifecycle = Lifecycle(ServicesMarket(setup, spaces: spaces), rules: rules)
///     try lifecycle.run()
///
/// A search ranks the providers who pass every stage. The slot is reserved in the chosen provider's calendar until they
/// answer. A confirmation creates an appointment, to which the provider travels from the previous job or from the base.
/// The steps, the queue of waiting jobs and the conformance to the lifecycle are in extensions, in separate files.
public struct ServicesMarket: ~Copyable {
  var agency: Agency
  /// All appointments, in order of confirmation.
  public internal(set) var appointments: [Appointment] = []
  /// All reviews, in the order in which the work ended.
  public internal(set) var reviews: [Review] = []
  /// All trips of providers, in order of arrival.
  public internal(set) var trips: [ProviderTrip] = []
  public internal(set) var providerRecords: [ProviderRecord]
  /// The jobs waiting for a provider to become free; nil if jobs are retried at intervals.
  var line: WaitingJobs?
  /// The messenger; nil if information is exchanged instantly.
  var messenger: Messenger?
  /// The departures of users; nil if returning users are not simulated.
  public internal(set) var departures: Departures?
  /// The optional features.
  var features: ServicesFeatures
  /// The next scheduled step of each provider, an arrival or the end of work.
  var nextStep: [EventHandle?]

  /// Creates the market of `setup` in `spaces`, in its initial state.
  public init(_ setup: ServicesSetup, spaces: DailySpaces) {
    agency = Agency(setup, spaces: spaces)
    providerRecords = Array(repeating: ProviderRecord(), count: setup.providers.count)
    nextStep = Array(repeating: nil, count: setup.providers.count)
    messenger = Messenger(setup)
    departures = setup.users.map { Departures($0, random: setup.random) }
    features = ServicesFeatures(setup)
    line = setup.hasWaitingLine ? WaitingJobs(jobs: setup.jobs) : nil
    // Most jobs are done at the first appointment; memory that is never touched costs nothing.
    appointments.reserveLargePages(for: setup.jobs.count)
    trips.reserveLargePages(for: setup.jobs.count)
  }

  /// The ledger of payments.
  public var ledger: Ledger<ServiceTransfer> { agency.ledger }

  /// The closures of accounts by an administrator, by provider; nil if sanctions are not simulated.
  public var sanctions: [Sanctions.Record?]? { features.sanctions?.records }

  /// The recorded messages, in sending order.
  public var messages: [JobMessage] { messenger?.messages ?? [] }
}

extension ServicesMarket: Market {
  public typealias RequestIndex = JobIndex
  public typealias Provider = ProviderIndex
  public typealias Step = ServicesStep
  public typealias RequestRecord = JobRecord
  public typealias AttemptRecord = JobAttempt
  public typealias EventRecord = JobEvent

  public var requestCount: Int { agency.jobs.count }
  public var providerCount: Int { agency.providers.count }
  public func refusal(of job: JobIndex) -> JobCause? { agency.jobs[job].refusal }
  public func submission(of job: JobIndex) -> Milliseconds { agency.jobs[job].submit }
  public func patience(of job: JobIndex) -> Milliseconds { agency.jobs[job].patience }
  public func isProbe(_ job: JobIndex) -> Bool { agency.jobs[job].isProbe }
  public func key(of job: JobIndex) -> UInt64 { agency.jobs[job].key }
  public func key(of provider: ProviderIndex) -> UInt64 { agency.providers[provider].key }

  /// Returns the time from which searches find the provider, who by then has signed up and is validated.
  public func arrival(of provider: ProviderIndex) -> Milliseconds? {
    let provider = agency.providers[provider]
    let time = max(provider.registered, provider.validated)
    return provider.refusal != nil || time == .never || time >= provider.gone ? nil : time
  }

  public mutating func open(_ desk: inout Desk) {
    for provider in agency.providers.places where agency.providers[provider].refusal == nil {
      if agency.settlement.isTimeCredits {
        desk.schedule(.join(provider), at: max(.zero, agency.providers[provider].registered))
      }
      let (leaves, closes) = (agency.providers[provider].leaves, agency.providers[provider].closes)
      if leaves < closes { desk.schedule(.leave(provider), at: max(.zero, leaves)) }
      if closes != .never { desk.schedule(.close(provider), at: max(.zero, closes)) }
    }
    scheduleFirstMidnight(&desk)
    scheduleInspections(&desk)
  }

  public mutating func welcome(_ provider: ProviderIndex, at time: Milliseconds, _ desk: inout Desk) {
    if isClosed(provider, at: time) { return }
    agency.setFound(provider, true)
    desk.note(.providerFound, provider: provider)
    wakeLine(for: provider, at: time, &desk)
  }

  public mutating func close(at time: Milliseconds, _ desk: inout Desk) {
    for provider in agency.providers.places {
      providerRecords[provider].rating = agency.reputation.shownRating(of: provider)
    }
  }
}

extension ServicesMarket {
  /// Closes the account of `provider`: searches no longer find them, and their appointments and requested jobs that
  /// have not begun are cancelled. Ratings stay, and work that has begun is finished.
  mutating func close(_ provider: ProviderIndex, at time: Milliseconds, _ desk: inout Desk) {
    agency.setFound(provider, false)
    desk.note(.accountClosed, provider: provider)
    for booking in agency.states[Int(provider)].calendar
    where booking.state == .confirmed || booking.state == .missed {
      if desk.phase(of: booking.job) == .matched { desk.scheduleCancellation(of: booking.job, at: time) }
    }
    withdrawJobs(of: UserIndex(rawValue: provider.rawValue), at: time, &desk)
  }

  /// Cancels the open jobs of `user`, who has left.
  mutating func withdrawJobs(of user: UserIndex, at time: Milliseconds, _ desk: inout Desk) {
    for job in agency.jobs(of: user) where refusal(of: job) == nil && submission(of: job) < time {
      if desk.isOpen(job) { desk.scheduleLeaving(of: job, at: time) }
    }
  }

  /// Returns whether the account of `provider` is closed at `time`.
  @inline(__always)
  func isClosed(_ provider: ProviderIndex, at time: Milliseconds) -> Bool {
    agency.providers[provider].closes <= time || departures?.hasLeft(provider) == true
      || features.hasClosed(provider)
  }
}
