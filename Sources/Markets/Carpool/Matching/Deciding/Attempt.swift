public import Quantities
import Spaces
public import Statistics
public import Travellers

/// One call of the matcher for one request: what a policy may look at when it chooses a driver.
///
/// In a run it is a view of what the run owns and keeps none of it: a caller that needs something later copies what is of use.
public struct Attempt {
  /// The question to the fleet: the request, its promise, the time, and whom not to ask.
  public let inquiry: Inquiry
  /// The request's place in the run's input.
  public var index: RequestIndex { inquiry.index }
  /// Counts from 1.
  public let cycle: Int32
  /// Counts from 1, anew in each cycle.
  public let attempt: Int32
  /// The drivers who can be asked.
  public var fleet: Fleet { uncounted.takeUnretainedValue() }
  /// The number of drivers that each stage of the rule left; a policy that does not use `candidates()` fills in what it computes.
  public var funnel: Funnel
  /// The limit that bound for the driver who came nearest, where limits left nobody.
  public var bindingLimit: Limit?
  /// The policy's remark on its choice, for people who have the attempt explained; nil where it makes none.
  public var remark: String?
  /// The orders of the policy to cars that wait and stand; they are carried out before the offer is made.
  public var moves: [CarMove] = []
  private let random: RandomSource
  private let uncounted: Unmanaged<Fleet>
  /// The fleet, where nothing else may keep it; nil in a run's own attempts, whose market does.
  private let keeper: Fleet?
  /// The drivers whom both circles leave, where they are known already; nil elsewhere.
  private let circles: Circles?

  /// Creates the view of an attempt at `time` in `fleet`, whose draws come from `random`; it keeps request and fleet.
  ///
  /// - Parameter meetsAtEnds: whether the passenger walks nowhere, even where others do.
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

  /// Creates the view of an attempt for request `index` of the run, which stands there among its `requests` and is promised what
  /// the terms of `fleet` say.
  ///
  /// - Parameter circles: the drivers whom both circles leave, where they are known already.
  /// - Precondition: `requests` and `fleet` are there, and the requests unchanged, for as long as the attempt is used.
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

  /// The available drivers of the first two stages: reported within r of the pickup, and with a route point
  /// ahead within r of the destination. In ascending order of id; fills in the two counts of the funnel.
  public mutating func driversOnRoute() -> [DriverIndex] { driversOnRoute(changedSince: .min) }

  /// Those of them who have changed since the window with that number found who had not left.
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

  /// The same drivers in any order, which bounds give them; nil where the circles do not bind.
  private mutating func driversInCircles() -> [DriverIndex]? {
    fleet.terms.insertion.usesRadius ? driversOnRoute(changedSince: .min, isInOrder: false) : nil
  }

  /// The driver, of all who can be asked, into whose plan the request is inserted best, as seen from where
  /// the cars really are; the lower id where two are equally good. Fills in what the funnel knows of it.
  public mutating func bestInsertion() -> Candidate? {
    let found = driversInCircles()
    let best = fleet.inserter.best(inquiry, among: found, in: fleet)
    funnel.boundedOut = best.boundedOut
    funnel.evaluated = best.evaluated
    guard let (driver, result) = best.choice else {
      // Whoever was evaluated had passed both stages.
      if best.evaluated == 0, let stage = emptied(among: found) { funnel[stage] = 0 }
      return nil
    }
    let reported = fleet.searchedReport(of: driver, at: inquiry.time).position
    return Candidate(driver, reported: reported, result, in: fleet)
  }

  /// Returns the stage before the limits at which the last available driver of `found` (nil: of all active ones) dropped out; nil if a driver
  /// passed both, or none was available.
  ///
  /// - Complexity: O(*n*) in the drivers before the first who passes.
  private func emptied(among found: [DriverIndex]?) -> Stage? {
    let fleet = fleet
    var last: Stage?
    for driver in found ?? fleet.active where fleet.isAvailable(driver) && !excluded.contains(driver) {
      guard let obstacle = obstacle(to: driver, in: fleet) else { return nil }
      if last == nil || obstacle == .preferences { last = obstacle }
    }
    return last
  }

  /// Returns the candidates among whom `bestInsertion` is the best, in ascending order of id, as seen from where the cars really are.
  public mutating func insertions() -> [Candidate] {
    fleet.inserter.all(inquiry, among: driversInCircles(), in: fleet).compactMap { driver, result in
      let reported = fleet.searchedReport(of: driver, at: inquiry.time).position
      return Candidate(driver, reported: reported, result, in: fleet)
    }
  }

  /// The straight-line distance from the reported position of `candidate` to the pickup, metres.
  public func distance(to candidate: Candidate) -> Metres {
    fleet.geometry.distance(candidate.reported, inquiry.request.origin.position)
  }

  /// Tells whether `candidate` would be one by a smaller `radius` too: both circles hold.
  public func isWithin(_ radius: Metres, _ candidate: Candidate) -> Bool {
    let report = fleet.searchedReport(of: candidate.driver, at: time)
    return fleet.geometry.isWithin(radius, request.origin.position, report.position)
      && fleet.passes(candidate.driver, near: request.destination.position, after: report, within: radius)
  }

  /// Returns the places where `candidate` and the passenger would meet; nil where nobody walks.
  public func meeting(with candidate: Candidate) -> Meeting? {
    fleet.meeting(of: inquiry, by: candidate.insertion, with: candidate.driver)
  }

  /// A number drawn evenly from 0 ..< `count`, keyed by (request, cycle, attempt): the same each time it is
  /// asked for, and free of what other attempts draw.
  public func draw(below count: Int) -> Int {
    var stream = draws
    return stream.integer(in: 0..<count)
  }

  /// A number of 64 bits drawn evenly, keyed likewise: what a policy outside the program makes its draws of.
  public var draw: UInt64 {
    var stream = draws
    return stream.next()
  }

  private var draws: KeyedGenerator {
    random.stream(.choice, fleet.requestNames.key(of: inquiry.request.id), UInt64(cycle), UInt64(attempt))
  }
}

extension Array where Element: Listed {
  /// Returns the address of the element at `place`, as long as the list is there and unchanged.
  func address(of place: Element.Index) -> UnsafePointer<Element> {
    withUnsafeBufferPointer { list in
      precondition(list.indices.contains(Int(place)), "the place lies in the list")
      guard let first = list.baseAddress else { preconditionFailure("no place lies in an empty list") }
      return first + Int(place)
    }
  }
}
