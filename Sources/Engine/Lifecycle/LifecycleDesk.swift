public import EventKernel
public import Quantities

/// Where a market keeps its appointments with the lifecycle: it schedules its steps there, says what has begun or ended,
/// and writes down what happened.
public struct LifecycleDesk<M: Market & ~Copyable>: ~Copyable {
  public let rules: Rules
  /// What the run leaves behind.
  public var records: LifecycleRecords<M>
  @usableFromInline var kernel: Kernel<Event>
  @usableFromInline var states: [AskState]
  @usableFromInline let recordsEvents: Bool
  @usableFromInline var clock = CallClock()
  /// What keeps the run from its end; nil where nothing does.
  public internal(set) var failure: (any Error)?

  @usableFromInline typealias Event = LifecycleEvent<M.Ask, M.Provider, M.Step>

  @inlinable
  init(asks: Int, rules: Rules, recordsEvents: Bool) {
    self.rules = rules
    self.recordsEvents = recordsEvents
    records = LifecycleRecords(asks: asks)
    kernel = Kernel(horizon: rules.horizon)
    states = Array(repeating: AskState(), count: asks)
  }

  /// The time of what happens now.
  @inlinable public var now: Milliseconds { kernel.now }

  /// Ends the run with `error` before anything else happens; of several the first counts.
  public mutating func fail(_ error: any Error) {
    if failure == nil { failure = error }
  }

  // MARK: - Steps

  /// Schedules a step of the market.
  @inlinable
  @discardableResult
  public mutating func schedule(_ step: M.Step, at time: Milliseconds) -> EventHandle {
    schedule(.step(step), at: time)
  }

  /// Takes back a step that has not been taken.
  @inlinable
  public mutating func cancel(_ handle: EventHandle) { kernel.cancel(handle) }

  @inlinable
  @discardableResult
  mutating func schedule(_ event: Event, at time: Milliseconds) -> EventHandle {
    if time > TooLate.end { return scheduleBeyondEnd(event, at: time) }
    return kernel.schedule(event, at: time, priority: event.priority)
  }

  /// Schedules what no run reaches: a horizon before the end leaves it to wait, without one the run ends with that.
  @usableFromInline
  mutating func scheduleBeyondEnd(_ event: Event, at time: Milliseconds) -> EventHandle {
    if rules.horizon >= TooLate.end { fail(TooLate(now: now, delay: time - now)) }
    return kernel.schedule(event, at: TooLate.end, priority: event.priority)
  }

  // MARK: - Asks

  /// Where `ask` stands.
  @inlinable public func phase(of ask: M.Ask) -> AskPhase { states[Int(ask)].phase }

  /// Who was offered `ask`, or is bound to it; `.none` for nobody.
  @inlinable public func provider(of ask: M.Ask) -> M.Provider {
    M.Provider(rawValue: states[Int(ask)].provider)
  }

  /// The record of the last attempt of `ask`.
  ///
  /// - Precondition: there was one.
  @inlinable public subscript(lastAttemptOf ask: M.Ask) -> M.AttemptRecord {
    get { records.attempts[states[Int(ask)].lastAttempt] }
    _modify { yield &records.attempts[states[Int(ask)].lastAttempt] }
  }

  /// What was agreed for `ask` begins at `time`: nobody waits or cancels any more.
  @inlinable
  public mutating func begin(_ ask: M.Ask, at time: Milliseconds) {
    cancelEvents(of: ask)
    states[Int(ask)].phase = .begun
    records.asks[ask].ended = time
  }

  /// The ask leaves the run.
  @inlinable
  public mutating func end(
    _ ask: M.Ask, _ outcome: M.AskRecord.Outcome, _ cause: M.AskRecord.Cause?, at time: Milliseconds
  ) {
    states[Int(ask)].phase = .ended
    cancelEvents(of: ask)
    records.asks[ask].outcome = outcome
    records.asks[ask].cause = cause
    if records.asks[ask].ended == nil { records.asks[ask].ended = time }
  }

  /// The ask, which has tried, leaves the run with nobody.
  @inlinable
  public mutating func endUnmatched(_ ask: M.Ask, at time: Milliseconds) {
    let wasDeserted = !states[Int(ask)].deserters.isEmpty
    end(ask, wasDeserted ? .cancelledByProvider : .unmatched, self[lastAttemptOf: ask].cause, at: time)
  }

  /// Binds `ask`, which is matched, to another provider; what was agreed begins when it would have.
  @inlinable
  public mutating func rebind(_ ask: M.Ask, to provider: M.Provider) {
    precondition(states[Int(ask)].phase == .matched, "only who is bound is bound to another")
    states[Int(ask)].provider = provider.rawValue
  }

