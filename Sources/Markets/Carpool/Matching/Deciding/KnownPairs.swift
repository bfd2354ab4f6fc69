import Quantities
import Travellers

/// Pairs of a request and a driver who has not departed, evaluated in earlier windows: as long as neither changes,
/// later windows reuse the result and evaluate only the other pairs.
///
/// A driver at the origin is reported there, and leaves as late as a pair allows. So the decision time is irrelevant
/// until the driver could leave, and for a candidate until the car has to leave: the departures that satisfy every
/// promise form an interval, of which only the beginning is lost as time passes.
struct KnownPairs: ~Copyable {
  /// The result of evaluating a driver on the route.
  struct Finding {
    let driver: DriverIndex
    /// The stage that the driver failed; nil for a candidate.
    var failed: Stage?
    /// If a limit was violated, the binding limit, and the driving time that would have been added.
    var bindingLimit: Limit?
    var nearestMiss = Milliseconds.never
    /// The last time at which the finding holds.
    var until = Milliseconds.never

    /// Creates the finding of a driver who fails the stage `failed`.
    init(driver: DriverIndex, failed: Stage) {
      self.driver = driver
      self.failed = failed
    }

    /// Creates the finding of `result` for a driver who may leave from `earliest` on.
    @inline(__always)
    init(_ result: InsertionResult, of driver: DriverIndex, leavingFrom earliest: Milliseconds) {
      self.driver = driver
      until = max(earliest, result.departure)
      guard result.best == nil else { return }
      failed = .limits
      (bindingLimit, nearestMiss) = (result.bindingLimit, result.nearestMiss)
    }

    /// Returns the same finding, valid until `time` at the latest.
    func holding(until time: Milliseconds) -> Self {
      var finding = self
      finding.until = min(until, time)
      return finding
    }
  }

  /// The findings about one request.
  struct Request {
    /// The number of the window of the search, and the end of that window: the reference time of the candidates.
    var window = Int32.min
    var time = Milliseconds.zero
    /// The excluded drivers.
    var excluded: [DriverIndex] = []
    /// The findings about drivers before departure, in ascending order of id.
    var findings: [Finding] = []
    /// The candidates, including drivers on the road, in the same order.
    var candidates: [Candidate] = []
  }

  /// The maximum number of findings kept, some 40 bytes each; further requests are evaluated again.
  private static let most = 1 << 21
  /// The window number of a driver who is on the road or leaves at a fixed time: always changed.
  private static let always = Int32.max

  /// Whether pairs are kept at all.
  let isInUse: Bool
  /// The number of the window, from 1, and the window in or after which each driver last changed.
  private var window: Int32 = 0
  private var changes: [Int32]
  private var requests: [Request] = []
  /// The requests of the last window, those of this window so far, and the number of findings about them.
  private var lastAsked: [RequestIndex] = []
  private var asked: [RequestIndex] = []
  private var count = 0
  /// The number of drivers on routes considered so far, and the number of those with a valid finding.
  private(set) var looks = 0
  private(set) var repeats = 0

  init(drivers: Int, isInUse: Bool) {
    self.isInUse = isInUse
    changes = Array(repeating: Self.always, count: isInUse ? drivers : 0)
  }

  /// Records that the plan or the availability of `driver` has changed.
  mutating func change(_ driver: DriverIndex, isFree: Bool) {
    if isInUse { changes[Int(driver)] = isFree ? window : Self.always }
  }

  /// Returns whether `driver` has not changed since the given window.
  @inline(__always)
  func isUnchanged(_ driver: DriverIndex, since window: Int32) -> Bool { changes[Int(driver)] < window }

  mutating func beginWindow() { window += 1 }

  /// Discards the requests not searched for in this window.
  mutating func endWindow() {
    for request in lastAsked where requests[Int(request)].window < window { _ = take(request) }
    lastAsked = asked
    asked.removeAll(keepingCapacity: true)
  }

  /// Removes and returns the findings about the request of `inquiry`.
  mutating func take(_ inquiry: borrowing Inquiry) -> Request {
    let known = take(inquiry.index)
    return known.excluded == inquiry.excluded ? known : Request()
  }

  private mutating func take(_ request: RequestIndex) -> Request {
    while requests.count <= Int(request) { requests.append(Request()) }
    var known = Request()
    swap(&known, &requests[Int(request)])
    count -= known.findings.count
    return known
  }

  /// Records the findings of `search` for `inquiry` in this window.
  mutating func add(_ search: borrowing CandidateSearch, for inquiry: borrowing Inquiry) {
    looks += search.looks
    repeats += search.repeats
    guard count + search.findings.count <= Self.most else { return }
    count += search.findings.count
    asked.append(inquiry.index)
    requests[Int(inquiry.index)] = Request(
      window: window, time: inquiry.time, excluded: inquiry.excluded, findings: search.findings,
      candidates: search.candidates)
  }
}
