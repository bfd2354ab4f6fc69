public import EventKernel
public import Quantities

/// The market's interface to the lifecycle: it schedules steps, begins and ends requests, and keeps the records.
public struct LifecycleDesk<M: Market & ~Copyable>: ~Copyable {
  public let rules: Rules
  /// The records of the run.
  public var records: LifecycleRecords<M>
  @usableFromInline var kernel: Kernel<Event>
  @usableFromInline var states: RequestStates
  /// The excluded providers, keyed by request index; few requests have any.
  @usableFromInline var refusals: [Int32: Refusals] = [:]
  @usableFromInline let recordsEvents: Bool
  @usableFromInline var clock = CallClock()
  /// The outages of the service; nil if there are none.
  @usableFromInline var outages: Outages?
  /// The error that ends the run early; nil if there is none.
  public internal(set) var failure: (any Error)?

  @usableFromInline typealias Event = LifecycleEvent<M.RequestIndex, M.Provider, M.Step>

  @inlinable
  init(requests: Int, rules: Rules, recordsEvents: Bool) {
    self.rules = rules
    self.recordsEvents = recordsEvents
    records = LifecycleRecords(requests: requests)
    outages = rules.outages.map { Outages($0, random: rules.random) }
    kernel = Kernel(horizon: rules.horizon)
    states = RequestStates(count: requests)
  }

  /// The current simulated time.
  @inlinable public var now: Milliseconds { kernel.now }

  /// Ends the run with `error` before the next event; only the first error counts.
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

  /// Cancels a pending step.
  @inlinable
  public mutating func cancel(_ handle: EventHandle) { kernel.cancel(handle) }

  @inlinable
  @discardableResult
  mutating func schedule(_ event: Event, at time: Milliseconds) -> EventHandle {
    if time > TooLate.end { return scheduleBeyondEnd(event, at: time) }
    return kernel.schedule(event, at: time, priority: event.priority)
  }

  /// Schedules an event beyond the maximum simulated time: it stays pending if the run has an earlier horizon;
  /// otherwise the run ends with an error.
  @usableFromInline
  mutating func scheduleBeyondEnd(_ event: Event, at time: Milliseconds) -> EventHandle {
    if rules.horizon >= TooLate.end { fail(TooLate(now: now, delay: time - now)) }
    return kernel.schedule(event, at: TooLate.end, priority: event.priority)
  }

  // MARK: - Requests

  /// Returns the phase of `request`.
  @inlinable public func phase(of request: M.RequestIndex) -> RequestPhase { states[Int(request)].phase }

  /// Returns whether the service requested by the submitted `request` has neither begun nor ended.
  @inlinable public func isOpen(_ request: M.RequestIndex) -> Bool {
    switch states[Int(request)].phase {
    case .searching, .gathered, .offered, .matched: true
    case .begun, .ended: false
    }
  }

  /// Returns the provider offered to `request`, or matched with it; `.none` if there is none.
  @inlinable public func provider(of request: M.RequestIndex) -> M.Provider {
    M.Provider(rawValue: states[Int(request)].provider)
  }

  /// The record of the last attempt of `request`.
  ///
  /// - Precondition: there was at least one attempt.
  @inlinable public subscript(lastAttemptOf request: M.RequestIndex) -> M.AttemptRecord {
    _read { yield records.attempts[states.lastAttempt(of: Int(request))] }
    _modify { yield &records.attempts[states.lastAttempt(of: Int(request))] }
  }

  /// Records the beginning, at `time`, of the service agreed for `request`: patience and cancellations no
  /// longer apply.
  @inlinable
  public mutating func begin(_ request: M.RequestIndex, at time: Milliseconds) {
    cancelEvents(of: states[Int(request)])
    states[Int(request)].begin()
    records.requests[request].ended = time
  }

  /// Ends the request.
  @inlinable
  public mutating func end(
    _ request: M.RequestIndex, _ outcome: M.RequestRecord.Outcome, _ cause: M.RequestRecord.Cause?,
    at time: Milliseconds
  ) {
    let state = states[Int(request)]
    // A request that is known to have ended may still get another outcome.
    if state.phase != .ended {
      cancelEvents(of: state)
      count(request, state)
      states.end(Int(request))
    }
    records.requests[request].outcome = outcome
    records.requests[request].cause = cause
    if records.requests[request].ended == nil { records.requests[request].ended = time }
  }

