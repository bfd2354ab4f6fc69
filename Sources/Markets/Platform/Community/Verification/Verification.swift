public import Quantities
public import Statistics

/// The times from which the service knows who its users are.
public struct Verification: Sendable {
  public let rules: VerificationRules
  let random: RandomSource

  /// Verifies users by `rules`.
  public init(_ rules: VerificationRules, random: RandomSource) {
    self.rules = rules
    self.random = random
  }

  /// The moment of verification of a user who registers at `registered`; the start of the run, or before, for those who
  /// are from the start.
  ///
  /// - Parameter key: what the draws of the user are keyed by.
  public func moment(ofUser key: UInt64, registered: Milliseconds) -> Milliseconds {
    var draws = random.stream(.verification, key)
    if draws.happens(withProbability: rules.verifiedShare) { return min(.zero, registered) }
    return registered.saturatingAdd(rules.delay.span(&draws))
  }

  /// Tells whether the user is verified from the start.
  func isVerified(ofUser key: UInt64) -> Bool {
    var draws = random.stream(.verification, key)
    return draws.happens(withProbability: rules.verifiedShare)
  }
}
