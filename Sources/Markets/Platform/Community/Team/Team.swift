public import Quantities

/// A team at work: a first-in, first-out queue with several servers who have working hours.
///
/// In terms of working time, the hours disappear: a case waits for the first free server, and is decided after its
/// service time (the recursion of Kiefer and Wolfowitz, Transactions of the American Mathematical Society 78,
/// 1955). The outcome of a case is therefore known when it arrives, provided that cases arrive in order of time.
///
///     var team = Team(rules, phase: sinceMonday)
///     let way = team.take(Milliseconds(600_000), at: now)
///     way.decided                     // when it is decided
public struct Team: Sendable {
  private let clock: WorkClock
  /// The working times at which the servers become free, as a min-heap.
  private var free: [Int64]
  /// The time at which the last case arrived.
  private var last = Milliseconds.zero

  /// Creates a team without cases, in a run that begins `phase` after midnight on a Monday.
  public init(_ rules: TeamRules, phase: Milliseconds) {
    clock = WorkClock(rules.hours, phase: phase.rawValue)
    free = Array(repeating: 0, count: Int(rules.servers))
  }

  /// Takes a case that arrives at `time` and needs `service` of working time.
  ///
  /// - Precondition: `time` is neither before the run nor before the previous case.
  /// - Complexity: O(log *s* + log *h*) for *s* servers and *h* spans of working hours.
  public mutating func take(_ service: Milliseconds, at time: Milliseconds) -> TeamCase {
    precondition(time >= last, "cases come in the order of time")
    last = time
    let begin = max(clock.work(until: time.rawValue), free[0])
    // Work that falls due exactly at the end of a span of working hours begins with the next.
    let moment = max(time.rawValue, clock.time(ofWork: begin))
    let begun = max(moment, clock.span(holdingOrAfter: moment).lowerBound)
    let end = min(begin + service.rawValue, Self.latest)
    replaceFirst(with: end)
    let decided = service == .zero ? begun : clock.time(ofWork: end)
    return TeamCase(came: time, begun: Milliseconds(begun), decided: Milliseconds(decided))
  }

  /// Some 270 years of work: nobody waits longer.
  private static let latest: Int64 = 1 << 43

  private mutating func replaceFirst(with end: Int64) {
    var place = 0
    while true {
      var child = 2 * place + 1
      if child + 1 < free.count, free[child + 1] < free[child] { child += 1 }
      guard child < free.count, free[child] < end else { break }
      free[place] = free[child]
      place = child
    }
    free[place] = end
  }
}

extension TeamRules {
  /// Returns the share of the team's working time until `end` that it spent on `cases`; nil if it had no
  /// working time.
  public func utilisation(of cases: some Sequence<TeamCase>, until end: Milliseconds, phase: Milliseconds)
    -> Double?
  {
    let clock = WorkClock(hours, phase: phase.rawValue)
    let whole = Double(clock.work(until: end.rawValue)) * Double(servers)
    guard whole > 0 else { return nil }
    let worked = cases.reduce(into: 0.0) { sum, way in
      guard way.begun < end else { return }
      let last = min(way.decided, end).rawValue
      sum += Double(clock.work(until: last) - clock.work(until: way.begun.rawValue))
    }
    return worked / whole
  }
}
