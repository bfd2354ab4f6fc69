public import Quantities
public import Statistics

/// The rules for outages of the service: their times, and the treatment of attempts due during an outage.
public struct OutageRules: Hashable, Sendable {
  /// The times of the outages.
  public enum Times: Hashable, Sendable {
    /// Outages at fixed times, in order; the upper bounds are excluded.
    case windows([Range<Milliseconds>])
    /// Random outages, with the laws of the time from a repair to the next failure, and of the repair time, in seconds.
    case drawn(between: Law, repair: Law)
  }

  /// What happens to an attempt that is due during an outage; the raw value is the name in scenarios.
  public enum Calls: String, CaseIterable, Sendable {
    /// The attempt is made when the outage ends, in the order in which attempts were due.
    case wait
    /// The attempt fails, and the requester retries or gives up as after any failed attempt.
    case lost
  }

  public var times: Times
  public var calls = Calls.wait
  /// Whether the service's own work, such as at stations, also stops during an outage.
  public var stopsWork = false

  /// Creates the rules of outages at the given times.
  public init(times: Times = .windows([]), calls: Calls = .wait) {
    self.times = times
    self.calls = calls
  }
}

/// An attempt that was due during an outage.
public struct OutageCall: Hashable, Sendable {
  /// The index of the request among all requests of the run.
  public var request: Int32
  /// The time at which the attempt was due.
  public var time: Milliseconds
  /// The beginning and the end of the outage.
  public var outage: Range<Milliseconds>
  /// Whether the attempt failed; otherwise it waited for the end of the outage.
  public var isLost: Bool

  @inlinable
  public init(request: Int32, time: Milliseconds, outage: Range<Milliseconds>, isLost: Bool) {
    self.request = request
    self.time = time
    self.outage = outage
    self.isLost = isLost
  }
}

/// The outages of a run.
public struct OutageRecords: Sendable {
  /// The outages that began before the run ended, in order.
  public var outages: [Range<Milliseconds>]
  /// The attempts that were due during an outage, in order.
  public var calls: [OutageCall]
}

/// The outages of the service in the course of a run.
public struct Outages: Sendable {
  public let rules: OutageRules
  private let random: RandomSource
  private var process: Alternation?
  private var windows: [Range<Milliseconds>] = []
  /// The attempts that were due during an outage, in order.
  public internal(set) var calls: [OutageCall] = []

  /// Creates the outages of a run whose draws come from `random`.
  public init(_ rules: OutageRules, random: RandomSource) {
    self.rules = rules
    self.random = random
    switch rules.times {
    case .windows(let windows): self.windows = windows
    case .drawn(let between, let repair):
      process = Alternation(on: between, off: repair, draws: random.stream(.outage, 0))
    }
  }

  /// Returns the outage at `time`; nil while the service runs.
  public mutating func outage(at time: Milliseconds) -> Range<Milliseconds>? {
    if let period = process?.period(at: time) { return period.isOn ? nil : period.from..<period.until }
    let place = windows.partitioningIndex { $0.upperBound > time }
    return place < windows.count && windows[place].lowerBound <= time ? windows[place] : nil
  }

  /// Returns the beginning of the first outage after `time`, when the service is running; `.never` if there is none.
  public mutating func nextFailure(after time: Milliseconds) -> Milliseconds {
    if let period = process?.period(at: time) { return period.isOn ? period.until : time }
    let place = windows.partitioningIndex { $0.upperBound > time }
    return place < windows.count ? max(time, windows[place].lowerBound) : .never
  }

  /// Returns the outage records of a run that ends at `end`.
  public func records(until end: Milliseconds) -> OutageRecords {
    var fresh = Outages(rules, random: random)
    var outages: [Range<Milliseconds>] = []
    var time = Milliseconds.zero
    while time < end {
      if let outage = fresh.outage(at: time) {
        outages.append(outage)
        time = outage.upperBound
      } else {
        time = fresh.nextFailure(after: time)
      }
    }
    return OutageRecords(outages: outages, calls: calls)
  }
}

extension Lifecycle where M: ~Copyable {
  /// Holds or fails the attempt of `request` that is due at `time` if the service is down; returns whether it is down.
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

  /// Makes the attempt of `request` that was held by an outage.
  @inlinable
  mutating func resume(_ request: M.RequestIndex, at time: Milliseconds) {
    desk.states[Int(request)].isHeld = false
    attempt(request, at: time)
  }

  /// Postpones the decision on `requests`, which were gathered until `time`, to the end of the current outage; returns
  /// false if the service is running.
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
  /// Returns whether an outage holds the attempt of `request`, and ends at `time` or later.
  @inlinable
  mutating func isHeld(_ request: M.RequestIndex, until time: Milliseconds) -> Bool {
    let now = now
    guard states[Int(request)].isHeld, let outage = outages?.outage(at: now) else { return false }
    return time <= outage.upperBound
  }
}
