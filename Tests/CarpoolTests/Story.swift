import CarpoolScenario
import Lifecycle
import Matching
import Metrics
import Models
import Quantities
import Simulation
import Spaces
import Travellers

@testable import Carpool

/// A little run on a plane at 10 m/s in which everything happens once, with all numbers made by hand.
///
/// Driver 10 takes request 1 (two persons) and request 2 (found at the second attempt) along; driver 20 drives
/// alone; driver 30 is refused. Request 3 finds nobody, 4 and 5 are probes, 6 is refused, 7 is declined and leaves.
enum Story {
  static let identity = RunIdentity(runID: "0123456789abcdef", scenario: "story", seed: 7, replication: 0)

  static var run: CarpoolRun {
    var records = RunRecords(requests: requests.count, drivers: drivers.count)
    records.requests = requestRecords
    records.drivers = driverRecords
    records.attempts = attempts
    records.stops = stops
    records.end = seconds(1270)
    records.events = 40
    var run = CarpoolRun(
      identity: identity, requests: requests, drivers: drivers, records: records, geometry: .plane,
      interval: seconds(300))
    run.fields.co2PerKm = 0.2
    return run
  }

  static func seconds(_ value: Double) -> Milliseconds { Milliseconds(seconds: value) }

  static func place(_ x: Double, _ y: Double) -> Place { Place(position: Position(x: x, y: y)) }

  /// A trip of `metres` at 10 m/s.
  static func travel(_ metres: Double) -> Travel { Travel(duration: seconds(metres / 10), metres: metres) }

  static let drivers = [
    Driver(
      id: 10, origin: place(0, 0), destination: place(10_000, 0), depart: seconds(100),
      maxDetour: seconds(900), person: Person(smoker: false, sex: .female, age: 44), solo: travel(10_000)),
    Driver(
      id: 20, origin: place(0, 1000), destination: place(4000, 1000), depart: .zero, seats: 1, luggageRoom: 0,
      maxDetourRatio: 0.5, solo: travel(4000)),
    Driver(
      id: 30, origin: place(5, 5), destination: place(5, 5), depart: seconds(60), refusal: .sameEnds),
  ]

  static let requests = [
    Request(
      id: 1, origin: place(2000, 0), destination: place(7000, 0), submit: seconds(50), partySize: 2,
      luggage: 1,
      person: Person(smoker: true, sex: .male, age: 30), direct: travel(5000)),
    Request(
      id: 2, origin: place(3000, 0), destination: place(9000, 250), submit: seconds(200), direct: travel(6000)
    ),
    Request(
      id: 3, origin: place(0, 9000), destination: place(3000, 9000), submit: seconds(300),
      direct: travel(3000)),
    Request(
      id: 4, origin: place(4000, 0), destination: place(6000, 0), submit: seconds(310), isProbe: true,
      direct: travel(2000)),
    Request(
      id: 5, origin: place(4000, 0), destination: place(4000, 6000), submit: seconds(320), isProbe: true,
      direct: travel(6000)),
    Request(
      id: 6, origin: place(0, 0), destination: place(99_000, 0), submit: seconds(330), refusal: .tooLong),
    Request(
      id: 7, origin: place(5000, 0), destination: place(6000, 0), submit: seconds(400),
      patience: seconds(100),
      direct: travel(1000)),
  ]
}

extension Story {
  private static var requestRecords: [RequestRecord] {
    var records = [RequestRecord](repeating: RequestRecord(), count: requests.count)
    records[0] = served(match: 65, pickup: 300, dropoff: 860, metres: 5000, detour: 60, extra: 0)
    records[0].match?.latestPickup = seconds(950)
    records[0].match?.latestDropoff = seconds(1450)
    records[1] = served(match: 275, pickup: 430, dropoff: 1090, metres: 6000, detour: 110.5, extra: 500)
    records[1].attempts = 2
    records[1].match?.agreement = 2.0 / 3
    for (index, outcome, cause, attempts) in failures {
      records[index].outcome = outcome
      records[index].cause = cause
      records[index].cycles = min(1, attempts)
      records[index].attempts = attempts
    }
    records[2].ended = seconds(420)
    records[6].ended = seconds(500)
    return records
  }

