import Quantities
import Travellers

/// A cache of evaluated pairs of a request and a driver who has not departed. As long as neither changes, later windows
/// reuse the result and evaluate only the other pairs.
///
/// Before departure, a driver is reported at the origin, and leaves as late as a pair allows. So the decision time is
/// irrelevant until the driver could leave, and for a candidate until the car has to leave. The departures that satisfy
/// every promise form an interval, and time only cuts off its beginning.
struct KnownPairs: ~Copyable {
  /// The result of evaluating a driver within both circles.
  struct Finding {
    let driver: DriverIndex
    /// The stage that the driver failed; nil for a candidate.
    var failed: Stage?
    /// If a limit was violated: the binding limit, and the driving time that the nearest miss would have added.
    var bindingLimit: Limit?
    var nearestMiss = Milliseconds.never
    /// The last time at which the result is valid.
    var until = Milliseconds.never

    /// Creates the result for a driver who fails the stage `failed`.
    init(driver: DriverIndex, failed: Stage) {
      self.driver = driver
      self.failed = failed
    }

    /// Creates the cached form of `result` for a driver who may leave from `earliest` on.
    @inline(__always)
    init(_ result: InsertionResult, of driver: DriverIndex, leavingFrom earliest: Milliseconds) {
      self.driver = driver
      until = max(earliest, result.departure)
      guard result.best == nil else { return }
      failed = .limits
      (bindingLimit, nearestMiss) = (result.bindingLimit, result.nearestMiss)
    }

    /// Returns a copy that is valid until `time` at the latest.
    func holding(until time: Milliseconds) -> Self {
      var finding = self
      finding.until = min(until, time)
      return finding
    }
  }

  /// The cached results for one request.
  struct Request {
    /// The number of the window in which the request was evaluated, and the window's end, for which its candidates were
    /// computed.
    var window = Int32.min
    var time = Milliseconds.zero
    /// The drivers excluded at that time.
    var excluded: [DriverIndex] = []
    /// The results for drivers who had not departed, in ascending order of id.
    var findings: [Finding] = []
    /// The candidates, including drivers on the road, in ascending order of id.
    var candidates: [Candidate] = []
  }

  /// The maximum number of results cached, some 40 bytes each; requests beyond it are evaluated again.
  private static let most = 1 << 21
  /// The window number for drivers who are on the road or leave at a fixed time: they always count as changed.
  private static let always = Int32.max

  /// Whether results are cached at all.
  let isInUse: Bool
  /// The number of the current window, from 1, and the window in or after which each driver last changed.
  private var window: Int32 = 0
  private var changes: [Int32]
  private var requests: [Request] = []
  /// The requests of the last window, the requests of this window so far, and the number of results cached for them.
  private var lastAsked: [RequestIndex] = []
  private var asked: [RequestIndex] = []
  private var count = 0
  /// The number of drivers considered so far, over all requests, and the number of those with a valid cached result.
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

  /// Returns whether `driver` is unchanged since `window`.
  @inline(__always)
  func isUnchanged(_ driver: DriverIndex, since window: Int32) -> Bool { changes[Int(driver)] < window }

  mutating func beginWindow() { window += 1 }

  /// Discards the results for requests not evaluated in this window.
  mutating func endWindow() {
    for request in lastAsked where requests[Int(request)].window < window { _ = take(request) }
    lastAsked = asked
    asked.removeAll(keepingCapacity: true)
  }

  /// Removes and returns the cached results for the request of `inquiry`.
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

  /// Caches the results of `search` for `inquiry`, as part of this window.
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
