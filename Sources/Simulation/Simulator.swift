import EventKernel
import Matching
import Quantities
import Spaces
import Travellers

/// One run of a market: drivers who travel anyway, requests who ask for a seat, and the matcher between them.
///
///     var simulator = Simulator(setup)
///     try simulator.run()
///     let records = simulator.records
///
/// The lifecycles of requests and drivers stand in extensions, one file each. A run is serial, and a function
/// of its setup alone.
public struct Simulator: ~Copyable {
  let setup: SimulationSetup
  let rules: Rules
  let fleet: Fleet
  var kernel: Kernel<SimulationEvent>
  /// What the run leaves behind.
  public internal(set) var records: RunRecords
  let requests: [Request]
  var requestStates: [RequestState]
  var driverStates: [DriverState]
  /// The drivers that take part, in the order in which they come; and how many have come.
  let announcements: [DriverIndex]
  var announced = 0
  /// The requests that take part, likewise.
  let submissions: [RequestIndex]
  var submitted = 0

  /// Creates a run that has not begun.
  public init(_ setup: SimulationSetup) {
    self.setup = setup
    rules = setup.rules
    fleet = Fleet(
      drivers: setup.drivers, terms: setup.terms, spaces: setup.spaces, vantage: setup.policy.vantage)
    kernel = Kernel(horizon: setup.rules.horizon)
    records = RunRecords(requests: setup.requests.count, drivers: setup.drivers.count)
    requestStates = Array(repeating: RequestState(), count: setup.requests.count)
    driverStates = Array(repeating: DriverState(), count: setup.drivers.count)
    let (drivers, requests) = (setup.drivers, setup.requests)
    self.requests = requests
    announcements = Self.sorted(drivers.places.filter { drivers[$0].refusal == nil }) {
      Self.announcement(drivers[$0])
    }
    submissions = Self.sorted(requests.places.filter { requests[$0].refusal == nil }) { requests[$0].submit }
    // Most requests that are not matched use up their attempts; what is not touched costs nothing.
    records.attempts.reserveCapacity(submissions.count * Int(min(setup.rules.attempts, 4)))
    for request in requests.places where requests[request].refusal != nil {
      records.requests[request].outcome = .refusedInput
      records.requests[request].cause = requests[request].refusal
    }
    for driver in drivers.places where drivers[driver].refusal != nil {
      records.drivers[driver].outcome = .refusedInput
    }
  }

  /// The `places`, which ascend, in the order of their times; equal times keep their order.
  private static func sorted<Index: ListIndex>(
    _ places: some Sequence<Index>, by time: (Index) -> Milliseconds
  ) -> [Index] {
    // Time and place in one word: sorting does not look the times up again and again.
    var keys = places.map { Int128(time($0).rawValue) << 32 | Int128($0.rawValue) }
    keys.sort()
    return keys.map { Index(rawValue: Int32(truncatingIfNeeded: $0)) }
  }

  /// Runs until nothing is left to happen, or to the horizon.
  ///
  /// - Throws: `LostEvents` if an event was lost: a fault of the program, not of the input.
  public mutating func run() throws {
    scheduleNextAnnouncement()
    scheduleNextSubmission()
    var countdown = Self.eventsPerReport
    while let (time, event) = kernel.next() {
      switch event {
      case .announcement(let driver): announce(driver, at: time)
      case .stop(let driver): stop(driver, at: time)
      case .answer(let request): answer(request, at: time)
      case .patience(let request): losePatience(request, at: time)
      case .cancellation(let request): cancelByDriver(request, at: time)
      case .submission(let request): submit(request, at: time)
      case .retry(let request): attempt(request, at: time)
      }
      countdown -= 1
      if countdown == 0 {
        countdown = Self.eventsPerReport
        reportProgress()
      }
    }
    reportProgress()
    finish()
    let counts = try kernel.audit()
    records.events = Int64(counts.executed)
    records.eventCounts = counts
    records.indexProbes = Int64(fleet.indexProbes)
  }

  private static let eventsPerReport = 4096

  private func reportProgress() {
    guard let progress = setup.observation.progress else { return }
    progress(Double(submitted) / Double(max(1, submissions.count)), Int64(kernel.counts.executed))
  }

  private mutating func finish() {
    records.end = rules.horizon == .never ? kernel.now : rules.horizon
    for driver in fleet.active {
      let track = fleet.itineraries[driver].track
      records.drivers[driver].drivenMetres = track.odometer(at: records.end)
      keepLastOfTrack(of: driver, at: records.end)
    }
  }

  // MARK: - Arrivals of the input

  /// Requests and drivers come one by one, so that few events wait.
  mutating func scheduleNextSubmission() {
    guard submitted < submissions.count else { return }
    let request = submissions[submitted]
    submitted += 1
    schedule(.submission(request), at: max(.zero, requests[request].submit))
  }

  mutating func scheduleNextAnnouncement() {
    guard announced < announcements.count else { return }
    let driver = announcements[announced]
    announced += 1
    schedule(.announcement(driver), at: Self.announcement(setup.drivers[driver]))
  }

  private static func announcement(_ driver: Driver) -> Milliseconds {
    max(.zero, min(driver.announce, driver.depart))
  }

  @discardableResult
  mutating func schedule(_ event: SimulationEvent, at time: Milliseconds) -> EventHandle {
    kernel.schedule(event, at: time, priority: event.priority)
  }

  mutating func note(_ kind: EventRecord.Kind, driver: DriverIndex = .none, request: RequestIndex = .none) {
    guard setup.observation.recordsEvents else { return }
    records.log.append(EventRecord(time: kernel.now, kind: kind, driver: driver, request: request))
  }
}

extension SimulationSetup {
  /// Simulates, and gives what the run left behind.
  ///
  /// - Throws: What `Simulator.run()` throws.
  public func records() throws -> RunRecords {
    var simulator = Simulator(self)
    try simulator.run()
    return simulator.takeRecords()
  }
}

extension Simulator {
  /// Ends the simulator and hands out what its run left behind, without a copy.
  public consuming func takeRecords() -> RunRecords { records }
}
