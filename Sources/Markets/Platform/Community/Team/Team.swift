public import Quantities
public import Statistics
public import Tables

/// A team at work: a first-in, first-out queue with several servers who have working hours.
///
/// Measured in working time, the team works without interruption: a case waits for the first free server, and is decided
/// after its service time (the recursion of Kiefer and Wolfowitz, Transactions of the American Mathematical Society 78,
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

  /// Creates a team without cases, for a run that begins `phase` after midnight on a Monday.
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

  /// A limit of some 270 years of working time, longer than any wait.
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

/// A case handled by a team.
public struct TeamCase: Equatable, Sendable {
  /// The time at which the case arrives.
  public var came: Milliseconds
  /// The time at which work on the case begins.
  public var begun: Milliseconds
  /// The time at which the case is decided.
  public var decided: Milliseconds

  public init(came: Milliseconds, begun: Milliseconds, decided: Milliseconds) {
    self.came = came
    self.begun = begun
    self.decided = decided
  }

  /// The time from arrival to decision.
  public var span: Milliseconds { decided - came }
}

/// Staff who decide cases, each person one at a time, in the order in which the cases arrive.
public struct TeamRules: Hashable, Sendable {
  /// The number of people who work in parallel.
  public var servers: Int32 = 1
  /// The working hours; unfinished work is resumed in the next ones.
  public var hours = WeeklyHours.always
  /// The working time that a case takes, in seconds.
  public var service = Law.exponential(mean: 600)

  public init() {}
}

/// The moderation of reviews before others see them.
public struct Moderation: Sendable {
  public let rules: ModerationRules
  private let random: RandomSource
  private var team: Team

  /// A moderation and its result.
  public struct Verdict: Equatable, Sendable {
    public var way: TeamCase
    /// Whether the review is never published.
    public var isRejected: Bool
  }

  /// Creates a moderation without reviews, for a run that begins `phase` after midnight on a Monday.
  public init(_ rules: ModerationRules, phase: Milliseconds, random: RandomSource) {
    self.rules = rules
    self.random = random
    team = Team(rules.team, phase: phase)
  }

  /// Takes a review written at `time`, which is not before the previous one; returns when and how it is
  /// decided.
  ///
  /// - Parameters:
  ///   - key: the key of the rated request's draws.
  ///   - rater: the key of the reviewer's draws.
  public mutating func take(request key: UInt64, by rater: UInt64, at time: Milliseconds) -> Verdict {
    var draws = random.stream(.moderation, key, rater)
    let service = rules.team.service.span(&draws)
    return Verdict(
      way: team.take(service, at: time), isRejected: draws.happens(withProbability: rules.rejectedShare))
  }
}

/// The rules by which staff moderate each review before others see it.
public struct ModerationRules: Hashable, Sendable {
  /// The share of reviews that are rejected and never published.
  public var rejectedShare = 0.05
  public var team = TeamRules()

  public init() {}
}

extension Column {
  /// Returns the columns of a team's handling of a case, up to the end of the run.
  ///
  /// - Parameters:
  ///   - came: the name of the arrival column; `meaning` is its description in one sentence.
  ///   - take: returns the case and the end of the run.
  public static func ofCase(
    _ came: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> (TeamCase, end: Milliseconds)
  ) -> [Column] {
    [
      .seconds(came, meaning) { take($0).0.came },
      .seconds(
        "begun_s", "The start of processing or, without a team, the arrival; empty if after the run."
      ) {
        let (way, end) = take($0)
        return way.begun <= end ? way.begun : nil
      },
      .seconds("decided_s", "The time of the decision; empty if after the run.") {
        let (way, end) = take($0)
        return way.decided <= end ? way.decided : nil
      },
    ]
  }
}
