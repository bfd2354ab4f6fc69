public import Community
public import Quantities

/// The conduct of providers and clients that the search does not decide.
public struct ConductRules: Equatable, Sendable {
  /// The spread of the work's real duration around the estimate.
  public var duration = DurationLaw.lognormal(cv: 0)
  /// The latest beginning of the work before the client thinks of leaving, after the planned one; `.never` if they wait
  /// for as long as it takes.
  public var maxLateness = Milliseconds.never
  /// The probability that the client has left when the provider comes later than that.
  public var leaveWhenLate = 0.0
  /// The probability that somebody does not come.
  public var clientNoShow = 0.0
  public var providerNoShow = 0.0
  public var reviews = Reviews()
  /// The rules by which work is disputed; nil if nobody disputes any.
  public var disputes: Disputes?

  public init() {}

  /// The law of real durations; the mean is the estimate.
  public enum DurationLaw: Equatable, Sendable {
    /// A lognormal law with the coefficient of variation `cv`; 0 is exact.
    case lognormal(cv: Double)
    case exponential
  }

  /// The rules by which work that was done is disputed.
  public struct Disputes: Equatable, Sendable {
    /// The probability that a client disputes work.
    public var probability = 0.02
    /// The means of the exponential times from the end of the work until it is disputed, and from then until the decision.
    public var delay = Milliseconds(86_400_000)
    public var decision = Milliseconds(259_200_000)
    /// The probability that the decision gives back what was paid.
    public var refundProbability = 0.5

    public init() {}
  }

  /// The reviews of work.
  public struct Reviews: Equatable, Sendable {
    /// The probability that a client reviews work that was done.
    public var probability = 0.0
    /// The weights of 1, 2, … 5 stars for work that began in time; in any proportion.
    public var starWeights: [Double] = [0.02, 0.03, 0.1, 0.3, 0.55]
    /// The lateness that costs a star; `.never` for none.
    public var latenessPerStar = Milliseconds(1_800_000)
    /// The time from the end of the work until an administrator shows the review.
    public var moderationDelay = Milliseconds(86_400_000)
    /// The number of reviews that the prior rating counts for.
    public var ratingWeight: Int64 = 5
    /// The look at reviews before they are shown; nil shows each after the delay.
    public var moderation: ModerationRules?
    /// The rules for newcomers without a rating; nil lets all begin with one.
    public var unrated: UnratedRules?

    public init() {}
  }
}
