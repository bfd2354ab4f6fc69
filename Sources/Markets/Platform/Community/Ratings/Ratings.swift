public import Quantities
public import Statistics

/// The stars users have given each other.
public struct Ratings: Sendable {
  public let rules: RatingRules
  private let random: RandomSource
  /// The sum and the number of each user's stars.
  private var sums: [Int64]
  private var counts: [Int32]

  /// Creates the ratings of `users` users, none of whom has been rated.
  public init(_ rules: RatingRules, users: Int, random: RandomSource) {
    self.rules = rules
    self.random = random
    sums = Array(repeating: 0, count: users)
    counts = Array(repeating: 0, count: users)
  }

  /// Returns the number of times `user` has been rated.
  public func count(of user: UserIndex) -> Int { Int(counts[Int(user)]) }

  /// Returns the rating of `user` in thousandths of a star: the mean of all stars and the prior, the latter with its
  /// weight.
  public func milliStars(of user: UserIndex) -> Int32 {
    let weight = rules.priorWeight + Double(counts[Int(user)])
    guard weight > 0 else { return Int32((rules.prior * 1000).rounded()) }
    let sum = rules.prior * rules.priorWeight + Double(sums[Int(user)])
    return Int32((sum / weight * 1000).rounded())
  }

  /// Draws the stars `rater` gives `user` after a ride, and counts them; nil if the ride is not rated.
  public mutating func review(
    of user: UserIndex, by rater: UserIndex, request key: UInt64, lateness: Milliseconds, detourRatio: Double
  ) -> Int32? {
    let stars = stars(by: rater, request: key, lateness: lateness, detourRatio: detourRatio)
    if let stars { count(stars, for: user) }
    return stars
  }

  /// Counts `stars` given to `user`.
  public mutating func count(_ stars: Int32, for user: UserIndex) {
    sums[Int(user)] += Int64(stars)
    counts[Int(user)] += 1
  }

  /// Returns the stars `rater` gives after a ride: five, less deductions for lateness and detour, plus a random error,
  /// rounded to 1 … 5; nil if the ride is not rated.
  ///
  /// - Parameters:
  ///   - key: the key of the request's draws.
  ///   - lateness: relative to the promised time; early counts as on time.
  ///   - detourRatio: travelled ÷ direct − 1.
  public func stars(
    by rater: UserIndex, request key: UInt64, lateness: Milliseconds, detourRatio: Double
  ) -> Int32? {
    var draws = random.stream(.stars, key, UInt64(truncatingIfNeeded: rater.rawValue))
    guard draws.happens(withProbability: rules.reviewShare) else { return nil }
    let error = draws.normal(standardDeviation: rules.noise)
    let lost =
      max(0, Double(lateness.rawValue)) / Double(rules.lateness.rawValue)
      + max(0, detourRatio) / rules.detourRatio
    return Int32(min(5, max(1, (5 - lost + error).rounded())))
  }
}

/// The rules for ratings: their generation and their effects.
public struct RatingRules: Equatable, Sendable {
  /// The rating of a user who has no reviews yet, in stars; it weighs as much as `priorWeight` reviews.
  public var prior = 4.5
  public var priorWeight = 5.0
  /// The lateness that costs one star.
  public var lateness = Milliseconds(300_000)
  /// The ratio of detour to direct trip that costs one star.
  public var detourRatio = 0.5
  /// The standard deviation of the random error, in stars.
  public var noise = 0.5
  /// The share of rides that are rated.
  public var reviewShare = 0.8
  /// The share of users who refuse to ride with anyone below `least` stars.
  public var leastShare = 0.0
  public var least = 4.0
  /// The moderation of reviews before they count; if nil, they count at once.
  public var moderation: ModerationRules?

  public init() {}
}
