public import Quantities

extension Lifecycle where M: ~Copyable {
  /// Holds or fails the attempt of `request` that is due at `time`, if the service is out; returns whether it is.
  @inlinable
  mutating func meetsOutage(_ request: M.RequestIndex, at time: Milliseconds) -> Bool {
    guard let outage = desk.outages?.outage(at: time), let calls = desk.outages?.rules.calls else {
      return false
    }
    let place = Int(request)
    // An attempt that the service makes by itself, such as one from a waiting list, is not lost: there was no call.
    let isLost = calls == .lost && !desk.states[place].isDueByMarket && desk.states[place].phase == .searching
    desk.note(.outage, request: request)
    desk.outages?.add(OutageCall(request: request.rawValue, time: time, outage: outage, isLost: isLost))
    if isLost {
      conclude(request, market.miss(call(request, at: time), because: .outage, &desk), at: time)
    } else if desk.states[place].phase == .searching {
      desk.states[place].isHeld = true
      desk.states[place].next = desk.schedule(.resumption(request), at: outage.upperBound)
    }
    return true
  }

  /// Attempts what an outage has held.
  @inlinable
  mutating func resume(_ request: M.RequestIndex, at time: Milliseconds) {
    desk.states[Int(request)].isHeld = false
    attempt(request, at: time)
  }

  /// Postpones the decision on `requests`, which were gathered until `time`, to the end of the outage; returns false while the
  /// service runs.
  @inlinable
  mutating func postpones(_ requests: [M.RequestIndex], at time: Milliseconds) -> Bool {
    guard let outage = desk.outages?.outage(at: time) else { return false }
    for request in requests {
      _ = meetsOutage(request, at: time)
      gather(request, until: outage.upperBound)
    }
    return true
  }
}

extension Outages {
  @usableFromInline
  mutating func add(_ call: OutageCall) { calls.append(call) }
}

extension LifecycleDesk where M: ~Copyable {
  /// Whether an outage holds the attempt of `request` until its end, which is not before `time`.
  @inlinable
  mutating func isHeld(_ request: M.RequestIndex, until time: Milliseconds) -> Bool {
    let now = now
    guard states[Int(request)].isHeld, let outage = outages?.outage(at: now) else { return false }
    return time <= outage.upperBound
  }
}
