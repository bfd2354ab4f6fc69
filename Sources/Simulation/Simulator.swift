import EventKernel
import Market
import Matching
import Quantities
import Spaces

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
  /// The requests in the order in which they come, those that take no part last: a run walks through them
  /// and what belongs to them as they lie in memory. A request's place in this order is its rank, and within
  /// the run ranks name requests; the records name them by their index in the setup.
  let requests: [Request]
  /// The index of each rank, and the rank of each index.
  let indexOfRank: [Int32]
  let rankOfIndex: [Int32]
  var requestStates: [RequestState]
  var driverStates: [DriverState]
  /// The drivers that take part, in the order in which they come; and how many have come.
  let announcements: [Int32]
  var announced = 0
  /// How many requests take part, and how many of them have come.
  let submissions: Int
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
    let taking = drivers.indices.filter { drivers[$0].refusal == nil }.map(Int32.init)
    announcements = Self.sorted(taking) { Self.announcement(drivers[Int($0)]) }
    let asking = requests.indices.filter { requests[$0].refusal == nil }.map(Int32.init)
    let refused = requests.indices.filter { requests[$0].refusal != nil }.map(Int32.init)
    submissions = asking.count
    indexOfRank = Self.sorted(asking) { requests[Int($0)].submit } + refused
    self.requests = indexOfRank.map { requests[Int($0)] }
    var ranks = Array(repeating: Int32(0), count: requests.count)
    for (rank, index) in indexOfRank.enumerated() { ranks[Int(index)] = Int32(rank) }
    rankOfIndex = ranks
    // Most requests that are not matched use up their attempts; what is not touched costs nothing.
    records.attempts.reserveCapacity(submissions * Int(min(setup.rules.attempts, 4)))
    for rank in submissions..<requests.count {
      records.requests[rank].outcome = .refusedInput
      records.requests[rank].cause = self.requests[rank].refusal
    }
    for index in drivers.indices where drivers[index].refusal != nil {
      records.drivers[index].outcome = .refusedInput
    }
  }

  /// The `numbers`, which ascend, in the order of their times; equal times keep the order of numbers.
  private static func sorted(_ numbers: [Int32], by time: (Int32) -> Milliseconds) -> [Int32] {
    // Time and number in one word: sorting does not look the times up again and again.
    var keys = numbers.map { Int128(time($0).rawValue) << 32 | Int128($0) }
    keys.sort()
    return keys.map { Int32(truncatingIfNeeded: $0) }
  }

  /// Runs until nothing is left to happen, or to the horizon.
  ///
  /// - Throws: `LostEvents` if an event was lost: a fault of the program, not of the input.
  public mutating func run() throws {
    scheduleNextAnnouncement()
    scheduleNextSubmission()
    var countdown = Self.eventsPerReport
    while let (time, event) = kernel.next() {
      switch event.kind {
      case .announcement: announce(event.subject, at: time)
      case .stop: stop(event.subject, at: time)
      case .answer: answer(event.subject, at: time)
      case .patience: losePatience(event.subject, at: time)
      case .cancellation: cancelByDriver(event.subject, at: time)
      case .submission: submit(event.subject, at: time)
      case .retry: attempt(event.subject, at: time)
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
    progress(Double(submitted) / Double(max(1, submissions)), Int64(kernel.counts.executed))
  }

  private mutating func finish() {
    let byRank = records.requests
    for (rank, index) in indexOfRank.enumerated() { records.requests[Int(index)] = byRank[rank] }
    records.end = rules.horizon == .never ? kernel.now : rules.horizon
    for driver in fleet.active {
      let track = fleet.itineraries[Int(driver)].track
      records.drivers[Int(driver)].drivenMetres = track.odometer(at: records.end)
    }
  }

  // MARK: - Arrivals of the input

  /// Requests and drivers come one by one, so that few events wait.
  mutating func scheduleNextSubmission() {
    guard submitted < submissions else { return }
    schedule(.submission, Int32(submitted), at: max(.zero, requests[submitted].submit))
    submitted += 1
  }

  mutating func scheduleNextAnnouncement() {
    guard announced < announcements.count else { return }
    let driver = announcements[announced]
    announced += 1
    schedule(.announcement, driver, at: Self.announcement(setup.drivers[Int(driver)]))
  }

  private static func announcement(_ driver: Driver) -> Milliseconds {
    max(.zero, min(driver.announce, driver.depart))
  }

  @discardableResult
  mutating func schedule(_ kind: SimulationEvent.Kind, _ subject: Int32, at time: Milliseconds) -> EventHandle
  {
    kernel.schedule(SimulationEvent(kind: kind, subject: subject), at: time, priority: kind.priority)
  }

  mutating func note(_ kind: EventRecord.Kind, driver: Int32 = -1, request: Int32 = -1) {
    guard setup.observation.recordsEvents else { return }
    let index = request < 0 ? -1 : indexOfRank[Int(request)]
    records.log.append(EventRecord(time: kernel.now, kind: kind, driver: driver, request: index))
  }
}

extension Simulator {
  /// Ends the simulator and hands out what its run left behind, without a copy.
  public consuming func takeRecords() -> RunRecords { records }
}
