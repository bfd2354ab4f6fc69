import CarpoolScenario
import Community
import Hindsight
import Lifecycle
import Matching
import Metrics
import Models
import Quantities
import Simulation
import Spaces
import Travellers

/// A request and its outcome, as passed to the computations of figures.
struct RequestView {
  let input: UnsafePointer<Request>
  let fate: UnsafePointer<RequestRecord>
  let planned: PlannedRide

  var request: Request { @inline(__always) _read { yield input.pointee } }
  var record: RequestRecord { @inline(__always) _read { yield fate.pointee } }
}

/// A driver who arrived and shared the trip, as passed to the computations of figures.
struct DriverView {
  let driver: Driver
  let record: DriverRecord
  /// The realised total detour.
  let detour: Milliseconds
}

/// The counts and sums from which number figures are computed, and the observations of distributions, collected in one
/// pass over the records.
struct RunTotals {
  // Requests submitted after the warm-up, without probes and refused rows.
  var settled = 0
  var inProgress = 0
  var outcomes = CaseCounts<RequestOutcome>()
  /// The final causes of requests; those of refused rows include the warm-up.
  var causes = CaseCounts<Cause>()
  var probes = 0
  var probeHits = 0
  var attempts = 0
  /// The number of failures because of limits, by the limit that the nearest driver exceeded.
  var limits = CaseCounts<Limit>()
  var matches = 0
  /// The number of attempts with a completed offer, and how many of these offers were undelivered or unanswered.
  var offers = 0
  var undelivered = 0
  var unanswered = 0

  // Walks to and from cars matched on the road, for settled requests that were picked up.
  var walkMetres: [Double] = []
  var walkTimes: [Double] = []

  /// The number of drivers who took part.
  var drivers = 0
  // For drivers that arrived, over the whole run.
  var arrived = 0
  var sharing = 0
  var vehicleMetres = 0.0
  var soloMetres = 0.0
  /// The metres between stops, and their sums weighted by persons on board and by seats, from the odometers at stops.
  var legMetres = 0.0
  var passengerMetres = 0.0
  var seatMetres = 0.0
  /// The direct metres of the requests in the kilometre comparison, and of the served requests among them.
  var directMetres = 0.0
  var servedDirectMetres = 0.0
  /// The number of people who may drive or ride and whose requests are counted, by the role taken.
  var roles: [RoleTaken: Int] = [:]
  /// The number of settled requests of people whose own cars arrived, and who are therefore also counted as drivers.
  var arrivedToo = 0
  /// The kilograms of CO₂ per vehicle kilometre.
  var co2PerKm: Double
  /// The totals of the board; nil if there is no board.
  var board: BoardTotals?
  var service: ServiceTotals?
  /// The records of decision windows; nil if requests are decided one by one.
  var batch: BatchRecords?
  /// The provisional pairs; nil if pairs bind immediately.
  var provisional: [ProvisionalRecord]?
  /// The totals of transfers; nil if transfers are not allowed.
  var transfers: TransferTotals?
  /// The totals of cancellations; nil if passengers do not cancel approaching cars.
  var cancellations: CancellationTotals?
  /// The map-service calls per day; empty if they are not counted.
  var mapCallDays: [MapCallDay] = []
  /// The totals of choices; nil if passengers accept every ride.
  var choice: ChoiceTotals?
  /// The totals of stops; nil unless parties share stops.
  var stops: StopTotals?
  /// The outages, and the requests affected by them; nil if there are no outages.
  var outages: OutageTotals?
  /// The hindsight optimum of the day; nil if not requested.
  var hindsight: Hindsight?

  /// The metres that would have been driven without sharing, minus the metres actually driven.
  var savedMetres: Double { soloMetres + servedDirectMetres - vehicleMetres }

  /// The observations of each metric that is a distribution, by figure index in `CarpoolFigure.all`.
  var samples: [[Double]]
  /// The number of settled requests that satisfy the condition of each metric that is a share, by figure index.
  var hits: [Int]

  /// Whether the run has each of the features in `CarpoolRun.features`.
  private let parts: [Bool]
  /// The outcomes that requests of the run may have.
  private let possible: [RequestOutcome]
  private let shares: [(index: Int, isTrue: @Sendable (RequestView) -> Bool)]
  private let ofRequests: [(index: Int, value: @Sendable (RequestView) -> Double?)]
  private let ofMatches: [(index: Int, value: @Sendable (AttemptRecord) -> Double?)]
  private let ofDrivers: [(index: Int, value: @Sendable (DriverView) -> Double?)]

