import Community
import Hindsight
import Lifecycle
import Matching
import Metrics
import Quantities
import Simulation
import Spaces
import Travellers

/// A request with what became of it, as figures see it.
struct RequestView {
  let input: UnsafePointer<Request>
  let fate: UnsafePointer<RequestRecord>
  let planned: PlannedRide

  var request: Request { @inline(__always) _read { yield input.pointee } }
  var record: RequestRecord { @inline(__always) _read { yield fate.pointee } }
}

/// A driver that arrived and shared, as figures see it.
struct DriverView {
  let driver: Driver
  let record: DriverRecord
  /// The realised total detour.
  let detour: Milliseconds
}

/// The counts and sums that figures are numbers of, and the observations of those that are distributions, gathered in
/// one pass over the records.
struct RunTotals {
  // Requests submitted from the warm-up's end on; probes and refused rows are not among them.
  var settled = 0
  var inProgress = 0
  var outcomes = CaseCounts<RequestOutcome>()
  /// Final causes; of refused rows whatever the warm-up.
  var causes = CaseCounts<Cause>()
  var probes = 0
  var probeHits = 0
  var attempts = 0
  /// Of them, those that failed at the limits, by the limit that the nearest driver broke.
  var limits = CaseCounts<Limit>()
  var matches = 0
  /// Of them, those that somebody was asked in and that have ended, and those without an answer.
  var offers = 0
  var undelivered = 0
  var unanswered = 0

  // On foot to the cars of the road that settled requests got on, and from them.
  var walkMetres: [Double] = []
  var walkTimes: [Double] = []

  /// Drivers that took part.
  var drivers = 0
  // Of the drivers that arrived, over the whole run.
  var arrived = 0
  var sharing = 0
  var vehicleMetres = 0.0
  var soloMetres = 0.0
  /// Metres between stops, and the same times the persons on board, from the stops' odometers.
  var legMetres = 0.0
  var passengerMetres = 0.0
  var seatMetres = 0.0
  /// Direct metres of the requests in the comparison of kilometres, and of those of them that were served.
  var directMetres = 0.0
  var servedDirectMetres = 0.0
  /// The people who may drive or ride, of those whose requests are counted, by what they did.
  var roles: [RoleTaken: Int] = [:]
  /// Settled requests of people whose own cars arrived: they are among the drivers too.
  var arrivedToo = 0
  /// Kilograms of CO₂ per vehicle kilometre.
  var co2PerKm: Double
  /// The totals of the board; nil without one, and where nobody needs to know the people.
  var board: BoardTotals?
  var service: ServiceTotals?
  /// The records of batches; nil if the scenario does not say how requests are decided together.
  var batch: BatchRecords?
  /// Pairs that did not bind when they were made; nil where pairs bind at once.
  var provisional: [ProvisionalRecord]?
  /// The totals of transfers; nil if nobody may transfer.
  var transfers: TransferTotals?
  /// The totals of cancellations; nil if nobody cancels a car that is coming.
  var cancellations: CancellationTotals?
  /// The calls of map services by day; empty where nobody counts them.
  var mapCallDays: [MapCallDay] = []
  /// The outages, and the requests that met one; nil for a run without.
  var outages: OutageTotals?
  /// The hindsight of the day; nil if nobody wants to know what could have been made of it.
  var hindsight: Hindsight?

  /// Metres that would have been driven without sharing, less the metres that were.
  var savedMetres: Double { soloMetres + servedDirectMetres - vehicleMetres }

  /// The observations of the metric at an index of `CarpoolFigure.all` that is a distribution.
  var samples: [[Double]]
  /// The number of settled requests that the metric at an index, which is a share, is true of.
  var hits: [Int]

  private let features: Set<CarpoolFeature>
  private let shares: [(index: Int, isTrue: @Sendable (RequestView) -> Bool)]
  private let ofRequests: [(index: Int, value: @Sendable (RequestView) -> Double?)]
  private let ofMatches: [(index: Int, value: @Sendable (AttemptRecord) -> Double?)]
  private let ofDrivers: [(index: Int, value: @Sendable (DriverView) -> Double?)]

  init(of run: CarpoolRun) {
    co2PerKm = run.co2PerKm
    features = run.features
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
    hindsight = run.hindsight
    outages = run.outageTotals
    service = run.records.society.map { ServiceTotals(of: run, $0) }
  }

  /// The measure of the figure at `index` of `CarpoolFigure.all`.
  private func measure(at index: Int) -> Measure {
    switch CarpoolFigure.all[index].computation {
    case .number(let take): .number(take(self))
    case .share: .share(hits[index], of: settled)
    case .ofRequests, .ofMatches, .ofDrivers: .sample(samples[index])
    case .sample(let take): .sample(take(self))
    }
  }

  /// All figures in the order of summary.csv.
  var figures: Figures {
    let all = CarpoolFigure.all
    let applying = all.indices.filter { all[$0].applies(where: features.contains) }
    let outcomes = RequestOutcome.allCases.filter {
      switch $0 {
      case .notSubmitted: !features.isDisjoint(with: [.churn, .invitations])
      case .drove: features.contains(.roles)
      default: true
      }
    }
    return Figures(
      applying.map { (all[$0].metric, measure(at: $0)) },
      outcomes: outcomes.map { .init($0.rawValue, self.outcomes[$0]) }, settled: settled)
  }

  /// `part` ÷ `whole`; nil of nobody.
  static func share(_ part: Int, of whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }

  /// `a` ÷ `b`; nil where `b` is not positive.
  static func quotient(_ a: Double, _ b: Double) -> Double? { b > 0 ? a / b : nil }
}

extension RunTotals {
  private mutating func addRequests(_ run: CarpoolRun) {
    let rides = run.plannedRides
    // A closure for each figure: asked of many views in a row, it is fetched and counted once.
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

  /// The number of settled requests that are handed to the figures in one go.
  private static let block = 256

  /// Counts a request by its `role`, and tells whether it is among the settled ones of the figures.
  private mutating func add(_ view: RequestView, _ role: CarpoolRun.Role, _ run: CarpoolRun) -> Bool {
    let outcome = view.record.outcome
    let isWarm = view.request.submit >= run.warmUp
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
    // A byte for each request: their records lie in another order than attempts, and each would be waited for.
    let counted = run.requests.indices.map { row in
      run.requests[row].submit >= run.warmUp ? run.role(ofRequest: row) : .unreached
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
    guard attempt.driver != .none, attempt.outcome != .inProgress else { return }
    offers += 1
    switch attempt.outcome {
    case .undelivered: undelivered += 1
    case .unanswered: unanswered += 1
    case .accepted, .declined, .lapsed, .withdrawn, .noCandidate, .inProgress, .probeHit, .probeMiss: break
    }
  }

  private mutating func addDrivers(_ run: CarpoolRun) {
    for (driver, record) in zip(run.drivers, run.records.drivers) where record.outcome != .refusedInput {
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
    // The kilometres of who drives instead are those of a driver.
    let drivers = run.idsOfThoseWhoDrive
    for (row, request) in run.requests.enumerated() where run.role(ofRequest: row) == .settled {
      let record = run.records.requests[row]
      guard record.outcome == .served else {
        if drivers.contains(request.id) { continue }
        directMetres += request.direct.metres
        continue
      }
      // The kilometres of a car still under way are not known, so neither is what its passengers saved.
      if let match = record.match, !run.records.drivers(of: match).allSatisfy({ hasArrived(run, $0) }) {
        continue
      }
      directMetres += request.direct.metres
      servedDirectMetres += request.direct.metres
    }
  }
}
