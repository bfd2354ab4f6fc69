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

  /// The applications of `users` users who register a minute apart.
  private func outcome(
    _ share: Double = 0, delay: Law = .fixed(60), users: Int = 20_000,
    _ change: (inout ApplicationRules) -> Void
  ) -> Verification.Outcome {
    var rules = ApplicationRules()
    change(&rules)
    return verification(share, delay).outcome(
      of: (0..<users).map { Milliseconds(60_000 * Int64($0)) }, keys: (0..<UInt64(users)).map { $0 },
      by: rules,
      phase: .zero)
  }

  @Test("with none refused and nobody to decide, users are verified when they are without applications")
  func neverRefused() {
    let law = Law.lognormal(median: 600, sigma: 1)
    let outcome = outcome(0.4, delay: law, users: 500) { $0.refusedShare = 0 }
    let plain = verification(0.4, law)
    for user in 0..<500 {
      let moment = plain.moment(ofUser: UInt64(user), registered: Milliseconds(60_000 * Int64(user)))
      #expect(outcome.verified[user] == moment)
    }
    #expect(outcome.applications.count == outcome.verified.count { ($0 ?? .zero) > .zero })
  }

  @Test(
    "of those who apply n times at the most, (1 − r)·Σ (r·a)ᵏ over k < n are verified", arguments: [1, 2, 5])
  func refusals(most: Int32) throws {
    let (refused, again) = (0.3, 0.6)
    let outcome = outcome {
      $0.refusedShare = refused
      $0.againShare = again
      $0.most = most
    }
    var verified = RunningStatistics()
    for moment in outcome.verified { verified.add(moment == .never ? 0 : 1) }
    // A k-th application is made by (r·a)ᵏ⁻¹ of all, of which 1 − r are accepted.
    let expected = (0..<Int(most)).reduce(0.0) { $0 + pow(refused * again, Double($1)) * (1 - refused) }
    #expect(abs(try #require(verified.zScore(expected: expected))) < 3.5)
    #expect(outcome.applications.map(\.number).max() == most)
    for (first, second) in zip(outcome.applications, outcome.applications.dropFirst()) {
      #expect(first.way.came <= second.way.came)
    }
  }

  @Test("a team decides all applications in the order in which they come, second ones among the first")
  func inTurn() {
    var rules = TeamRules()
    rules.service = .fixed(100)
    let outcome = outcome(users: 2_000) {
      $0.team = rules
      $0.refusedShare = 0.4
      $0.againShare = 1
      $0.againDelay = .fixed(3_600)
    }
    var free = Milliseconds.zero
    var refusedAt: [UserIndex: Milliseconds] = [:]
    for application in outcome.applications {
      let way = application.way
      if application.number == 1 {
        #expect(way.came == Milliseconds(60_000 * Int64(Int(application.user))))
      } else {
        #expect(way.came - refusedAt[application.user]! == Milliseconds(3_600_000))
      }
      #expect(way.begun == max(way.came, free))
      #expect(way.decided - way.begun == Milliseconds(100_000))
      free = way.decided
      if application.isRefused { refusedAt[application.user] = way.decided }
    }
    #expect(outcome.applications.contains { $0.number == 2 })
  }

  @Test func reviewsAreRejectedByTheirShareAndLookedAtInTurn() throws {
    var rules = ModerationRules()
    rules.rejectedShare = 0.2
    rules.team.service = .fixed(60)
    var moderation = Moderation(rules, phase: .zero, random: RandomSource(seed: 3, replication: 0))
    var rejected = RunningStatistics()
    for number in 0..<20_000 as Range<UInt64> {
      let verdict = moderation.take(request: number, by: 7, at: Milliseconds(30_000 * Int64(number)))
      rejected.add(verdict.isRejected ? 1 : 0)
      // Twice as many come as can be looked at.
      #expect(verdict.way.begun == Milliseconds(60_000 * Int64(number)))
    }
    #expect(abs(try #require(rejected.zScore(expected: 0.2))) < 3.5)
  }
}
