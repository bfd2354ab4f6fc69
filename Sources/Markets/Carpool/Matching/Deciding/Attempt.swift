public import Quantities
import Spaces
public import Statistics
public import Travellers

/// One call of the matcher for one request: the input of a policy's decision.
///
/// In a run it is an unowned view of the run's state: callers must copy whatever they need later.
public struct Attempt {
  /// The attempt as a query to the fleet: request, promise, time and excluded drivers.
  public let inquiry: Inquiry
  /// The request's index in the run's input.
  public var index: RequestIndex { inquiry.index }
  /// The cycle, from 1.
  public let cycle: Int32
  /// The attempt within the cycle, from 1.
  public let attempt: Int32
  /// The fleet of drivers.
  public var fleet: Fleet { uncounted.takeUnretainedValue() }
  /// The number of drivers left after each stage of the rule. A policy that does not use `candidates()` fills in the
  /// counts it computes.
  public var funnel: Funnel
  /// The binding limit of the nearest miss, if limits excluded all drivers.
  public var bindingLimit: Limit?
  /// The policy's remark on its choice, shown in explanations; nil if there is none.
  public var remark: String?
  /// The policy's orders to idle waiting cars, carried out before the offer is made.
  public var moves: [CarMove] = []
  private let random: RandomSource
  private let uncounted: Unmanaged<Fleet>
  /// A strong reference to the fleet if the attempt has to keep it alive; nil for attempts made by a run.
  private let keeper: Fleet?
  /// The drivers within both circles, if already known; otherwise nil.
  private let circles: Circles?

  /// Creates the view of an attempt at `time` in `fleet`, with draws from `random`. It keeps the request and the fleet
  /// alive.
  ///
  /// - Parameter meetsAtEnds: whether car and passenger meet at the trip's origin and destination, even if other
  ///   passengers walk.
  public init(
    request: Request, index: RequestIndex, cycle: Int32, attempt: Int32, time: Milliseconds, promise: Promise,
    excluded: [DriverIndex], fleet: Fleet, random: RandomSource, meetsAtEnds: Bool = false
  ) {
    inquiry = Inquiry(
      request, as: index, promise: promise, at: time, excluded: excluded, isMeetingAgreed: meetsAtEnds)
    self.cycle = cycle
    self.attempt = attempt
    uncounted = .passUnretained(fleet)
    keeper = fleet
    circles = nil
    self.random = random
    funnel = Funnel()
    funnel.driversActive = Int32(fleet.active.count)
  }

  /// Creates the view of an attempt for request `index` of the run, stored in `requests`; the terms of `fleet`
  /// determine the promise.
  ///
  /// - Parameter circles: the drivers within both circles, if already known.
  /// - Precondition: `requests` and `fleet` outlive the attempt, and the requests do not change meanwhile.
  package init(
    _ index: RequestIndex, of requests: borrowing [Request], cycle: Int32, attempt: Int32, time: Milliseconds,
    excluded: borrowing [DriverIndex], fleet: borrowing Fleet, random: RandomSource, circles: Circles? = nil
  ) {
    let place = requests.address(of: index)
    inquiry = Inquiry(
      at: place, as: index, promise: fleet.terms.promise(for: place.pointee), at: time,
      excluded: copy excluded)
    self.cycle = cycle
    self.attempt = attempt
    uncounted = .passUnretained(copy fleet)
    keeper = nil
    self.circles = circles
    self.random = random
    funnel = Funnel()
    funnel.driversActive = Int32(fleet.active.count)
  }

  public var request: Request { inquiry.request }
  public var promise: Promise { inquiry.promise }
  public var time: Milliseconds { inquiry.time }
  public var excluded: [DriverIndex] { inquiry.excluded }

  /// Returns the available drivers who pass the first two stages, in ascending order of id: reported within r of the
  /// pickup, with a route point ahead within r of the destination. Fills in both counts of the funnel.
  public mutating func driversOnRoute() -> [DriverIndex] { driversOnRoute(changedSince: .min) }

  /// Returns the drivers within both circles, except those not yet departed and unchanged since `window`.
  mutating func driversOnRoute(changedSince window: Int32, isInOrder: Bool = true) -> [DriverIndex] {
    let found =
      circles
      ?? uncounted._withUnsafeGuaranteedRef { fleet in
        let (pickup, dropoff) = inquiry.ends
        return fleet.finder.circles(
          around: pickup, dropoff, at: inquiry.time, excluded: inquiry.excluded, in: fleet,
          changedSince: window, isInOrder: isInOrder)
      }
    funnel.count(found)
    return found.drivers
  }

