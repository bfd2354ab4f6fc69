public import Community
public import Quantities

/// The rules of the search for providers, and of their ranking.
public struct SearchRules: Equatable, Sendable {
  /// The maximum straight-line distance from base to job, in metres; infinite if only the providers' areas limit it.
  public var radius = Metres.infinity
  /// The maximum time from the provider's answer to setting out; `.never` allows any start in the window.
  ///
  /// If zero, only providers who can set out at once are booked; nothing is planned ahead, and calendars contain only
  /// work in progress.
  public var bookAhead = Milliseconds.never
  /// The maximum time from an offer to the provider's answer; plans start after it.
  public var answerDelay = Milliseconds.zero
  public var weights = Weights()
  public var choice = Choice.best
  /// Whether travel takes no time and covers no distance.
  public var isInstant = false

  public init() {}

  /// The weights of the terms of a provider's score, in milliseconds; lower scores are better.
  public struct Weights: Equatable, Sendable {
    /// The weight per millisecond of travel to the job.
    public var travel = 1.0
    /// The weight per millisecond from the earliest start to the planned start.
    public var startDelay = 1.0
    /// The weight per smallest currency unit of the price of the whole job.
    public var price = 0.0
    /// The weight per thousandth of a star; this term is subtracted.
    public var rating = 0.0

    public init() {}

    /// Returns the score in milliseconds; each term is rounded separately.
    public func score(travel: Int64, startDelay: Int64, price: Int64, rating: Int32) -> Int64 {
      Self.term(self.travel, travel) + Self.term(self.startDelay, startDelay)
        + Self.term(self.price, price) - Self.term(self.rating, Int64(rating))
    }

    private static func term(_ weight: Double, _ value: Int64) -> Int64 {
      // Larger terms would overflow a sum; nobody uses such weights.
      Int64(max(-1e17, min(1e17, (weight * Double(value)).rounded())))
    }
  }

  /// The weights of a search, prepared for computing many scores: integer weights need no rounding.
  struct PreparedWeights {
    private let weights: Weights
    /// The weights as integers: travel, start delay, price and rating; nil if one is not an integer.
    private let whole: SIMD4<Int64>?

    init(_ weights: Weights) {
      self.weights = weights
      let all = SIMD4(weights.travel, weights.startDelay, weights.price, weights.rating)
      let isWhole = (0..<4).allSatisfy { all[$0].magnitude < 0x1p20 && all[$0] == all[$0].rounded() }
      whole = isWhole ? SIMD4<Int64>(all) : nil
    }

    /// Returns the score as in `Weights.score`.
    @inline(__always)
    func score(travel: Int64, startDelay: Int64, price: Int64, rating: Int32) -> Int64 {
      // Below 2⁵², floating point is exact, too.
      guard let whole, UInt64(bitPattern: travel | startDelay | price | Int64(rating)) < 1 << 32 else {
        return weights.score(travel: travel, startDelay: startDelay, price: price, rating: rating)
      }
      return whole.x &* travel &+ whole.y &* startDelay &+ whole.z &* price &- whole.w &* Int64(rating)
    }
  }

  /// The rule by which the client chooses among the candidates found.
  public enum Choice: Equatable, Sendable {
    /// The candidate with the lowest score.
    case best
    /// One of the `first` candidates, with probability proportional to exp(−score ÷ `scale`).
    case logit(first: Int, scale: Milliseconds)

    /// The number of candidates kept for the choice.
    var count: Int {
      switch self {
      case .best: 1
      case .logit(let first, _): first
      }
    }
  }
}

/// The behaviour of providers and clients outside the search.
public struct ConductRules: Equatable, Sendable {
  /// The law of the actual duration of the work, given the estimate.
  public var duration = DurationLaw.lognormal(cv: 0)
  /// The lateness, measured from the planned start, beyond which the client may leave; `.never` if clients always wait.
  public var maxLateness = Milliseconds.never
  /// The probability that the client leaves if the provider is later than `maxLateness`.
  public var leaveWhenLate = 0.0
  /// The probability that the client is not present.
  public var clientNoShow = 0.0
  /// The probability that the provider does not come.
  public var providerNoShow = 0.0
  public var reviews = Reviews()
  /// The rules for disputes about work; nil if there are none.
  public var disputes: Disputes?

  public init() {}

  /// The law of actual durations; the mean is the estimate.
  public enum DurationLaw: Equatable, Sendable {
    /// A lognormal law with the coefficient of variation `cv`; if 0, the duration equals the estimate.
    case lognormal(cv: Double)
    case exponential
  }

  /// The rules for disputes about work.
  public struct Disputes: Equatable, Sendable {
    /// The probability that a client disputes the work.
    public var probability = 0.02
    /// The mean times from the end of the work to the dispute, and from the dispute to the decision; both are
    /// exponentially distributed.
    public var delay = Milliseconds(86_400_000)
    public var decision = Milliseconds(259_200_000)
    /// The probability that the decision is to refund the payment.
    public var refundProbability = 0.5

    public init() {}
  }

  /// The rules for reviews of work.
  public struct Reviews: Equatable, Sendable {
    /// The probability that a client reviews the work.
    public var probability = 0.0
    /// The relative weights of 1, 2, … 5 stars for punctual work.
    public var starWeights: [Double] = [0.02, 0.03, 0.1, 0.3, 0.55]
    /// The lateness that costs one star; `.never` if lateness costs none.
    public var latenessPerStar = Milliseconds(1_800_000)
    /// The time from the end of the work until an administrator publishes the review.
    public var moderationDelay = Milliseconds(86_400_000)
    /// The weight of the prior rating, as a number of reviews.
    public var ratingWeight: Int64 = 5
    /// The moderation of reviews by staff before publication; nil: each is published after `moderationDelay`.
    public var moderation: ModerationRules?
    /// The rules for newcomers without a rating; nil if all newcomers begin with one.
    public var unrated: UnratedRules?

    public init() {}
  }
}
