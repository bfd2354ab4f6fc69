import Community
import Foundation
import Quantities
import Statistics
import TestSupport
import Testing

/// Stars after rides.
@Suite struct RatingsTests {
  private func ratings(_ change: (inout RatingRules) -> Void) -> Ratings {
    var rules = RatingRules()
    change(&rules)
    return Ratings(rules, users: 3, random: RandomSource(seed: 8, replication: 0))
  }

  @Test("a rating is the mean of the stars and of a prior that counts for its weight")
  func mean() throws {
    var ratings = ratings { $0.reviewShare = 1 }
    #expect(ratings.milliStars(of: 1) == 4_500)
    var all: [Double] = []
    for request in 0..<200 as Range<UInt64> {
      let review = ratings.review(
        of: 1, by: 0, request: request, lateness: Milliseconds(Int64(request) * 5_000), detourRatio: 0.2)
      let stars = try #require(review)
      all.append(Double(stars))
      let mean = (4.5 * 5 + all.reduce(0, +)) / (5 + Double(all.count))
      #expect(Int(ratings.milliStars(of: 1)) == Int((mean * 1000).rounded()))
    }
    #expect(Set(all) == [1, 2, 3, 4, 5])
    #expect(ratings.count(of: 1) == 200 && ratings.count(of: 0) == 0 && ratings.milliStars(of: 2) == 4_500)
  }

  @Test("without chance, each 300 s late and each half of the way too much costs a star")
  func stars() {
    var ratings = ratings {
      $0.reviewShare = 1
      $0.noise = 0
      $0.priorWeight = 0
    }
    #expect(ratings.milliStars(of: 0) == 4_500)
    for (lateness, ratio, expected) in [
      (0, 0.0, 5), (-900, 0, 5), (300, 0, 4), (0, 0.5, 4), (300, 1, 2), (140, 0, 5), (160, 0, 4),
      (3_000, 3, 1),
      (0, -0.5, 5),
    ] {
      let stars = ratings.review(
        of: 0, by: 1, request: 1, lateness: Milliseconds(Int64(lateness) * 1_000), detourRatio: ratio)
      #expect(stars == Int32(expected))
    }
    #expect(ratings.milliStars(of: 0) == Int32((35.0 / 9 * 1_000).rounded()))
  }

  @Test(
    "a share of rides is rated, each side by draws of its own, and chance moves the stars as a normal law does"
  )
  func shares() {
    var ratings = ratings { $0.noise = 1 }
    var reviewed = RunningStatistics()
    var threes = RunningStatistics()
    for request in 0..<10_000 as Range<UInt64> {
      let stars = ratings.review(
        of: 0, by: 1, request: request, lateness: Milliseconds(600_000), detourRatio: 0)
      reviewed.add(stars == nil ? 0 : 1)
      if let stars { threes.add(stars == 3 ? 1 : 0) }
    }
    #expect(abs(reviewed.zScore(expected: 0.8)!) < 3.5)
    // Three stars are what lies within half a star of the mean.
    #expect(abs(threes.zScore(expected: erf(0.5 / 2.0.squareRoot()))!) < 3.5)
  }
}
