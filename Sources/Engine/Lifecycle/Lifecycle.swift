public import EventKernel
public import Quantities
public import Statistics

/// A run of a market, from the submission of its requests to their end.
///
/// A run is serial, and depends only on the market and the rules. Events in the same millisecond have a fixed
/// order: the market's steps, arrivals of providers, answers, providers' cancellations, leaving requesters,
/// attempts, and gathered attempts; ties are in the order of scheduling.
public struct Lifecycle<M: Market & ~Copyable>: ~Copyable {
  public var market: M
  public var desk: LifecycleDesk<M>
  /// The providers whose arrival is an event, in order of arrival, and the number of arrivals so far.
  @usableFromInline let arrivals: [M.Provider]
  @usableFromInline var arrived = 0
  /// The participating requests, and the number of submissions so far.
  @usableFromInline let submissions: [M.RequestIndex]
  @usableFromInline var submitted = 0
  /// The gathered requests, by decision time.
  @usableFromInline var gatherings: [Gathering<M.RequestIndex>] = []
  /// A closure called periodically with the share of requests submitted (0 … 1) and the number of events so far.
  public var progress: ((Double, Int64) -> Void)?

  /// Creates a run of `market`, not yet started.
  ///
  /// - Parameter recordsEvents: whether individual events are recorded.
  @inlinable
  public init(_ market: consuming M, rules: Rules, recordsEvents: Bool = false) {
    let (requests, providers) = (market.requestCount, market.providerCount)
    var desk = LifecycleDesk<M>(requests: requests, rules: rules, recordsEvents: recordsEvents)
    var comings: [TimedPlace] = []
    for place in 0..<providers {
      if let time = market.arrival(of: M.Provider(place)) { comings.append(TimedPlace(place, at: time)) }
    }
    comings.sortByTime()
    arrivals = comings.map { M.Provider(rawValue: $0.place) }
    var beginnings: [TimedPlace] = []
    beginnings.reserveCapacity(requests)
    for request in (0..<requests).lazy.map({ M.RequestIndex($0) }) {
      if let cause = market.refusal(of: request) {
        desk.records.requests[request].outcome = .refusedInput
        desk.records.requests[request].cause = cause
      } else {
        beginnings.append(TimedPlace(Int(request), at: market.submission(of: request)))
      }
    }
    beginnings.sortByTime()
    submissions = beginnings.map { M.RequestIndex(rawValue: $0.place) }
    // Most unmatched requests use all attempts in each cycle; memory that is never touched costs nothing.
    let cycles = rules.maxCycles > 1 ? min(2, 1 / (1 - rules.relaunchProbability)) : 1
    desk.records.attempts.reserveLargePages(
      for: Int(Double(submissions.count) * Double(min(rules.attempts, 4)) * cycles))
    self.desk = desk
    self.market = market
  }

  /// Runs until no events are left or the horizon is reached.
  ///
  /// - Throws: `LostEvents` if an event was lost, which is a program fault; otherwise the market's error.
  @inlinable
  public mutating func run() throws {
    market.open(&desk)
    scheduleNextArrival()
    scheduleNextSubmission()
    var countdown = Self.eventsPerReport
    while desk.failure == nil, let (time, event) = desk.kernel.next() {
      // The state of requests that retry, are answered or leave was last accessed long ago.
      switch desk.kernel.peek(ahead: 1) {
      case .retry(let request):
        prefetch(request)
        market.prefetch(.attempt(request))
      case .answer(let request), .patience(let request), .leaving(let request): prefetch(request)
      case .step(let step): market.prefetch(.step(step))
      case .arrival, .cancellation, .submission, .resumption, .decision, nil: break
      }
      switch event {
      case .step(let step): market.take(step, at: time, &desk)
      case .arrival(let provider): welcome(provider, at: time)
      case .answer(let request): answer(request, at: time)
      case .cancellation(let request): cancelByProvider(request, at: time)
      case .patience(let request): losePatience(request, at: time)
      case .leaving(let request): callOff(request, at: time)
      case .submission(let request): submit(request, at: time)
      case .retry(let request):
        // The data of the request is fetched from memory in parallel, instead of serially.
        prefetch(request)
        attempt(request, at: time)
      case .resumption(let request): resume(request, at: time)
      case .decision: decideGathered(at: time)
      }
      countdown -= 1
      if countdown == 0 {
        countdown = Self.eventsPerReport
        reportProgress()
      }
    }
    if let failure = desk.failure { throw failure }
    reportProgress()
    desk.records.end = desk.rules.horizon == .never ? desk.now : desk.rules.horizon
    desk.countUnended()
    desk.records.outages = desk.outages?.records(until: desk.records.end)
    market.close(at: desk.records.end, &desk)
    desk.records.eventCounts = try desk.kernel.audit()
  }

