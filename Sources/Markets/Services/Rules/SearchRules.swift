public import Quantities

/// The search of a service for providers, and their ranking.
public struct SearchRules: Equatable, Sendable {
  /// The farthest base from the job, metres straight; infinite where the providers' areas alone decide.
  public var radius = Metres.infinity
  /// The time after the answer at which a provider sets out at the latest; `.never` books any start in the window.
  ///
  /// Zero books only those who can set out at once: nobody plans, and calendars hold what is under way.
  public var bookAhead = Milliseconds.never
  /// The latest time after an offer at which a provider answers: plans count from then on.
  public var answerDelay = Milliseconds.zero
  public var weights = Weights()
  public var choice = Choice.best
  /// True if ways take no time and have no length.
  public var isInstant = false

  public init() {}

  /// The weights of what makes a provider dear, in milliseconds of score; the lowest score is the best.
  public struct Weights: Equatable, Sendable {
    /// Milliseconds for each of the way to the job.
    public var travel = 1.0
    /// Milliseconds for each that the planned start lies behind the earliest wished.
    public var startDelay = 1.0
    /// Milliseconds for each smallest unit of the price of the whole job.
    public var price = 0.0
    /// Milliseconds that each thousandth of a star saves.
    public var rating = 0.0

    public init() {}

    /// The score, milliseconds: each term is rounded by itself.
    public func score(travel: Int64, startDelay: Int64, price: Int64, rating: Int32) -> Int64 {
      Self.term(self.travel, travel) + Self.term(self.startDelay, startDelay)
        + Self.term(self.price, price) - Self.term(self.rating, Int64(rating))
    }

    private static func term(_ weight: Double, _ value: Int64) -> Int64 {
      if weight == 0 { return 0 }
      // Below 2⁵² all is exact: a whole weight rounds nothing.
      if weight.magnitude < 0x1p20, value.magnitude < 1 << 32 {
        let whole = Int64(weight)
        if Double(whole) == weight { return whole * value }
      }
      let value = Double(value)
      // Terms beyond that would overflow a sum; nobody ranks by them.
      return Int64(max(-1e17, min(1e17, (weight * value).rounded())))
    }
  }

  /// The client's choice among those that the search found.
  public enum Choice: Equatable, Sendable {
    /// The one with the lowest score.
    case best
    /// One of the `first` ones with a probability in proportion to exp(−score ÷ `scale`).
    case logit(first: Int, scale: Milliseconds)

    /// The number that are kept to choose from.
    var count: Int {
      switch self {
      case .best: 1
      case .logit(let first, _): first
      }
    }
  }
}
