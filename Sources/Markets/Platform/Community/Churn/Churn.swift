import Quantities
public import Statistics

/// The users who have left the service, for it failed them too often.
public struct Churn: Sendable {
  public let rules: ChurnRules
  private let random: RandomSource
  private let purpose: Purpose
  /// The number of failures in a row of each user; -1 of one who has left.
  private var failures: [Int32]

  /// Begins with `users` users who have not failed; draws are those of `purpose`.
  public init(_ rules: ChurnRules, users: Int, drawing purpose: Purpose = .churn, random: RandomSource) {
    self.rules = rules
    self.random = random
    self.purpose = purpose
    failures = Array(repeating: 0, count: users)
  }

  /// Notes how a request of `user` ended; whether they leave the service therefore.
  ///
  /// - Parameters:
  ///   - key: what the draws of the request are keyed by.
  ///   - number: the second key, where one request or user is settled more than once.
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

  /// Tells whether `user` has left the service.
  public func hasLeft(_ user: UserIndex) -> Bool { failures[Int(user)] < 0 }
}