  @inlinable static var eventsPerReport: Int { 4096 }

  @usableFromInline
  func reportProgress() {
    guard let progress else { return }
    progress(
      Double(submitted) / Double(max(1, submissions.count)), Int64(desk.kernel.counts.executed))
  }

  // MARK: - Arrivals of the input

  /// Schedules the next submission: requests and providers are scheduled one by one, so that few events are
  /// pending.
  @inlinable
  mutating func scheduleNextSubmission() {
    guard submitted < submissions.count else { return }
    let request = submissions[submitted]
    submitted += 1
    // Requests are not submitted in storage order: without prefetching, each would wait for its cache lines.
    if submitted + Self.prefetched < submissions.count {
      prefetch(submissions[submitted + Self.prefetched])
      market.prefetch(.attempt(submissions[submitted + Self.prefetched]))
    }
    desk.schedule(.submission(request), at: max(.zero, market.submission(of: request)))
  }

  @inlinable
  mutating func scheduleNextArrival() {
    guard arrived < arrivals.count else { return }
    let provider = arrivals[arrived]
    arrived += 1
    desk.schedule(.arrival(provider), at: max(.zero, market.arrival(of: provider) ?? .zero))
  }

  @inlinable
  mutating func welcome(_ provider: M.Provider, at time: Milliseconds) {
    market.welcome(provider, at: time, &desk)
    scheduleNextArrival()
  }

  @inlinable
  mutating func submit(_ request: M.RequestIndex, at time: Milliseconds) {
    desk.note(.submitted, request: request)
    let patience = market.patience(of: request)
    if patience != .never, !market.isProbe(request) {
      let end = market.submission(of: request).saturatingAdd(patience)
      desk.states[Int(request)].patience = desk.schedule(.patience(request), at: max(time, end))
    }
    switch market.receive(request, at: time, &desk) {
    case .now: attempt(request, at: time)
    case .later(let arrival): desk.scheduleRetry(of: request, at: arrival)
    case .over: break
    }
    scheduleNextSubmission()
  }

  /// Returns a draw in 0 ..< 1 keyed by `request`, its cycle and, if given, a provider.
  @inlinable
  func draw(_ purpose: Purpose, _ request: M.RequestIndex, _ cycle: Int32, provider: M.Provider = .none)
    -> Double
  {
    let providerKey = provider == .none ? 0 : market.key(of: provider)
    var stream = desk.rules.random.stream(purpose, market.key(of: request), providerKey, UInt64(cycle))
    return stream.uniform()
  }
}

extension Lifecycle where M: ~Copyable {
  /// Processes the provider's answer: a decline, or an acceptance that the market commits if still possible.
  @inlinable
  mutating func answer(_ request: M.RequestIndex, at time: Milliseconds) {
    let provider = desk.provider(of: request)
    desk.states[Int(request)].next = nil
    if let silence = market.silence(of: provider, to: request) {
      desk.takeNote(ofDeclined: provider, request)
      fail(request, .silent, silence.outcome, silence.cause, at: time)
      return
    }
    desk[lastAttemptOf: request].answered = time
    if saysNo(provider, to: request) {
      fail(request, .declined, .declined, .declined, at: time)
      return
    }
    if let companion = market.companion(of: request), saysNo(companion, to: request) {
      fail(request, .declined, .declined, .declined, by: companion, at: time)
      return
    }
    switch market.commit(request, to: provider, at: time, &desk) {
    case .lapsed(let cause): fail(request, .lapsed, .lapsed, cause, at: time)
    case .kept(let span): match(request, span: span, at: time)
    }
  }

  /// Draws whether `provider` declines the offer of `request`; a provider who declines is excluded for the rest of the
  /// cycle.
  @inlinable
  mutating func saysNo(_ provider: M.Provider, to request: M.RequestIndex) -> Bool {
    let probability = market.declineProbability(of: provider, to: request, desk.rules)
    guard probability > 0,
      draw(.response, request, desk.states[Int(request)].cycle, provider: provider) < probability
    else { return false }
    desk.takeNote(ofDeclined: provider, request)
    return true
  }
}
