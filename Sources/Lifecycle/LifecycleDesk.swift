public import EventKernel
public import Quantities

/// Where a market keeps its appointments with the lifecycle: it schedules its steps there, says what has begun or ended,
/// and writes down what happened.
public struct LifecycleDesk<M: Market & ~Copyable>: ~Copyable {
  public let rules: Rules
  /// What the run leaves behind.
  public var records: LifecycleRecords<M>
  @usableFromInline var kernel: Kernel<LifecycleEvent<M>>
  @usableFromInline var states: [AskState<M.Ask, M.Provider>]
  @usableFromInline let recordsEvents: Bool

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
  mutating func schedule(_ event: LifecycleEvent<M>, at time: Milliseconds) -> EventHandle {
    kernel.schedule(event, at: time, priority: event.priority)
  }

  // MARK: - Asks

  /// Where `ask` stands.
  @inlinable public func phase(of ask: M.Ask) -> AskPhase { states[ask].phase }

  /// Who was offered `ask`, or is bound to it; `.none` for nobody.
  @inlinable public func provider(of ask: M.Ask) -> M.Provider { states[ask].provider }

  /// The cycle that `ask` is in, from 1.
  @inlinable public func cycle(of ask: M.Ask) -> Int32 { states[ask].cycle }

  /// The providers who are not asked for `ask` in this cycle.
  @inlinable public func excluded(of ask: M.Ask) -> [M.Provider] { states[ask].excluded }

  /// The record of the last attempt of `ask`.
  ///
  /// - Precondition: there was one.
  @inlinable public subscript(lastAttemptOf ask: M.Ask) -> M.AttemptRecord {
    get { records.attempts[states[ask].lastAttempt] }
    _modify { yield &records.attempts[states[ask].lastAttempt] }
  }

  /// What was agreed for `ask` begins at `time`: nobody waits or cancels any more.
  @inlinable
  public mutating func begin(_ ask: M.Ask, at time: Milliseconds) {
    cancelEvents(of: ask)
    states[ask].phase = .begun
    records.asks[ask].ended = time
  }

  /// The ask leaves the run.
  @inlinable
  public mutating func end(
    _ ask: M.Ask, _ outcome: M.AskRecord.Outcome, _ cause: M.AskRecord.Cause?, at time: Milliseconds
  ) {
    states[ask].phase = .ended
    cancelEvents(of: ask)
    records.asks[ask].outcome = outcome
    records.asks[ask].cause = cause
    if records.asks[ask].ended == nil { records.asks[ask].ended = time }
  }

  /// The provider bound to `ask` cancels at `time`: who asks goes back to searching with a new cycle.
  @inlinable
  public mutating func scheduleCancellation(of ask: M.Ask, at time: Milliseconds) {
    if let handle = states[ask].next { kernel.cancel(handle) }
    states[ask].next = schedule(.cancellation(ask), at: time)
  }

  /// Who asks leaves at `time` what was agreed, unless it has begun by then.
  @inlinable
  public mutating func scheduleLeaving(of ask: M.Ask, at time: Milliseconds) {
    if let handle = states[ask].leaving { kernel.cancel(handle) }
    states[ask].leaving = schedule(.leaving(ask), at: time)
  }

  /// Who asks waits until `time`, whatever their patience was; nil if they wait for as long as it takes.
  @inlinable
  public mutating func setPatience(of ask: M.Ask, until time: Milliseconds?) {
    if let handle = states[ask].patience { kernel.cancel(handle) }
    states[ask].patience = time.map { schedule(.patience(ask), at: $0) }
  }

  /// Lets `ask`, which is searching, try again at `time` instead of when it would.
  @inlinable
  public mutating func scheduleAttempt(of ask: M.Ask, at time: Milliseconds) {
    precondition(states[ask].phase == .searching, "only who searches tries again")
    if let handle = states[ask].next { kernel.cancel(handle) }
    states[ask].next = schedule(.retry(ask), at: time)
  }

  @inlinable
  mutating func cancelEvents(of ask: M.Ask) {
    if let handle = states[ask].next { kernel.cancel(handle) }
    if let handle = states[ask].patience { kernel.cancel(handle) }
    if let handle = states[ask].leaving { kernel.cancel(handle) }
    states[ask].next = nil
    states[ask].patience = nil
    states[ask].leaving = nil
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