  init(of run: CarpoolRun) {
    co2PerKm = run.fields.co2PerKm
    parts = CarpoolRun.features.map(run.has)
    possible = RequestOutcome.allCases.filter {
      switch $0 {
      case .notSubmitted: run.has(.churn) || run.has(.invitations)
      case .drove: run.has(.roles)
      default: true
      }
    }
    let metrics = CarpoolFigure.all.enumerated()
    samples = metrics.map { _ in [] }
    hits = metrics.map { _ in 0 }
    shares = metrics.compactMap { if case .share(let take) = $1.computation { ($0, take) } else { nil } }
    ofRequests = metrics.compactMap {
      if case .ofRequests(let take) = $1.computation { ($0, take) } else { nil }
    }
    ofMatches = metrics.compactMap {
      if case .ofMatches(let take) = $1.computation { ($0, take) } else { nil }
    }
    ofDrivers = metrics.compactMap {
      if case .ofDrivers(let take) = $1.computation { ($0, take) } else { nil }
    }
    addRequests(run)
    addAttempts(run)
    addDrivers(run)
    addStops(run)
    addDirect(run)
    addRoles(run)
    board = run.board.map { BoardTotals(of: run, $0) }
    batch = run.records.batch
    provisional = run.records.provisional
    transfers = run.records.transfers.map { TransferTotals(of: run, $0) }
    cancellations = run.records.cancellations.map { CancellationTotals(of: run, $0) }
    mapCallDays = run.mapCallDays
    stops = run.has(.sharedStops) ? StopTotals(of: run) : nil
    hindsight = run.hindsight
    outages = RequestOutages(of: run)?.totals
    choice = run.records.choices.map { ChoiceTotals(of: run, $0) }
    service = run.records.society.map { ServiceTotals(of: run, $0) }
  }

  /// Returns the measured value of the figure at `index` in `CarpoolFigure.all`.
  private func measure(at index: Int) -> Measure {
    switch CarpoolFigure.all[index].computation {
    case .number(let take): .number(take(self))
    case .share: .share(hits[index], of: settled)
    case .ofRequests, .ofMatches, .ofDrivers: .sample(samples[index])
    case .sample(let take): .sample(take(self))
    }
  }

  /// All figures, in the order of summary.csv.
  var figures: Figures {
    let all = CarpoolFigure.all
    let applying = all.indices.filter { all[$0].applies(parts) }
    return Figures(
      applying.map { (all[$0].metric, measure(at: $0)) },
      outcomes: possible.map { .init($0.rawValue, self.outcomes[$0]) }, settled: settled)
  }

  /// Returns `part` ÷ `whole`; nil if `whole` is zero.
  static func share(_ part: Int, of whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }

  /// Returns `a` ÷ `b`; nil if `b` is not positive.
  static func quotient(_ a: Double, _ b: Double) -> Double? { b > 0 ? a / b : nil }
}

extension RunTotals {
  private mutating func addRequests(_ run: CarpoolRun) {
    let rides = run.plannedRides
    // Views are evaluated in blocks, figure by figure, so that each closure is fetched and counted once per
    // block.
    var views: [RequestView] = []
    views.reserveCapacity(Self.block)
    run.requests.withUnsafeBufferPointer { requests in
      run.records.requests.withUnsafeBufferPointer { records in
        for row in requests.indices {
          let view = RequestView(
            input: requests.baseAddress! + row, fate: records.baseAddress! + row,
            planned: rides.isEmpty ? PlannedRide(requests[row]) : rides[row])
          guard add(view, run.role(ofRequest: row), run) else { continue }
          views.append(view)
          guard views.count == Self.block else { continue }
          addSettled(views)
          views.removeAll(keepingCapacity: true)
        }
        addSettled(views)
      }
    }
  }

  /// The number of settled requests processed in one block.
  private static let block = 256

