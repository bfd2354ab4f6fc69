import Quantities
public import Statistics

/// The users who have left the service because it failed them too often.
public struct Churn: Sendable {
  public let rules: ChurnRules
  private let random: RandomSource
  private let purpose: Purpose
  /// The number of consecutive failures per user; -1 for users who have left.
  private var failures: [Int32]

  /// Begins with `users` users without failures; draws have the given `purpose`.
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