  /// Returns the drivers within both circles in any order, for a branch-and-bound search; nil if the circles do not
  /// apply.
  private mutating func driversInCircles() -> [DriverIndex]? {
    fleet.terms.insertion.usesRadius ? driversOnRoute(changedSince: .min, isInOrder: false) : nil
  }

  /// Returns the best insertion of the request over all available drivers, evaluated from the cars' true positions;
  /// ties go to the lower driver id. Fills in the computed counts of the funnel.
  public mutating func bestInsertion() -> Candidate? {
    let found = driversInCircles()
    let best = fleet.inserter.best(inquiry, among: found, in: fleet)
    funnel.boundedOut = best.boundedOut
    funnel.evaluated = best.evaluated
    guard let (driver, result) = best.choice else {
      // An evaluated driver has passed both stages.
      if best.evaluated == 0, let stage = emptied(among: found) { funnel[stage] = 0 }
      return nil
    }
    let reported = fleet.searchedReport(of: driver, at: inquiry.time).position
    return Candidate(driver, reported: reported, result, in: fleet)
  }

  /// Returns the stage (seats or preferences) at which the last of the available drivers in `found` (nil: all active
  /// drivers) dropped out; nil if any driver passed both, or none was available.
  ///
  /// - Complexity: O(*n*) in the number of drivers before the first who passes both.
  private func emptied(among found: [DriverIndex]?) -> Stage? {
    let fleet = fleet
    var last: Stage?
    for driver in found ?? fleet.active where fleet.isAvailable(driver) && !excluded.contains(driver) {
      guard let obstacle = obstacle(to: driver, in: fleet) else { return nil }
      if last == nil || obstacle == .preferences { last = obstacle }
    }
    return last
  }

  /// Returns all feasible candidates for `bestInsertion`, evaluated from the cars' true positions, in ascending order
  /// of id.
  public mutating func insertions() -> [Candidate] {
    fleet.inserter.all(inquiry, among: driversInCircles(), in: fleet).compactMap { driver, result in
      let reported = fleet.searchedReport(of: driver, at: inquiry.time).position
      return Candidate(driver, reported: reported, result, in: fleet)
    }
  }

  /// Returns the straight-line distance from the reported position of `candidate` to the pickup, in metres.
  public func distance(to candidate: Candidate) -> Metres {
    fleet.geometry.distance(candidate.reported, inquiry.request.origin.position)
  }

  /// Returns whether `candidate` lies within both circles even if their radius is only `radius`.
  public func isWithin(_ radius: Metres, _ candidate: Candidate) -> Bool {
    let report = fleet.searchedReport(of: candidate.driver, at: time)
    return fleet.geometry.isWithin(radius, request.origin.position, report.position)
      && fleet.passes(candidate.driver, near: request.destination.position, after: report, within: radius)
  }

  /// Returns the points at which `candidate` and the passenger meet; nil if nobody walks.
  public func meeting(with candidate: Candidate) -> Meeting? {
    fleet.meeting(of: inquiry, by: candidate.insertion, with: candidate.driver)
  }

  /// Returns a uniform draw from 0 ..< `count`, keyed by (request, cycle, attempt): the same on every call, and
  /// independent of other attempts.
  public func draw(below count: Int) -> Int {
    var stream = draws
    return stream.integer(in: 0..<count)
  }

  /// A 64-bit uniform draw, keyed by (request, cycle, attempt): the seed for an external policy's draws.
  public var draw: UInt64 {
    var stream = draws
    return stream.next()
  }

  /// A 64-bit uniform draw, keyed by the time of the attempt: the seed for an external policy's draws for a window.
  public var windowDraw: UInt64 {
    var stream = random.stream(.window, UInt64(bitPattern: time.rawValue))
    return stream.next()
  }

  private var draws: KeyedGenerator {
    random.stream(.choice, fleet.requestNames.key(of: inquiry.request.id), UInt64(cycle), UInt64(attempt))
  }
}

extension Array where Element: Listed {
  /// Returns the address of the element at index `place`, valid until the list changes.
  func address(of place: Element.Index) -> UnsafePointer<Element> {
    withUnsafeBufferPointer { list in
      precondition(list.indices.contains(Int(place)), "the place lies in the list")
      guard let first = list.baseAddress else { preconditionFailure("no place lies in an empty list") }
      return first + Int(place)
    }
  }
}
