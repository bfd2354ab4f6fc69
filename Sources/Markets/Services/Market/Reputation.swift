import Quantities

/// The ratings of all providers. A rating is the mean of the published stars and a prior, which has the weight of
/// several reviews.
///
/// rating = (prior · weight + sum of stars) ÷ (weight + number of reviews), in thousandths of a star, rounded down.
/// Without reviews, the rating is the prior, even if its weight is 0.
public struct Reputation: Sendable {
  private struct Standing {
    var sum: Int64
    var count: Int64
  }

  private var standings: [Standing]
  private let priors: [Int32]
  /// The current ratings, stored separately because searches read only these.
  private var ratings: [Int32]

  /// The weights of the priors of providers who have no rating before the first review; nil for the others.
  private let unrated: [Int64?]

  /// Creates the ratings of providers from their `priors`, in thousandths of a star, each with the weight of `weight`
  /// reviews. A provider with a weight in `unrated` has no rating before the first review; that weight then applies to
  /// the prior.
  public init(priors: [Int32], weight: Int64, unrated: [Int64?] = []) {
    self.unrated = unrated
    standings = priors.enumerated().map { place, prior in
      let weight = (place < unrated.count ? unrated[place] : nil) ?? weight
      return Standing(sum: Int64(prior) * weight, count: weight)
    }
    self.priors = priors
    ratings = priors
  }

  /// Returns whether `provider` has a rating: an initial one, or a published review.
  public func isRated(_ provider: ProviderIndex) -> Bool {
    guard Int(provider) < unrated.count, let weight = unrated[Int(provider)] else { return true }
    return standings[Int(provider)].count > weight
  }

  /// Returns the rating shown to clients, in thousandths of a star; 0 if there is none.
  func shownRating(of provider: ProviderIndex) -> Int32 { isRated(provider) ? rating(of: provider) : 0 }

  /// Returns the rating used by searches, in thousandths of a star.
  public func rating(of provider: ProviderIndex) -> Int32 { ratings[Int(provider)] }

  /// Publishes a review of `provider` with `stars` stars (1 to 5).
  public mutating func show(stars: Int32, for provider: ProviderIndex) {
    precondition((1...5).contains(stars), "a review has one to five stars")
    count(1, of: stars, for: provider)
  }

  /// Hides a published review of `provider` with `stars` stars.
  public mutating func hide(stars: Int32, for provider: ProviderIndex) { count(-1, of: stars, for: provider) }

  private mutating func count(_ reviews: Int64, of stars: Int32, for provider: ProviderIndex) {
    let place = Int(provider)
    standings[place].sum += reviews * 1_000 * Int64(stars)
    standings[place].count += reviews
    let standing = standings[place]
    ratings[place] = standing.count > 0 ? Int32(standing.sum / standing.count) : priors[place]
  }
}
