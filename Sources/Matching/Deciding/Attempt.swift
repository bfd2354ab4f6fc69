public import Market
public import Quantities
import Spaces
public import Statistics

/// A driver who may be offered a request: the two-circles rule holds and a pair of stops keeps every limit.
public struct Candidate: Sendable {
  /// Index of the driver in the fleet.
  public var driver: DriverIndex
  /// The position that the driver has reported; the true one where the policy goes by it.
  public var reported: Position
  /// The pair of stops that stands for the driver, and what it costs.
  public var insertion: Insertion
  /// Share of the stated wishes that are met, both sides; 1 if none is stated.
  public var agreement: Double
  /// Weighted milliseconds: lower wins.
  public var cost: Int64
}

/// One call of the matcher for one request: what a policy may look at when it chooses a driver.
public struct Attempt {
  public let request: Request
  /// Index of the request in the run's input.
  public let index: RequestIndex
  /// Counts from 1.
  public let cycle: Int32
  /// Counts from 1, anew in each cycle.
  public let attempt: Int32
  public let time: Milliseconds
  /// What the request would be promised.
  public let promise: Promise
  /// Drivers who must not be asked: they declined in this cycle, or took the passenger and cancelled.
  public let excluded: [DriverIndex]
  public let fleet: Fleet
  /// What each stage of the rule left; a policy that does not use `candidates()` fills in what it computes.
  public var funnel: Funnel
  /// The limit that bound for the driver who came nearest, where limits left nobody.
  public var bindingLimit: Limit?
  private let random: RandomSource

  /// Creates the view of an attempt at `time`, whose draws come from `random`.
  public init(
    request: Request, index: RequestIndex, cycle: Int32, attempt: Int32, time: Milliseconds, promise: Promise,
    excluded: [DriverIndex], fleet: Fleet, random: RandomSource
  ) {
    self.request = request
    self.index = index
    self.cycle = cycle
    self.attempt = attempt
    self.time = time
    self.promise = promise
    self.excluded = excluded
    self.fleet = fleet
    self.random = random
    funnel = Funnel()
    funnel.driversActive = Int32(fleet.active.count)
  }

  /// The available drivers of the first two stages: reported within r of the pickup, and with a route point
  /// ahead within r of the destination. In ascending order of id; fills in the two counts of the funnel.
  public mutating func driversOnRoute() -> [DriverIndex] {
    var found: [DriverIndex] = []
    let inRadius = fleet.findDrivers(
      near: request.origin.position, passing: request.destination.position, at: time, excluded: excluded,
      into: &found)
    funnel[.radius] = Int32(inRadius)
    funnel[.route] = Int32(found.count)
    return found
  }

  /// The candidates of the two-circles rule, in ascending order of driver id; fills in the funnel.
  public mutating func candidates() -> [Candidate] {
    funnel[.seats] = 0
    funnel[.preferences] = 0
    funnel[.limits] = 0
    bindingLimit = nil
    var candidates: [Candidate] = []
    var nearestMiss = Milliseconds.never
    for driver in driversOnRoute() {
      guard passes(.seats, fleet.hasRoom(for: request, in: driver)),
        passes(.preferences, requiredWishesAgree(request, fleet.drivers[driver]))
      else { continue }
      let report = fleet.report(of: driver, at: time)
      let result = fleet.bestInsertion(
        of: request, promise: promise, into: driver, at: time, after: report)
      guard passes(.limits, result.best != nil), let insertion = result.best else {
        if result.nearestMiss < nearestMiss || bindingLimit == nil {
          nearestMiss = result.nearestMiss
          bindingLimit = result.bindingLimit
        }
        continue
      }
      candidates.append(candidate(driver, report.position, insertion))
    }
    if !candidates.isEmpty { bindingLimit = nil }
    return candidates
  }

  /// Counts a driver whom `stage` leaves.
  private mutating func passes(_ stage: Stage, _ holds: Bool) -> Bool {
    if holds { funnel[stage] += 1 }
    return holds
  }

  private func candidate(_ driver: DriverIndex, _ reported: Position, _ insertion: Insertion) -> Candidate {
    let agreement = agreement(of: request, with: fleet.drivers[driver])
    let cost = fleet.terms.cost(
      timeToPickup: insertion.timeToPickup, detour: insertion.detour, agreement: agreement)
    return Candidate(
      driver: driver, reported: reported, insertion: insertion, agreement: agreement, cost: cost)
  }

  /// The driver, of all who can be asked, into whose plan the request is inserted best, as seen from where
  /// the cars really are; the lower id where two are equally good. Fills in what the funnel knows of it.
  public mutating func bestInsertion() -> Candidate? {
    let found = fleet.bestInsertion(
      of: request, promise: promise, at: time, excluded: excluded)
    funnel[.radius] = found.inRadius
    funnel[.route] = found.onRoute
    funnel.boundedOut = found.boundedOut
    funnel.evaluated = found.evaluated
    return found.best.map { best in
      candidate(best.driver, fleet.searchedReport(of: best.driver, at: time).position, best.insertion)
    }
  }

  /// The straight-line distance from the reported position of `candidate` to the pickup, metres.
  public func distance(to candidate: Candidate) -> Metres {
    fleet.geometry.distance(candidate.reported, request.origin.position)
  }

  /// A number drawn evenly from 0 ..< `count`, keyed by (request, cycle, attempt): the same each time it is
  /// asked for, and free of what other attempts draw.
  public func draw(below count: Int) -> Int {
    let id = UInt64(bitPattern: request.id)
    var stream = random.stream(.choice, id, UInt64(cycle), UInt64(attempt))
    return stream.integer(in: 0..<count)
  }
}

extension Purpose {
  /// A policy's choice among candidates, keyed (request, cycle, attempt).
  static let choice = Purpose(rawValue: 40)
}
