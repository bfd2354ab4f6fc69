public import Quantities
public import Statistics

extension Lifecycle where M: ~Copyable {
  @inlinable
  mutating func attempt(_ ask: M.Ask, at time: Milliseconds) {
    desk.states[Int(ask)].next = nil
    let number = desk.states[Int(ask)].attempt + 1
    if let end = market.gathersUntil(ask, attempt: number, at: time), end > time {
      gather(ask, until: end)
    } else {
      let record = market.decide(call(ask, at: time), &desk)
      conclude(ask, record, at: time)
    }
  }

  /// Counts an attempt of `ask`, and says what it is called with.
  @inlinable
  mutating func call(_ ask: M.Ask, at time: Milliseconds) -> M.Call {
    desk.states[Int(ask)].attempt += 1
    desk.records.asks[ask].attempts += 1
    let cycle = desk.states[Int(ask)].cycle
    // A cycle that who asks does not wait for has no attempt, and does not count.
    desk.records.asks[ask].cycles = cycle
    return AttemptCall(
      ask: ask, cycle: cycle, attempt: desk.states[Int(ask)].attempt, time: time,
      excluded: desk.excluded(by: ask))
  }

  /// Writes an attempt down and acts on it.
  @inlinable
  mutating func conclude(_ ask: M.Ask, _ record: consuming M.AttemptRecord, at time: Milliseconds) {
    let provider = record.provider
    let isHit = provider != .none
    let isProbe = market.isProbe(ask)
    record.outcome =
      isProbe ? (isHit ? .probeHit : .probeMiss) : (isHit ? .inProgress : .noCandidate)
    let cause = record.cause
    desk.states[Int(ask)].lastAttempt = desk.records.attempts.count
    desk.records.attempts.append(record)
    desk.note(.attempt, provider: provider, ask: ask)
    if isProbe {
      desk.end(ask, isHit ? .probeHit : .probeMiss, cause, at: time)
    } else if isHit {
      offer(ask, to: provider, at: time)
    } else if !market.waits(ask, because: cause) {
      goOn(ask, at: time)
    }
  }

  /// Tries again after an attempt failed at `time`, or tells who asks that the cycle is over.
  @inlinable
  mutating func goOn(_ ask: M.Ask, at time: Milliseconds) {
    desk.states[Int(ask)].phase = .searching
    desk.states[Int(ask)].provider = -1
    let rules = desk.rules
    if desk.states[Int(ask)].attempt < market.attempts(of: ask, rules) {
      desk.states[Int(ask)].next = desk.schedule(.retry(ask), at: time + rules.retryInterval)
      return
    }
    desk.note(.notified, ask: ask)
    if market.keeps(ask, at: time, &desk) { return }
    let cycle = desk.states[Int(ask)].cycle
    guard cycle < market.cycles(of: ask, rules), draw(.relaunch, ask, cycle) < rules.relaunchProbability
    else {
      desk.endUnmatched(ask, at: time)
      market.lose(ask, at: time, &desk)
      return
    }
    desk.beginCycle(of: ask)
    desk.states[Int(ask)].next = desk.schedule(.retry(ask), at: time + rules.relaunchDelay)
  }
}

/// Asks that are decided together.
@usableFromInline
struct Gathering<Ask> {
  @usableFromInline let time: Milliseconds
  @usableFromInline var asks: [Ask]

  @inlinable
  init(time: Milliseconds, asks: [Ask]) {
    self.time = time
    self.asks = asks
  }
}

extension Lifecycle where M: ~Copyable {
  @inlinable
  mutating func gather(_ ask: M.Ask, until end: Milliseconds) {
    desk.states[Int(ask)].phase = .gathered
    if let place = gatherings.firstIndex(where: { $0.time == end }) {
      gatherings[place].asks.append(ask)
    } else {
      gatherings.append(Gathering(time: end, asks: [ask]))
      desk.schedule(.decision, at: end)
    }
  }

  /// Decides what was gathered until `time`, but for those who have left meanwhile.
  @inlinable
  mutating func decideGathered(at time: Milliseconds) {
    guard let place = gatherings.firstIndex(where: { $0.time == time }) else { return }
    let asks = gatherings.remove(at: place).asks.filter { desk.states[Int($0)].phase == .gathered }
    guard !asks.isEmpty else { return }
    var calls: [M.Call] = []
    calls.reserveCapacity(asks.count)
    for ask in asks {
      desk.states[Int(ask)].phase = .searching
      calls.append(call(ask, at: time))
    }
    let records = market.decide(together: calls, &desk)
    precondition(records.count == asks.count, "a record for each attempt")
    for (ask, record) in zip(asks, records) { conclude(ask, record, at: time) }
  }
}
