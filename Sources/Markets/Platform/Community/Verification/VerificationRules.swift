public import Statistics

/// The rules for which users' identities the service knows, and from when.
public struct VerificationRules: Equatable, Sendable {
  /// The share of users who are verified from the start.
  public var verifiedShare = 0.8
  /// The time from registration to verification of the others, in seconds.
  public var delay = Law.lognormal(median: 86_400, sigma: 1)
  /// The rules for deciding the others' applications; if nil, each is accepted after the delay.
  public var applications: ApplicationRules?

  public init() {}
}

/// The rules for deciding applications for verification.
public struct ApplicationRules: Equatable, Sendable {
  /// The people who decide; if nil, each application is decided after the delay.
  public var team: TeamRules?
  /// The share of applications that are refused.
  public var refusedShare = 0.1
  /// The maximum number of applications per user, including the first.
  public var most: Int32 = 2
  /// The probability that a refused user applies again, and the time until then, in seconds.
  public var againShare = 0.7
  public var againDelay = Law.lognormal(median: 86_400, sigma: 1)

  public init() {}
}
