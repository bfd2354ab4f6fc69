public import EventKernel
public import Quantities
public import Statistics

/// One run of a market: its asks from their submission to their end.
///
/// A run is serial, and a function of the market and the rules alone. What happens in one millisecond happens in one
/// order: the market's steps, providers who come, answers, providers who cancel, those who leave, attempts, and attempts
/// that were gathered; equals in the order in which they were scheduled.
public struct Lifecycle<M: Market & ~Copyable>: ~Copyable {
  public var market: M
  public var desk: LifecycleDesk<M>
  /// The providers whose coming is an event, in the order in which they come; and how many have come.
  @usableFromInline let arrivals: [M.Provider]
  @usableFromInline var arrived = 0
  /// The asks that take part, likewise.
  @usableFromInline let submissions: [M.Ask]
  @usableFromInline var submitted = 0
  /// The asks that are gathered, by the time at which they are decided.
  @usableFromInline var gatherings: [Gathering<M.Ask>] = []
  /// Called now and then with the share of asks that were submitted (0 … 1) and the events so far.
  public var progress: ((Double, Int64) -> Void)?

  /// Creates a run of `market` that has not begun.
  ///
  /// - Parameter recordsEvents: whether what happens is written down one by one.
  @inlinable
  public init(_ market: consuming M, rules: Rules, recordsEvents: Bool = false) {
    let (asks, providers) = (market.askCount, market.providerCount)
    var desk = LifecycleDesk<M>(asks: asks, rules: rules, recordsEvents: recordsEvents)
    var comings: [(M.Provider, Milliseconds)] = []
    for provider in (0..<providers).lazy.map({ M.Provider($0) }) {
      if let time = market.arrival(of: provider) { comings.append((provider, time)) }
    }
    arrivals = Self.sorted(comings)
    var beginnings: [(M.Ask, Milliseconds)] = []
    beginnings.reserveCapacity(asks)
    for ask in (0..<asks).lazy.map({ M.Ask($0) }) {
      if let cause = market.refusal(of: ask) {
        desk.records.asks[ask].outcome = .refusedInput
        desk.records.asks[ask].cause = cause
      } else {
        beginnings.append((ask, market.submission(of: ask)))
      }
    }
    submissions = Self.sorted(beginnings)
    // Most asks that are not matched use up their attempts; what is not touched costs nothing.
    desk.records.attempts.reserveCapacity(submissions.count * Int(min(rules.attempts, 4)))
    self.desk = desk
    self.market = market
  }

  /// The places, which ascend, in the order of their times; equal times keep their order.
  @inlinable
  static func sorted<Index: ListIndex>(_ list: [(Index, Milliseconds)]) -> [Index] {
    // Time and place in one word: sorting does not look the times up again and again.
    var keys = list.map { Int128($0.1.rawValue) << 32 | Int128($0.0.rawValue) }
    keys.sort()
    return keys.map { Index(rawValue: Int32(truncatingIfNeeded: $0)) }
  }

  /// Runs until nothing is left to happen, or to the horizon.
  ///
  /// - Throws: `LostEvents` if an event was lost, which is a fault of the program; else what the market failed with.
  @inlinable
  public mutating func run() throws {
    market.open(&desk)
    scheduleNextArrival()
    scheduleNextSubmission()
    var countdown = Self.eventsPerReport
    while desk.failure == nil, let (time, event) = desk.kernel.next() {
      // Who tries again soon was last looked at long ago.
      if case .retry(let ask) = desk.kernel.glimpse(ahead: 1) { foresee(ask) }
      switch event {
      case .step(let step): market.take(step, at: time, &desk)
      case .arrival(let provider): welcome(provider, at: time)
      case .answer(let ask): answer(ask, at: time)
      case .cancellation(let ask): cancelByProvider(ask, at: time)
      case .patience(let ask): losePatience(ask, at: time)
      case .leaving(let ask): callOff(ask, at: time)
      case .submission(let ask): submit(ask, at: time)
      case .retry(let ask):
        // What is kept of the ask comes from memory all at once, and not one after the other.
        foresee(ask)
        attempt(ask, at: time)
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

  /// Asks and providers come one by one, so that few events wait.
  @inlinable
  mutating func scheduleNextSubmission() {
    guard submitted < submissions.count else { return }
    let ask = submissions[submitted]
    submitted += 1
    // Asks are submitted in another order than they stand in: their lines would have to be waited for, one by one.
    if submitted + Self.foreseen < submissions.count { foresee(submissions[submitted + Self.foreseen]) }
    desk.schedule(.submission(ask), at: max(.zero, market.submission(of: ask)))
  }

  /// So many submissions ahead, what is kept of an ask is fetched.
  @inlinable static var foreseen: Int { 3 }

  @inlinable
  func foresee(_ ask: M.Ask) {
    market.foresee(ask)
    Memory.fetch(desk.states, at: Int(ask))
    Memory.fetch(desk.records.asks, at: Int(ask))
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
  mutating func submit(_ ask: M.Ask, at time: Milliseconds) {
    desk.note(.submitted, ask: ask)
    let patience = market.patience(of: ask)
    if patience != .never, !market.isProbe(ask) {
      let end = market.submission(of: ask).saturatingAdd(patience)
      desk.states[Int(ask)].patience = desk.schedule(.patience(ask), at: max(time, end))
    }
    switch market.receive(ask, at: time, &desk) {
    case .now: attempt(ask, at: time)
    case .later(let arrival): desk.scheduleAttempt(of: ask, at: arrival)
    case .over: break
    }
    scheduleNextSubmission()
  }

  /// A draw in 0 ..< 1 that belongs to `ask`, its cycle and, where there is one, a provider.
  @inlinable
  func draw(_ purpose: Purpose, _ ask: M.Ask, _ cycle: Int32, provider: M.Provider = .none) -> Double {
    let providerKey = provider == .none ? 0 : market.key(of: provider)
    var stream = desk.rules.random.stream(purpose, market.key(of: ask), providerKey, UInt64(cycle))
    return stream.uniform()
  }
}
