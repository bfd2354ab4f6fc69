public import Quantities
public import Statistics

/// The times from which the service knows the identities of its users.
public struct Verification: Sendable {
  public let rules: VerificationRules
  let random: RandomSource

  /// Creates the verification of users by `rules`.
  public init(_ rules: VerificationRules, random: RandomSource) {
    self.rules = rules
    self.random = random
  }

  /// Returns when a user who registers at `registered` is verified; for those verified from the start, this is the
  /// start of the run or earlier.
  ///
  /// - Parameter key: the key of the user's draws.
  public func moment(ofUser key: UInt64, registered: Milliseconds) -> Milliseconds {
    var draws = random.stream(.verification, key)
    if draws.happens(withProbability: rules.verifiedShare) { return min(.zero, registered) }
    return registered.saturatingAdd(rules.delay.span(&draws))
  }

  /// Returns whether the user is verified from the start.
  func isVerified(ofUser key: UInt64) -> Bool {
    var draws = random.stream(.verification, key)
    return draws.happens(withProbability: rules.verifiedShare)
  }
}