  private static let failures: [(Int, RequestOutcome, Cause?, Int32)] = [
    (2, .unmatched, .noDriverInRadius, 3),
    (3, .probeHit, nil, 1),
    (4, .probeMiss, .noneOnRoute, 1),
    (5, .refusedInput, .tooLong, 0),
    (6, .cancelledByPassenger, .patience, 1),
  ]

  private static func served(
    match: Double, pickup: Double, dropoff: Double, metres: Double, detour: Double, extra: Double
  ) -> RequestRecord {
    var record = RequestRecord()
    record.outcome = .served
    record.cycles = 1
    record.attempts = 1
    record.firstMatch = seconds(match)
    record.match = MatchRecord(
      time: seconds(match), driver: 0, latestPickup: .never, latestDropoff: .never, detour: seconds(detour),
      detourMetres: extra, agreement: 1, cost: 250_000)
    record.pickup = seconds(pickup)
    record.dropoff = seconds(dropoff)
    record.rideMetres = metres
    record.ended = seconds(pickup)
    return record
  }

  private static var driverRecords: [DriverRecord] {
    var records = [DriverRecord](repeating: DriverRecord(), count: 3)
    records[0].outcome = .arrived
    records[0].arrive = seconds(1270)
    records[0].drivenMetres = 10_500
    records[0].offers = 3
    records[0].declines = 1
    records[0].served = 2
    records[0].maxOnBoard = 3
    records[1].outcome = .arrived
    records[1].arrive = seconds(400)
    records[1].drivenMetres = 4000
    records[2].outcome = .refusedInput
    return records
  }

  /// Each row: request, attempt, time, outcome, cause, five counts of the funnel, decision in nanoseconds.
  private static var attempts: [AttemptRecord] {
    var records = [
      attempt(0, 1, 50, .accepted, nil, [1, 1, 1, 1, 1], 4000),
      attempt(1, 1, 200, .noCandidate, .limits, [2, 1, 1, 1, 0], 3000),
      attempt(1, 2, 260, .accepted, nil, [1, 1, 1, 1, 1], 2000),
      attempt(2, 1, 300, .noCandidate, .noDriverInRadius, [0, 0, 0, 0, 0], 1000),
      attempt(3, 1, 310, .probeHit, nil, [1, 1, 1, 1, 1], 2500),
      attempt(4, 1, 320, .probeMiss, .noneOnRoute, [1, 0, 0, 0, 0], 1500),
      attempt(2, 2, 360, .noCandidate, .noDriverInRadius, [0, 0, 0, 0, 0], 1000),
      attempt(6, 1, 400, .declined, .declined, [1, 1, 1, 1, 1], 5000),
      attempt(2, 3, 420, .noCandidate, .noDriverInRadius, [0, 0, 0, 0, 0], 1000),
    ]
    records[1].bindingLimit = .wait
    offer(&records[0], at: 0, pickup: 250, detour: 60, metres: 0, answered: 65)
    offer(&records[2], at: 1500, pickup: 170, detour: 100, metres: 500, answered: 275)
    offer(&records[4], at: 2000, pickup: 200, detour: 60, metres: 0, answered: nil)
    offer(&records[7], at: 2500, pickup: 190, detour: 61, metres: 12.3, answered: 415)
    return records
  }

  private static func attempt(
    _ request: RequestIndex, _ attempt: Int32, _ time: Double, _ outcome: AttemptOutcome, _ cause: Cause?,
    _ counts: [Int32], _ nanoseconds: UInt32
  ) -> AttemptRecord {
    var funnel = Funnel()
    funnel.driversActive = 2
    funnel[.radius] = counts[0]
    funnel[.route] = counts[1]
    funnel[.seats] = counts[2]
    funnel[.preferences] = counts[3]
    funnel[.limits] = counts[4]
    funnel.evaluated = counts[3]
    var record = AttemptRecord(
      request: request, cycle: 1, attempt: attempt, time: seconds(time), funnel: funnel, outcome: outcome,
      cause: cause)
    record.decisionNanoseconds = nanoseconds
    return record
  }