  /// Counts a request by its `role`, and returns whether it is settled and counted in the figures.
  private mutating func add(_ view: RequestView, _ role: CarpoolRun.Role, _ run: CarpoolRun) -> Bool {
    let outcome = view.record.outcome
    let isWarm = run.counts(view.request.submit)
    switch role {
    case .refused:
      if let cause = view.record.cause { causes[cause] += 1 }
      outcomes[.refusedInput] += 1
    case .unreached where outcome == .notSubmitted && isWarm: outcomes[.notSubmitted] += 1
    case .unreached: break
    case .settled, .inProgress, .probe, .drove:
      guard isWarm else { return false }
      outcomes[outcome] += 1
      if role == .inProgress { inProgress += 1 }
      if role == .probe { probes += 1 }
      if outcome == .probeHit { probeHits += 1 }
    }
    guard role == .settled, isWarm else { return false }
    if view.record.pickup != nil, let meeting = run.records.meeting(of: view.record.match) {
      walkMetres.append(meeting.pickup.metres + meeting.dropoff.metres)
      walkTimes.append(meeting.walk.seconds)
    }
    return true
  }

  private mutating func addSettled(_ views: [RequestView]) {
    settled += views.count
    for view in views where view.record.outcome != .served {
      if let cause = view.record.cause { causes[cause] += 1 }
    }
    for (index, isTrue) in shares { hits[index] += views.count(where: isTrue) }
    for (index, value) in ofRequests { samples[index] += views.lazy.compactMap(value) }
  }

  private mutating func addAttempts(_ run: CarpoolRun) {
    // One byte per request: request records are not in the order of attempts, so each access would be a cache
    // miss.
    let counted = run.requests.indices.map { row in
      run.counts(run.requests[row].submit) ? run.role(ofRequest: row) : .unreached
    }
    for attempt in run.records.attempts {
      let role = counted[Int(attempt.request)]
      guard role == .settled || role == .inProgress else { continue }
      attempts += 1
      if attempt.cause == .limits, let limit = attempt.bindingLimit { limits[limit] += 1 }
      addOffer(attempt)
      guard attempt.outcome == .accepted else { continue }
      matches += 1
      guard role == .settled else { continue }
      for (index, value) in ofMatches { if let value = value(attempt) { samples[index].append(value) } }
    }
  }

  private mutating func addOffer(_ attempt: AttemptRecord) {
    guard attempt.driver != .none, attempt.outcome != .inProgress, attempt.outcome != .refused else { return }
    offers += 1
    switch attempt.outcome {
    case .undelivered: undelivered += 1
    case .unanswered: unanswered += 1
    case .accepted, .refused, .declined, .lapsed, .withdrawn, .noCandidate, .inProgress, .probeHit,
      .probeMiss:
      break
    }
  }

  private mutating func addDrivers(_ run: CarpoolRun) {
    for (driver, record) in zip(run.drivers, run.records.drivers) where record.outcome != .refusedInput {
      if let part = run.part, !part.contains(record.departure(of: driver)) { continue }
      drivers += 1
      guard let detour = record.detour(of: driver) else { continue }
      arrived += 1
      vehicleMetres += record.drivenMetres
      soloMetres += driver.solo.metres
      seatMetres += Double(driver.seats) * record.drivenMetres
      guard record.served > 0 else { continue }
      sharing += 1
      let view = DriverView(driver: driver, record: record, detour: detour)
      for (index, value) in ofDrivers { if let value = value(view) { samples[index].append(value) } }
    }
  }

  private mutating func addStops(_ run: CarpoolRun) {
    var last = [(odometer: Double, onBoard: Int16)](repeating: (0, 0), count: run.drivers.count)
    for stop in run.records.stops {
      let driver = Int(stop.driver)
      if run.records.drivers[driver].outcome == .arrived {
        let leg = stop.odometer - last[driver].odometer
        legMetres += leg
        passengerMetres += Double(last[driver].onBoard) * leg
      }
      last[driver] = (stop.odometer, stop.onBoardAfter)
    }
  }

  private func hasArrived(_ run: CarpoolRun, _ driver: DriverIndex) -> Bool {
    run.records.drivers[Int(driver)].outcome == .arrived
  }

  private mutating func addDirect(_ run: CarpoolRun) {
    // The kilometres of people who drive instead are a driver's.
    let drivers = run.idsOfThoseWhoDrive
    for (row, request) in run.requests.enumerated() where run.role(ofRequest: row) == .settled {
      let record = run.records.requests[row]
      guard record.outcome == .served else {
        if drivers.contains(request.id) { continue }
        directMetres += request.direct.metres
        continue
      }
      // The kilometres of a car still under way are unknown, and so are its passengers' savings.
      if let match = record.match, !run.records.drivers(of: match).allSatisfy({ hasArrived(run, $0) }) {
        continue
      }
      directMetres += request.direct.metres
      servedDirectMetres += request.direct.metres
    }
  }
}
