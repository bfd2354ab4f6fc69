public import Community
public import Quantities

/// The behaviour of providers and clients that the search does not decide.
public struct ConductRules: Equatable, Sendable {
  /// The spread of the work's actual duration around the estimate.
  public var duration = DurationLaw.lognormal(cv: 0)
  /// The delay of the work after the planned start from which the client may leave; `.never` if they always wait.
  public var maxLateness = Milliseconds.never
  /// The probability that the client has left if the provider arrives later than that.
  public var leaveWhenLate = 0.0
  /// The probability that the client is not there.
  public var clientNoShow = 0.0
  /// The probability that the provider does not come.
  public var providerNoShow = 0.0
  public var reviews = Reviews()
  /// The rules for disputes about work; nil if there are none.
  public var disputes: Disputes?

  public init() {}

  /// The law of actual durations; the mean is the estimate.
  public enum DurationLaw: Equatable, Sendable {
    /// A lognormal law with the coefficient of variation `cv`; 0 is exact.
    case lognormal(cv: Double)
    case exponential
  }

  /// The rules for disputes about work.
  public struct Disputes: Equatable, Sendable {
    /// The probability that a client disputes work.
    public var probability = 0.02
    /// The means of the exponential times from the end of the work to the dispute, and from the dispute to the
    /// decision.
    public var delay = Milliseconds(86_400_000)
    public var decision = Milliseconds(259_200_000)
    /// The probability that the decision refunds the payment.
    public var refundProbability = 0.5

    public init() {}
  }

  /// The reviews of work.
  public struct Reviews: Equatable, Sendable {
    /// The probability that a client reviews work.
    public var probability = 0.0
    /// The relative weights of 1, 2, … 5 stars for punctual work.
    public var starWeights: [Double] = [0.02, 0.03, 0.1, 0.3, 0.55]
    /// The lateness that costs one star; `.never` for none.
    public var latenessPerStar = Milliseconds(1_800_000)
    /// The time from the end of the work until an administrator publishes the review.
    public var moderationDelay = Milliseconds(86_400_000)
    /// The number of reviews as much as which the prior rating weighs.
    public var ratingWeight: Int64 = 5
    /// The moderation of reviews before they are published; if nil, each is published after the delay.
    public var moderation: ModerationRules?
    /// The rules for newcomers without a rating; nil lets all begin with one.
    public var unrated: UnratedRules?

    public init() {}
  }
}
