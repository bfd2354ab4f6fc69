import Quantities
import Travellers

/// The pairs of a request and a driver who has not left that earlier windows looked at: as long as neither changes, a later window finds
/// the same, and looks at the others alone.
///
/// A driver at the origin is reported there, and leaves as late as a pair allows. So the time of the question matters to nobody before
/// the driver could leave, and to a candidate not before the car has to: the departures that keep every promise are an interval, of which
/// time takes away the beginning.
struct KnownPairs: ~Copyable {
  /// The outcome of a look at a driver on the route.
  struct Finding {
    let driver: DriverIndex
    /// The stage that the driver did not pass; nil for a candidate.
    var failed: Stage?
    /// Where the limits were that stage, the one that bound, and the driving time that would have been added.
    var bindingLimit: Limit?
    var nearestMiss = Milliseconds.never
    /// The last time at which the same is found.
    var until = Milliseconds.never

    /// Creates the finding of a driver who does not pass `failed`.
    init(driver: DriverIndex, failed: Stage) {
      self.driver = driver
      self.failed = failed
    }

    /// Creates the finding that `result` is, of a driver who may leave from `earliest` on.
    @inline(__always)
    init(_ result: InsertionResult, of driver: DriverIndex, leavingFrom earliest: Milliseconds) {
      self.driver = driver
      until = max(earliest, result.departure)
      guard result.best == nil else { return }
      failed = .limits
      (bindingLimit, nearestMiss) = (result.bindingLimit, result.nearestMiss)
    }

    /// The same finding, which holds until `time` at the latest.
    func holding(until time: Milliseconds) -> Self {
      var finding = self
      finding.until = min(until, time)
      return finding
    }
  }

  /// The findings about one request.
  struct Request {
    /// The number of the window that looked, and its end, from which the times of candidates count.
    var window = Int32.min
    var time = Milliseconds.zero
    /// The drivers who were left out.
    var excluded: [DriverIndex] = []
    /// Those about drivers who had not left, in ascending order of id.
    var findings: [Finding] = []
    /// The candidates, those on the road among them, in the same order.
    var candidates: [Candidate] = []
  }

  /// The most findings that are kept, some 40 bytes each: who asks beyond is looked at anew.
  private static let most = 1 << 21
  /// The window in which a driver is said to change who is on the road, or leaves at a fixed time.
  private static let always = Int32.max

  /// True if pairs are kept at all.
  let isInUse: Bool
  /// The number of the window, from 1, and the one in or behind which each driver changed last.
  private var window: Int32 = 0
  private var changes: [Int32]
  private var requests: [Request] = []
  /// The requests that were asked about in the last window, those of this one until now, and the number of findings about them.
  private var lastAsked: [RequestIndex] = []
  private var asked: [RequestIndex] = []
  private var count = 0
  /// The number of drivers on routes who were looked at, and of those of them who did not need to be.
  private(set) var looks = 0
  private(set) var repeats = 0

  init(drivers: Int, isInUse: Bool) {
    self.isInUse = isInUse
    changes = Array(repeating: Self.always, count: isInUse ? drivers : 0)
  }

  /// Takes note that `driver` has another plan, or can be asked or not.
  mutating func change(_ driver: DriverIndex, isFree: Bool) {
    if isInUse { changes[Int(driver)] = isFree ? window : Self.always }
  }

  /// Tells whether `driver` is as found in the window of that number.
  @inline(__always)
  func isUnchanged(_ driver: DriverIndex, since window: Int32) -> Bool { changes[Int(driver)] < window }

  mutating func beginWindow() { window += 1 }

  /// Forgets the requests that the window did not ask about.
  mutating func endWindow() {
    for request in lastAsked where requests[Int(request)].window < window { _ = take(request) }
    lastAsked = asked
    asked.removeAll(keepingCapacity: true)
  }

  /// Hands out what is known of the request of `inquiry`, of which nothing is known from then on.
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

  /// Takes note of what `search` has found for `inquiry` in this window.
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
