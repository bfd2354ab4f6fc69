public import Statistics

/// The rules of whose identity is known to the service, and from when.
public struct VerificationRules: Equatable, Sendable {
  /// The share of users who are verified from the start.
  public var verifiedShare = 0.8
  /// The time that it takes the others from their registration, in seconds.
  public var delay = Law.lognormal(median: 86_400, sigma: 1)
  /// The rules that decide the others' applications; nil accepts each after the delay.
  public var applications: ApplicationRules?

  public init() {}
}

/// The rules by which applications to be verified are decided.
public struct ApplicationRules: Equatable, Sendable {
  /// The people who decide; nil decides each after the delay.
  public var team: TeamRules?
  /// The share of applications that are refused.
  public var refusedShare = 0.1
  /// The most applications of one user, the first included.
  public var most: Int32 = 2
  /// The probability that a refused user applies again, and the time until then, in seconds.
  public var againShare = 0.7
  public var againDelay = Law.lognormal(median: 86_400, sigma: 1)

  public init() {}
}
