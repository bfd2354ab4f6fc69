public import Statistics

/// The rules of whose identity is known to the service, and from when.
public struct VerificationRules: Equatable, Sendable {
  /// The share of users who are verified from the start.
  public var verifiedShare = 0.8
  /// The time that it takes the others from their registration, in seconds.
  public var delay = Law.lognormal(median: 86_400, sigma: 1)

  public init() {}
}
