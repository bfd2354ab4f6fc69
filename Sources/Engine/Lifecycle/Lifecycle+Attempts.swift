public import Quantities
import Statistics

extension Lifecycle where M: ~Copyable {
  @inlinable
  mutating func attempt(_ request: M.RequestIndex, at time: Milliseconds) {
    desk.states[Int(request)].next = nil
    if let end = market.isBusyUntil(request, at: time), end > time {
      return desk.scheduleAttempt(of: request, at: end)
    }
    if desk.outages != nil, meetsOutage(request, at: time) { return }
    desk.states[Int(request)].isDueByMarket = false
    let number = desk.states[Int(request)].attempt + 1
    let end = market.gathersUntil(request, attempt: number, at: time)
    if let end, end > time {
      gather(request, until: end)
    } else if end != nil, desk.outages != nil, gatherings.contains(where: { $0.time == time }) {
      // The decision that this attempt would have been part of was postponed to now.
      gather(request, until: time)
    } else {
      conclude(request, market.decide(call(request, at: time), &desk), at: time)
    }
  }

  /// Counts a new attempt of `request`, and returns the arguments of its decision.
  @inlinable
  mutating func call(_ request: M.RequestIndex, at time: Milliseconds) -> M.Call {
    let (cycle, attempt, hasRefusals) = desk.states[Int(request)].countAttempt()
    return AttemptCall(
      request: request, cycle: cycle, attempt: attempt, time: time,
      excluded: hasRefusals ? desk.excluded(by: request) : [])
  }

  /// Records an attempt and acts on its outcome.
  @inlinable
  mutating func conclude(
    _ request: M.RequestIndex, _ record: consuming M.AttemptRecord, at time: Milliseconds
  ) {
    let provider = record.provider
    let isHit = provider != .none
    let isProbe = market.isProbe(request)
    record.outcome =
      isProbe ? (isHit ? .probeHit : .probeMiss) : (isHit ? .inProgress : .noCandidate)
    let cause = record.cause
    desk.states[Int(request)].lastAttempt = Int32(desk.records.attempts.count)
    desk.records.attempts.append(record)
    desk.note(.attempt, provider: provider, request: request)
    if isProbe {
      desk.end(request, isHit ? .probeHit : .probeMiss, cause, at: time)
    } else if isHit {
      propose(provider, to: request, at: time)
    } else if !market.waits(request, because: cause) {
      retryOrEnd(request, at: time)
    }
  }

  /// Schedules a retry after an attempt that failed at `time`, or ends the cycle and notifies the requester.
  @inlinable
  mutating func retryOrEnd(_ request: M.RequestIndex, at time: Milliseconds) {
    let attempt = desk.states[Int(request)].search()
    if attempt < market.attempts(of: request, desk.rules) {
      desk.states[Int(request)].next = desk.schedule(.retry(request), at: time + desk.rules.retryInterval)
      return
    }
    desk.note(.notified, request: request)
    if market.keeps(request, at: time, &desk) { return }
    let cycle = desk.states[Int(request)].cycle
    guard cycle < market.cycles(of: request, desk.rules), desk.rules.relaunchProbability > 0,
      draw(.relaunch, request, cycle) < desk.rules.relaunchProbability
    else {
      desk.endUnmatched(request, at: time)
      market.lose(request, at: time, &desk)
      return
    }
    desk.beginCycle(of: request)
    desk.states[Int(request)].next = desk.schedule(.retry(request), at: time + desk.rules.relaunchDelay)
  }
}

/// Requests to be decided together.
@usableFromInline
struct Gathering<RequestIndex> {
  @usableFromInline let time: Milliseconds
  @usableFromInline var requests: [RequestIndex]

  @inlinable
  init(time: Milliseconds, requests: [RequestIndex]) {
    self.time = time
    self.requests = requests
  }
}

extension Lifecycle where M: ~Copyable {
  @inlinable
  mutating func gather(_ request: M.RequestIndex, until end: Milliseconds) {
    desk.states[Int(request)].phase = .gathered
    if let place = gatherings.firstIndex(where: { $0.time == end }) {
      gatherings[place].requests.append(request)
    } else {
      gatherings.append(Gathering(time: end, requests: [request]))
      desk.schedule(.decision, at: end)
    }
  }

  /// Decides the requests gathered until `time`, except those that have left in the meantime.
  @inlinable
  mutating func decideGathered(at time: Milliseconds) {
    guard let place = gatherings.firstIndex(where: { $0.time == time }) else { return }
    let gathered = gatherings.remove(at: place).requests.filter { desk.states[Int($0)].phase == .gathered }
    if desk.outages != nil, postpones(gathered, at: time) { return }
    let (requests, others) = market.due(gathered, at: time, &desk)
    for request in others {
      let number = desk.states[Int(request)].attempt + 1
      guard let end = market.gathersUntil(request, attempt: number, at: time), end > time else {
        preconditionFailure("what is not due is gathered until later")
      }
      gather(request, until: end)
    }
    guard !requests.isEmpty else { return }
    var calls: [M.Call] = []
    calls.reserveCapacity(requests.count)
    for request in requests {
      desk.states[Int(request)].phase = .searching
      calls.append(call(request, at: time))
    }
    let records = market.decide(together: calls, &desk)
    precondition(records.count == requests.count, "a record for each attempt")
    for (place, request) in requests.enumerated() { conclude(request, records[place], at: time) }
  }
}