  /// Records the number of attempts of `request`, whose state is `state`.
  @inlinable
  mutating func count(_ request: M.RequestIndex, _ state: RequestState) {
    records.requests[request].attempts = state.attempts
    records.requests[request].cycles = state.cycles
  }

  /// Records the number of attempts of requests still open at the end of the run.
  @inlinable
  mutating func countUnended() {
    for place in states.indices where states[place].phase != .ended {
      count(M.RequestIndex(place), states[place])
    }
  }

  /// Ends the request without a match, after its attempts.
  @inlinable
  public mutating func endUnmatched(_ request: M.RequestIndex, at time: Milliseconds) {
    let hasLostProvider =
      states[Int(request)].hasRefusals && refusals[request.rawValue]?.cancelledProviders.isEmpty == false
    end(
      request, hasLostProvider ? .cancelledByProvider : .unmatched, self[lastAttemptOf: request].cause,
      at: time)
  }

  /// Assigns the matched `request` to another provider; the agreed service still begins at the same time.
  @inlinable
  public mutating func rebind(_ request: M.RequestIndex, to provider: M.Provider) {
    precondition(states[Int(request)].phase == .matched, "only who is bound is bound to another")
    states[Int(request)].provider = provider.rawValue
  }

  /// Schedules the cancellation of `request` by its provider at `time`; the request then searches again in a new cycle.
  @inlinable
  public mutating func scheduleCancellation(of request: M.RequestIndex, at time: Milliseconds) {
    if let handle = states[Int(request)].next { kernel.cancel(handle) }
    states[Int(request)].next = schedule(.cancellation(request), at: time)
  }

  /// Schedules the requester's cancellation of the agreed service at `time`, unless the service has begun by then.
  @inlinable
  public mutating func scheduleLeaving(of request: M.RequestIndex, at time: Milliseconds) {
    if let handle = states[Int(request)].leaving { kernel.cancel(handle) }
    states[Int(request)].leaving = schedule(.leaving(request), at: time)
  }

  /// Sets the time at which the requester's patience ends: they leave if the service has not begun by `time`; nil:
  /// never.
  @inlinable
  public mutating func setPatience(of request: M.RequestIndex, until time: Milliseconds?) {
    if let handle = states[Int(request)].patience { kernel.cancel(handle) }
    states[Int(request)].patience = time.map { schedule(.patience(request), at: $0) }
  }

  /// Reschedules the next attempt of `request`, which is searching, to `time`.
  @inlinable
  public mutating func scheduleAttempt(of request: M.RequestIndex, at time: Milliseconds) {
    if isHeld(request, until: time) { return }
    scheduleRetry(of: request, at: time)
    states[Int(request)].isDueByMarket = true
  }

  /// Schedules the requester's next attempt for `request`, which is searching, at `time`.
  @inlinable
  mutating func scheduleRetry(of request: M.RequestIndex, at time: Milliseconds) {
    precondition(states[Int(request)].phase == .searching, "only who searches tries again")
    states[Int(request)].isHeld = false
    if let handle = states[Int(request)].next { kernel.cancel(handle) }
    states[Int(request)].next = schedule(.retry(request), at: time)
  }

  /// Schedules another cycle of `request`, which is searching, at `time`.
  @inlinable
  public mutating func scheduleCycle(of request: M.RequestIndex, at time: Milliseconds) {
    beginCycle(of: request)
    scheduleAttempt(of: request, at: time)
  }

  /// Restarts the search for `request` at `time`, in a new cycle that excludes `provider`; the service had begun but
  /// cannot continue.
  @inlinable
  public mutating func resume(_ request: M.RequestIndex, without provider: M.Provider, at time: Milliseconds)
  {
    precondition(states[Int(request)].phase == .begun, "only what has begun is taken up again")
    states[Int(request)].search()
    takeNote(ofCancelled: provider, request)
    scheduleCycle(of: request, at: time)
  }

