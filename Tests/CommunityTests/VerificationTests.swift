import Community
import Foundation
import Quantities
import Statistics
import TestSupport
import Testing

/// How users come to be verified.
@Suite struct VerificationTests {
  private func verification(_ share: Double, _ delay: Law, replication: UInt32 = 0) -> Verification {
    var rules = VerificationRules()
    rules.verifiedShare = share
    rules.delay = delay
    return Verification(rules, random: RandomSource(seed: 11, replication: replication))
  }

  @Test(
    "of a Poisson stream of registrations, as many are under way as in an M/G/∞ queue: mean and variance λ·E[G]"
  )
  func underWay() {
    let law = Law.uniform(from: 500, to: 1_500)
    let observed = 1_600.0
    var counts = RunningStatistics()
    for replication in 0..<600 as Range<UInt32> {
      let stage = verification(0, law, replication: replication)
      var draws = SplitMix64(seed: UInt64(replication))
      var time = 0.0
      var key: UInt64 = 0
      var underWay = 0
      while true {
        time -= log(1 - draws.uniform()) / 0.02
        guard time < observed else { break }
        let moment = stage.moment(ofUser: key, registered: Milliseconds(seconds: time))
        if moment > Milliseconds(seconds: observed) { underWay += 1 }
        key += 1
      }
      counts.add(Double(underWay))
    }
    let mean = 0.02 * law.mean
    #expect(abs(counts.zScore(expected: mean)!) < 3.5)
    // Of Poisson counts, the sum of squares over the mean is nearly χ².
    let dispersion = counts.variance! * 599 / mean
    let tail = ChiSquare.upperTail(dispersion, degreesOfFreedom: 599)
    #expect(tail > 0.001 && tail < 0.999)
  }

  @Test("of those who register at s, share + (1 − share)·G(t − s) are verified at t")
  func verifiedShare() {
    let stage = verification(0.3, .exponential(mean: 3_600))
    let registered = Milliseconds(100_000)
    for span in [0.0, 1_800, 7_200] {
      var verified = RunningStatistics()
      for key in 0..<8_000 as Range<UInt64> {
        let moment = stage.moment(ofUser: key, registered: registered)
        verified.add(moment <= registered + Milliseconds(seconds: span) ? 1 : 0)
      }
      #expect(abs(verified.zScore(expected: 0.3 + 0.7 * (1 - exp(-span / 3_600)))!) < 3.5)
    }
  }

  @Test func whoIsVerifiedFromTheStartIsSoAtAnyMoment() {
    let stage = verification(1, .fixed(60))
    #expect(stage.moment(ofUser: 3, registered: Milliseconds(5)) == .zero)
    #expect(stage.moment(ofUser: 3, registered: Milliseconds(-5)) == Milliseconds(-5))
    let slow = verification(0, .fixed(60))
    #expect(slow.moment(ofUser: 3, registered: Milliseconds(5)) == Milliseconds(60_005))
  }
}
