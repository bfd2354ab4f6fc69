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
      // Terms beyond that would overflow a sum; nobody ranks by them.
      Int64(max(-1e17, min(1e17, (weight * Double(value)).rounded())))
    }
  }

  /// The weights of a search, prepared for many scores: of whole ones nothing has to be rounded.
  struct PreparedWeights {
    private let weights: Weights
    /// The weights as whole numbers: travel, start delay, price and rating; nil where one is none.
    private let whole: SIMD4<Int64>?

    init(_ weights: Weights) {
      self.weights = weights
      let all = SIMD4(weights.travel, weights.startDelay, weights.price, weights.rating)
      let isWhole = (0..<4).allSatisfy { all[$0].magnitude < 0x1p20 && all[$0] == all[$0].rounded() }
      whole = isWhole ? SIMD4<Int64>(all) : nil
    }

    /// As `Weights.score`.
    @inline(__always)
    func score(travel: Int64, startDelay: Int64, price: Int64, rating: Int32) -> Int64 {
      // Below 2⁵² all is exact in floating point, too.
      guard let whole, UInt64(bitPattern: travel | startDelay | price | Int64(rating)) < 1 << 32 else {
        return weights.score(travel: travel, startDelay: startDelay, price: price, rating: rating)
      }
      return whole.x &* travel &+ whole.y &* startDelay &+ whole.z &* price &- whole.w &* Int64(rating)
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