  private static func offer(
    _ record: inout AttemptRecord, at x: Double, pickup: Double, detour: Double, metres: Double,
    answered: Double?
  ) {
    record.driver = 0
    record.offer.reported = Position(x: x, y: 0)
    record.offer.timeToPickup = seconds(pickup)
    record.offer.detour = seconds(detour)
    record.offer.detourMetres = metres
    record.offer.cost = 250_000
    record.answered = answered.map { seconds($0) } ?? .never
  }

  /// Each row: driver, kind, request, persons, on board after, arrival, departure, x, odometer.
  private static let stops: [StopRecord] = [
    stop(1, .depart, -1, 0, 0, 0, 0, 0, 0),
    stop(0, .depart, -1, 0, 0, 100, 100, 0, 0),
    stop(0, .pickup, 0, 2, 2, 300, 330, 2000, 2000),
    stop(1, .arrive, -1, 0, 0, 400, 400, 4000, 4000),
    stop(0, .pickup, 1, 1, 3, 430, 460, 3000, 3000),
    stop(0, .dropoff, 0, 2, 1, 860, 890, 7000, 7000),
    stop(0, .dropoff, 1, 1, 0, 1090, 1120, 9000, 9000),
    stop(0, .arrive, -1, 0, 0, 1270, 1270, 10_000, 10_500),
  ]

  private static func stop(
    _ driver: DriverIndex, _ kind: StopKind, _ request: RequestIndex, _ persons: Int16, _ onBoard: Int16,
    _ arrive: Double,
    _ leave: Double, _ x: Double, _ odometer: Double
  ) -> StopRecord {
    StopRecord(
      driver: driver, request: request, kind: kind, partySize: persons, onBoardAfter: onBoard,
      arrive: seconds(arrive), leave: seconds(leave),
      position: Position(x: x, y: driver == 1 ? 1000 : 0), odometer: odometer)
  }
}

extension Story {
  /// A run without anybody.
  static var empty: CarpoolRun {
    CarpoolRun(
      identity: identity, requests: [], drivers: [], records: RunRecords(requests: 0, drivers: 0),
      geometry: .globe)
  }

  /// A run whose requests end in ways drawn from `seed`; only outcomes, causes and times are made up.
  static func random(seed: UInt64) -> CarpoolRun {
    var state = seed
    func draw(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let count = draw(60)
    let refusals = Cause.allCases.filter(isRefusal)
    let ofFeatures = CarpoolRun.features.flatMap { $0.extras(Cause.self) }
    let failures = Cause.allCases.filter { !isRefusal($0) && !ofFeatures.contains($0) }
    let horizon = 1 + draw(5000)
    var requests: [Request] = []
    var records = RunRecords(requests: count, drivers: 0)
    records.end = seconds(Double(horizon))
    for index in 0..<count {
      let outcome = RequestOutcome.allCases[draw(RequestOutcome.allCases.count)]
      let submit = draw(horizon)
      var request = Request(
        id: Int64(index * 3), origin: place(0, 0), destination: place(1, 1), submit: seconds(Double(submit)),
        direct: travel(Double(1 + draw(9000))))
      request.isProbe = outcome == .probeHit || outcome == .probeMiss
      requests.append(request)
      records.requests[index].outcome = outcome
      switch outcome {
      case .refusedInput: records.requests[index].cause = refusals[draw(refusals.count)]
      case .unmatched, .cancelledByDriver, .cancelledByPassenger:
        records.requests[index].cause = failures[draw(failures.count)]
      case .served, .inProgress, .probeHit, .probeMiss, .notSubmitted, .drove: break
      }
      guard outcome != .inProgress else { continue }
      records.requests[index].ended = seconds(Double(submit + draw(horizon - submit + 1)))
    }
    return CarpoolRun(
      identity: identity, requests: requests, drivers: [], records: records, geometry: .plane,
      interval: seconds(Double(1 + draw(900))))
  }

  /// Whether a row is refused for `cause`: told from the list itself, whose refusals stand last.
  static func isRefusal(_ cause: Cause) -> Bool {
    (Cause.allCases.firstIndex(of: cause) ?? 0) >= (Cause.allCases.firstIndex(of: .offNetwork) ?? 0)
  }
}