  /// The provider bound to `ask` cancels at `time`: who asks goes back to searching with a new cycle.
  @inlinable
  public mutating func scheduleCancellation(of ask: M.Ask, at time: Milliseconds) {
    if let handle = states[Int(ask)].next { kernel.cancel(handle) }
    states[Int(ask)].next = schedule(.cancellation(ask), at: time)
  }

  /// Who asks leaves at `time` what was agreed, unless it has begun by then.
  @inlinable
  public mutating func scheduleLeaving(of ask: M.Ask, at time: Milliseconds) {
    if let handle = states[Int(ask)].leaving { kernel.cancel(handle) }
    states[Int(ask)].leaving = schedule(.leaving(ask), at: time)
  }

  /// Who asks waits until `time` from now on, and leaves then if nothing has begun; nil waits for ever.
  @inlinable
  public mutating func setPatience(of ask: M.Ask, until time: Milliseconds?) {
    if let handle = states[Int(ask)].patience { kernel.cancel(handle) }
    states[Int(ask)].patience = time.map { schedule(.patience(ask), at: $0) }
  }

  /// Lets `ask`, which is searching, try again at `time` instead of when it would.
  @inlinable
  public mutating func scheduleAttempt(of ask: M.Ask, at time: Milliseconds) {
    precondition(states[Int(ask)].phase == .searching, "only who searches tries again")
    if let handle = states[Int(ask)].next { kernel.cancel(handle) }
    states[Int(ask)].next = schedule(.retry(ask), at: time)
  }

  /// Lets `ask`, which is searching, begin another cycle at `time`.
  @inlinable
  public mutating func scheduleCycle(of ask: M.Ask, at time: Milliseconds) {
    beginCycle(of: ask)
    scheduleAttempt(of: ask, at: time)
  }

  /// Lets `ask`, which had begun and cannot go on without `provider`, search again at `time` with a new cycle.
  @inlinable
  public mutating func resume(_ ask: M.Ask, without provider: M.Provider, at time: Milliseconds) {
    precondition(states[Int(ask)].phase == .begun, "only what has begun is taken up again")
    states[Int(ask)].phase = .searching
    states[Int(ask)].provider = -1
    states[Int(ask)].deserters.append(provider.rawValue)
    scheduleCycle(of: ask, at: time)
  }

  @inlinable
  mutating func beginCycle(of ask: M.Ask) {
    states[Int(ask)].cycle += 1
    states[Int(ask)].attempt = 0
    states[Int(ask)].declined = []
  }

  @inlinable
  mutating func cancelEvents(of ask: M.Ask) {
    if let handle = states[Int(ask)].next { kernel.cancel(handle) }
    if let handle = states[Int(ask)].patience { kernel.cancel(handle) }
    if let handle = states[Int(ask)].leaving { kernel.cancel(handle) }
    states[Int(ask)].next = nil
    states[Int(ask)].patience = nil
    states[Int(ask)].leaving = nil
  }

  /// The providers who are not asked in this cycle.
  @inlinable
  public func excluded(by ask: M.Ask) -> [M.Provider] {
    let place = Int(ask)
    if states[place].declined.isEmpty, states[place].deserters.isEmpty { return [] }
    return (states[place].declined + states[place].deserters).map { M.Provider(rawValue: $0) }
  }

  // MARK: - Decision times

  /// Begins to measure a decision, and gives its beginning.
  @inlinable
  public mutating func beginDecision() -> UInt64 { clock.start() }

  /// Ends the decision that began at `start`, and gives what each of the `count` attempts that were decided in it took on
  /// the wall, nanoseconds; they are written down next.
  @inlinable
  public mutating func endDecision(_ start: UInt64, of count: Int = 1) -> UInt32 {
    let time = clock.stop(start)
    let each = UInt64(max(1, count))
    if time.idle > 0 {
      for attempt in records.attempts.count..<records.attempts.count + count {
        records.heldUp.append(.init(call: attempt, nanoseconds: UInt32(clamping: time.idle / each)))
      }
    }
    return UInt32(clamping: time.wall / each)
  }

  // MARK: - Records

  /// Writes down that something happened, where somebody wants to know.
  @inlinable
  public mutating func note(
    _ kind: M.EventRecord.Kind, provider: M.Provider = .none, ask: M.Ask = .none
  ) {
    guard recordsEvents else { return }
    records.log.append(M.EventRecord(time: kernel.now, kind: kind, provider: provider, ask: ask))
  }
}