  @inlinable
  mutating func beginCycle(of request: M.RequestIndex) {
    states[Int(request)].cycle += 1
    states[Int(request)].attempt = 0
    if states[Int(request)].hasRefusals { refusals[request.rawValue]?.declined = [] }
  }

  /// Excludes `provider`, who declined the offer of `request` or did not answer, for the rest of the cycle.
  @inlinable
  mutating func takeNote(ofDeclined provider: M.Provider, _ request: M.RequestIndex) {
    states[Int(request)].hasRefusals = true
    refusals[request.rawValue, default: Refusals()].declined.append(provider.rawValue)
  }

  /// Permanently excludes `provider`, who cancelled after being matched with `request`.
  @inlinable
  mutating func takeNote(ofCancelled provider: M.Provider, _ request: M.RequestIndex) {
    states[Int(request)].hasRefusals = true
    refusals[request.rawValue, default: Refusals()].cancelledProviders.append(provider.rawValue)
  }

  @inlinable
  mutating func cancelEvents(of state: RequestState) {
    if let handle = state.next { kernel.cancel(handle) }
    if let handle = state.patience { kernel.cancel(handle) }
    if let handle = state.leaving { kernel.cancel(handle) }
  }

  /// Returns the providers excluded from the current cycle of `request`.
  @inlinable
  public func excluded(by request: M.RequestIndex) -> [M.Provider] {
    guard states[Int(request)].hasRefusals, let refusals = refusals[request.rawValue] else { return [] }
    return (refusals.declined + refusals.cancelledProviders).map { M.Provider(rawValue: $0) }
  }

  // MARK: - Decision times

  /// Starts the measurement of a decision, and returns its start time.
  @inlinable
  @inline(__always)
  public mutating func beginDecision() -> UInt64 { clock.start() }

  /// Ends the measurement of the decision that began at `start`, and returns the wall-clock time of each of its `count`
  /// attempts, in nanoseconds; the records of these attempts are added next.
  @inlinable
  @inline(__always)
  public mutating func endDecision(_ start: UInt64, of count: Int = 1) -> UInt32 {
    let time = clock.stop(start)
    if time.idle > 0 { noteHeldUp(time.idle, in: count) }
    return UInt32(clamping: count > 1 ? time.wall / UInt64(count) : time.wall)
  }

  /// Records that the thread was preempted in a decision of `count` attempts, whose records are added next.
  @usableFromInline
  @inline(never)
  mutating func noteHeldUp(_ nanoseconds: UInt64, in count: Int) {
    let each = UInt32(clamping: nanoseconds / UInt64(max(1, count)))
    for attempt in records.attempts.count..<records.attempts.count + count {
      records.heldUp.append(.init(call: attempt, nanoseconds: each))
    }
  }

  // MARK: - Records

  /// Records an event, if events are recorded.
  @inlinable
  public mutating func note(
    _ kind: M.EventRecord.Kind, provider: M.Provider = .none, request: M.RequestIndex = .none
  ) {
    guard recordsEvents else { return }
    records.log.append(M.EventRecord(time: kernel.now, kind: kind, provider: provider, request: request))
  }
}

/// The records of a market's lifecycle.
public struct LifecycleRecords<M: Market & ~Copyable>: Sendable {
  /// One record for each request of the input.
  public var requests: [M.RequestRecord]
  /// The attempts in the order of decision.
  public var attempts: [M.AttemptRecord] = []
  /// The attempts with less processor time than wall-clock time, by index in `attempts`.
  public var heldUp: [CallTimes.HeldUp] = []
  /// The events, in order; empty unless recorded.
  public var log: [M.EventRecord] = []
  /// The end of the run: the last event, or the horizon.
  public var end: Milliseconds = .zero
  /// The outages of the service; nil for a run without outages.
  public var outages: OutageRecords?
  /// The numbers of events scheduled, fired, cancelled and pending.
  public var eventCounts = EventCounts()

  @inlinable
  init(requests count: Int) {
    requests = []
    requests.reserveLargePages(for: count)
    requests.append(contentsOf: repeatElement(M.RequestRecord(), count: count))
  }
}
