import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

extension CarpoolMarket {
  /// Returns the end of the window in which `request` is decided, if the policy decides requests jointly; nil if it is
  /// decided immediately. Windows are consecutive from time 0 on; a request at the exact end of a window belongs to the
  /// next. Probes, which have no side effects, and searches on the board are decided immediately.
  func gathersUntil(_ request: RequestIndex, attempt number: Int32, at time: Milliseconds) -> Milliseconds? {
    guard window > .zero, !requests[request].isProbe, !any({ $0.looksElsewhere(request, at: time) }) else {
      return nil
    }
    return Milliseconds((time.rawValue / window.rawValue + 1) * window.rawValue)
  }

  mutating func due(_ gathered: [RequestIndex], at time: Milliseconds, _ desk: inout Desk) -> (
    due: [RequestIndex], others: [RequestIndex]
  ) {
    first(&desk) { $0.due(gathered, at: time, &$1, &$2) } ?? (gathered, [])
  }

  mutating func decide(together calls: [Call], _ desk: inout Desk) -> [AttemptRecord] {
    if let records = first(&desk, { $0.decide(together: calls, &$1, &$2) }) { return records }
    guard let policy = setup.policy.gathering else { return calls.map { decide($0, &desk) } }
    let known = calls.map { decideElsewhere($0, &desk) }
    var views = zip(calls, known).compactMap { call, known in known == nil ? view(of: call, desk) : nil }
    for view in views { inspect(view) }
    let start = desk.beginDecision()
    var decision = GatheredChoice(choices: [])
    do { decision = try policy.choose(together: &views) } catch { desk.fail(error) }
    each { $0.searchElsewhere(for: views, beside: decision.choices, fleet) }
    let elapsed = desk.endDecision(start, of: calls.count)
    each { $0.decidedTogether(decision, for: views) }
    var place = 0
    return zip(calls, known).enumerated().map { number, call in
      if let known = call.1 { return known }
      defer { place += 1 }
      let choice = decision.choices.isEmpty ? nil : decision.choices[place]
      let attempt = desk.records.attempts.count + number
      if let remark = views[place].remark { observed.keep(remark, of: call.0.request, attempt: attempt) }
      return record(of: views[place], choice, in: elapsed, call.0, attempt)
    }
  }

  func attempts(of request: RequestIndex, _ rules: Rules) -> Int32 {
    first { $0.attempts(of: request) } ?? rules.attempts
  }

  func cycles(of request: RequestIndex, _ rules: Rules) -> Int32 {
    var cycles = rules.maxCycles
    each { $0.change(&cycles, of: request) }
    return cycles
  }

  @inline(__always)  // A call would copy the market.
  func waits(_ request: RequestIndex, because cause: Cause?) -> Bool { any { $0.waits(request) } }

  mutating func keeps(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Bool {
    any(&desk) { feature, market, _ in feature.keeps(request, at: time, &market) }
  }

  @inline(__always)  // Likewise.
  func isBusyUntil(_ request: RequestIndex, at time: Milliseconds) -> Milliseconds? {
    first { $0.isBusyUntil(request, fleet) }
  }
}

// MARK: - Drivers whose announcement is scheduled

extension CarpoolMarket {
  /// Registers a driver who enters the market. The car drives even if the service does not know it, and is announced as
  /// soon as the service may offer it.
  mutating func register(_ driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk) {
    let offer = setup.drivers[driver]
    fleet.enlist(driver, waypoints: features.flatMap { $0.waypoints(of: driver) }, at: time)
    each { $0.enlisted(driver, fleet) }
    scheduleNextStop(driver, &desk)
    let offered = max(time, first { $0.offered(driver, from: time) } ?? time)
    guard offered < first({ $0.endOfService(of: driver) }) ?? fleet[driver].arrival else { return }
    let announcement = first(&desk) { $0.announcement(of: driver, from: offered, &$1, &$2) }
    if announcement == .never { return }
    let announce = max(offered, min(offer.announce, offer.depart))
    if announcement == nil, announce == time {
      announceNow(driver, at: time, &desk)
    } else {
      desk.schedule(Step(.announce, driver), at: announce)
    }
  }

  /// Makes `driver` findable by the rule from now on.
  mutating func announceNow(_ driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard fleet.isUnderWay(driver), !fleet.isActive(driver), !hasWithdrawn(driver) else { return }
    fleet.announce(driver, at: time)
    findable.show(driver, from: time)
    desk.note(.driverAnnounced, provider: driver)
    each(&desk) { $0.announced(driver, at: time, &$1, &$2) }
  }

  /// Whether `driver` has left the service or cancelled the trip.
  func hasWithdrawn(_ driver: DriverIndex) -> Bool { any { $0.hasWithdrawn(driver) } }
}

// MARK: - Passengers

extension CarpoolMarket {
  mutating func receive(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Reception {
    if any(&desk, { !$0.admits(request, at: time, &$1, &$2) }) { return .over }
    return first(&desk) { $0.receive(request, at: time, &$1, &$2) } ?? .now
  }

  mutating func lose(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard hasFeatures else { return }
    for feature in features { feature.lost(request, at: time, &self, &desk) }
    // Who did not come, or called it off, was not failed.
    for feature in features where feature.isOwnDoing(request, &desk) { return }
    for feature in features { feature.failed(request, at: time) }
  }
}

/// The period during which the rule could find each driver, where an end of `.never` means until the arrival; nil for
/// drivers who could never be found.
struct FindableTimes {
  /// The periods by driver index; empty if every driver can be found from the announcement on.
  private(set) var times: [ClosedRange<Milliseconds>?]

  /// Creates the periods of `drivers` drivers, none of whom can be found yet.
  init(drivers: Int) { times = Array(repeating: nil, count: drivers) }

  /// Records that the rule can find `driver` from `time` on.
  mutating func show(_ driver: DriverIndex, from time: Milliseconds) {
    times[Int(driver)] = time...Milliseconds.never
  }

  /// Records that the rule cannot find `driver` from `time` on.
  mutating func hide(_ driver: DriverIndex, at time: Milliseconds) {
    if let since = times[Int(driver)]?.lowerBound { times[Int(driver)] = since...time }
  }
}
