public import Quantities
public import Statistics
public import Tables

/// The users who have left the service because it failed them too often.
public struct Churn: Sendable {
  public let rules: ChurnRules
  private let random: RandomSource
  private let purpose: Purpose
  /// The number of consecutive failures per user; -1 for users who have left.
  private var failures: [Int32]

  /// Creates the state of `users` users without failures; draws have the given `purpose`.
  public init(_ rules: ChurnRules, users: Int, drawing purpose: Purpose = .churn, random: RandomSource) {
    self.rules = rules
    self.random = random
    self.purpose = purpose
    failures = Array(repeating: 0, count: users)
  }

  /// Records how a request of `user` ended; returns whether the user leaves the service because of it.
  ///
  /// - Parameters:
  ///   - key: the key of the request's draws.
  ///   - number: a second key, for requests or users that are settled more than once.
  public mutating func settle(
    _ user: UserIndex, success: Bool, request key: UInt64, _ number: UInt64 = 0
  ) -> Bool {
    guard !hasLeft(user) else { return false }
    guard !success else {
      failures[Int(user)] = 0
      return false
    }
    failures[Int(user)] += 1
    guard Int(failures[Int(user)]) >= rules.afterFailures else { return false }
    var draws = random.stream(purpose, key, number)
    guard draws.happens(withProbability: rules.probability) else { return false }
    failures[Int(user)] = -1
    return true
  }

  /// Returns whether `user` has left the service.
  public func hasLeft(_ user: UserIndex) -> Bool { failures[Int(user)] < 0 }
}

/// The rules by which users leave the service after failures.
public struct ChurnRules: Hashable, Sendable {
  /// The minimum number of consecutive failures after which a user may leave, drawn anew at each further one.
  public var afterFailures = 3
  /// The probability that the user leaves at such a failure.
  public var probability = 1.0

  public init() {}
}

/// The activity of users on one day, from midnight to midnight.
public struct UserDay: Sendable {
  /// The number of the day, counting from 1.
  public var day: Int
  /// The number of users who submitted a request or worked as a provider.
  public var active = 0
  /// The number of users who left the service on this day; the last day includes those who left later.
  public var left = 0
  /// The number of requests submitted, and the number of these that were served, even if later.
  public var requests = 0
  public var served = 0
  /// Users who have taken part and have not left by the end of the day ÷ users who ever take part; nil if
  /// there are none.
  public var retention: Double?
}

/// The days of a run, counted from the actions of its users.
public struct UserDays {
  private var days: [UserDay]
  private let sinceMidnight: Milliseconds
  /// Each day's users, so that a user with several requests on a day is counted once.
  private var comings: [(day: Int, user: UserIndex)] = []

  /// Creates `count` days, at least one, for a run that begins `sinceMidnight` after midnight.
  public init(count: Int, sinceMidnight: Milliseconds = .zero) {
    days = (1...max(1, count)).map { UserDay(day: $0) }
    self.sinceMidnight = sinceMidnight
  }

  /// Counts a request of `user` submitted at `time`.
  public mutating func addRequest(of user: UserIndex, at time: Milliseconds, isServed: Bool) {
    let day = day(of: time)
    comings.append((day, user))
    days[day].requests += 1
    if isServed { days[day].served += 1 }
  }

  /// Counts `user` as working as a provider at `time`.
  public mutating func addWork(of user: UserIndex, at time: Milliseconds) {
    comings.append((day(of: time), user))
  }

  /// Returns the days, given the times `left` at which users left, and the number of users who ever took part.
  ///
  /// - Complexity: linear in the number of actions counted, apart from sorting by day.
  public consuming func counted(left: [Milliseconds?], tookPart: Int) -> [UserDay] {
    var lastActive = [Int](repeating: -1, count: left.count)
    comings.order { $0.day < $1.day }
    for coming in comings where lastActive[Int(coming.user)] < coming.day {
      lastActive[Int(coming.user)] = coming.day
      days[coming.day].active += 1
    }
    for case .some(let time) in left { days[day(of: time)].left += 1 }
    var stay = tookPart
    for index in days.indices where tookPart > 0 {
      stay -= days[index].left
      days[index].retention = Double(stay) / Double(tookPart)
    }
    return days
  }

  private func day(of time: Milliseconds) -> Int {
    min(max(0, Int((time + sinceMidnight).rawValue / Self.length.rawValue)), days.count - 1)
  }

  /// The length of a day.
  public static let length = Milliseconds(86_400_000)
}

extension Column<UserDay> {
  /// Returns the columns of days.csv, with a market's descriptions of its active users, its requests and its served
  /// requests.
  public static func ofDays(active: String, requests: String, served: String) -> [Column] {
    [
      .count("day", "The number of the day, from 1.") { $0.day },
      .count("users_active", active) { $0.active },
      .count(
        "users_left", "The number of users who left the service on the day or, for the last day, later."
      ) { $0.left },
      .count("requests", requests) { $0.requests },
      .count("served", served) { $0.served },
      .ratio(
        "retention", "The share of users who ever took part and have not left by the end of the day.",
        formula: "1 − sum of users_left so far ÷ users who ever took part"
      ) { $0.retention },
    ]
  }
}
