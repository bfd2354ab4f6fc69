import Foundation
import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Services

/// Work that was done is disputed: reviews are hidden until the decision, and what was paid may be given back.
struct DisputesTests {
  /// One provider, paid 100 an hour, whose work is disputed and reviewed with two stars.
  private static func setup(refunds: Double, settlement: Settlement) -> ServicesSetup {
    var provider = Provider.at(0, 0)
    provider.price = 100
    var setup = ServicesSetup(trades: .one, providers: [provider], jobs: [.at(0, 0, minutes: 60)])
    setup.settlement = settlement
    setup.conduct.reviews.probability = 1
    setup.conduct.reviews.starWeights = [0, 1, 0, 0, 0]
    setup.conduct.reviews.moderationDelay = Milliseconds(seconds: 1)
    setup.conduct.reviews.ratingWeight = 1
    var disputes = ConductRules.Disputes()
    disputes.probability = 1
    disputes.refundProbability = refunds
    setup.conduct.disputes = disputes
    return setup
  }

  @Test("A refund gives the client back what was paid, and the provider the commission")
  func refundsMoney() throws {
    let run = try Self.setup(refunds: 1, settlement: .money(commission: 200_000)).run()
    #expect(run.ledger.entries.map(\.purpose) == [.payment, .commission, .refund, .commissionRefund])
    #expect(run.ledger.entries.map(\.amount) == [100, 20, 100, 20])
    #expect([.service, .clients, .provider(0)].allSatisfy { run.ledger.balance(of: $0) == 0 })
    #expect(run.ledger.entries[2].time == run.appointments[0].dispute?.decided)
    let kept = try Self.setup(refunds: 0, settlement: .money(commission: 200_000)).run()
    #expect(kept.ledger.entries.map(\.purpose) == [.payment, .commission])
  }

  @Test(
    "Hours that a member has spent are given back by the service, and nobody falls below the least balance")
  func refundsHours() {
    var given = 0
    forAll(seeds: 0..<20) { seed in
      // Member 0 works an hour for member 1, and spends both hours on member 1 before the dispute is decided.
      let members = (0..<2).map { Provider.at(0, 0, id: Int64($0)) }
      var first = Job.at(0, 0, minutes: 60, id: 1)
      first.client = 1
      var second = Job.at(0, 0, submit: 3_700, minutes: 120, id: 2)
      second.client = 0
      var setup = ServicesSetup(trades: .one, providers: members, jobs: [first, second])
      setup.settlement = .timeCredits(start: 3_600_000, floor: 0)
      setup.random = RandomSource(seed: seed, replication: 0)
      var disputes = ConductRules.Disputes()
      disputes.probability = 1
      disputes.refundProbability = 1
      disputes.delay = Milliseconds(seconds: 1e7)
      setup.conduct.disputes = disputes
      let run = try setup.run()
      var balances: [ServiceAccount: Int64] = [:]
      for entry in run.ledger.entries {
        balances[entry.from, default: 0] -= entry.amount
        balances[entry.to, default: 0] += entry.amount
        if entry.from != .service, balances[entry.from, default: 0] < 0 { return "\(entry.from) fell below" }
      }
      let refunds = run.ledger.entries.filter { $0.purpose == .refund }
      given += refunds.count { $0.from == .service }
      let sum = refunds.reduce(0) { $0 + $1.amount }
      return sum == 10_800_000 && balances.values.reduce(0, +) == 0 ? nil : "\(sum) ms were given back"
    }
    #expect(given > 0)
  }

  @Test("A review is shown, hidden while the work is disputed, and shown again")
  func hidesReviews() throws {
    var setup = Self.setup(refunds: 0, settlement: .money(commission: 0))
    // Jobs that look at the rating all the time.
    setup.jobs += (1...400).map { number in
      var probe = Job.at(0, 0, submit: 4_000 + 2_000 * Double(number), minutes: 1, id: Int64(number + 1))
      probe.isProbe = true
      return probe
    }
    let run = try setup.run()
    let dispute = try #require(run.appointments[0].dispute)
    let shown = Milliseconds(seconds: 3_601)
    for attempt in run.attempts.dropFirst() {
      // (4 + 2) ÷ 2 stars with the review, 4 without.
      let isShown = attempt.time > shown && !dispute.isOpen(at: attempt.time)
      #expect(attempt.rating == (isShown ? 3_000 : 4_000))
    }
    #expect(run.attempts.contains { dispute.isOpen(at: $0.time) })
    #expect(run.reviews[0].shown == dispute.decided && run.providers[0].reviews == 1)
  }

  @Test("A review that is due while the work is disputed is shown when that is decided")
  func waitsForTheDecision() throws {
    var setup = Self.setup(refunds: 0, settlement: .money(commission: 0))
    setup.conduct.disputes?.delay = .zero
    setup.conduct.reviews.moderationDelay = Milliseconds(seconds: 60)
    let early = try setup.run()
    #expect(early.reviews[0].shown == early.appointments[0].dispute?.decided)
    setup.conduct.reviews.moderationDelay = Milliseconds(seconds: 1e8)
    let late = try setup.run()
    #expect(late.reviews[0].shown == late.reviews[0].due && late.providers[0].reviews == 1)
  }

  @Test("Disputes thin the work done binomially, and their times are exponential")
  func followTheirLaws() throws {
    let jobs = (1...4_000).map { Job.at(0, 0, submit: 100_000 * Double($0), minutes: 10, id: Int64($0)) }
    var setup = ServicesSetup(trades: .one, providers: [.at(0, 0)], jobs: jobs)
    var rules = ConductRules.Disputes()
    rules.probability = 0.3
    rules.delay = Milliseconds(seconds: 5_000)
    rules.decision = Milliseconds(seconds: 20_000)
    rules.refundProbability = 0.6
    setup.conduct.disputes = rules
    let run = try setup.run()
    let disputed = run.appointments.filter { $0.dispute != nil }
    #expect(run.appointments.count == jobs.count)
    #expect(abs(Self.zScore(disputed.count, of: jobs.count, 0.3)) < 4)
    #expect(abs(Self.zScore(disputed.count { $0.dispute?.refunds == true }, of: disputed.count, 0.6)) < 4)
    // The largest distance of the empirical from the exponential law: below 2 ÷ √n with all but certainty (Kolmogorov).
    let delays = disputed.compactMap { appointment in
      appointment.dispute.flatMap { dispute in appointment.finished.map { (dispute.opens - $0).seconds } }
    }
    let decisions = disputed.compactMap { $0.dispute.map { ($0.decided - $0.opens).seconds } }
    for (sample, mean) in [(delays, 5_000.0), (decisions, 20_000)] {
      let distance = sample.sorted().enumerated().map { place, value in
        abs(Double(place + 1) / Double(sample.count) - (1 - exp(-value / mean)))
      }.max()
      #expect((distance ?? 1) * Double(sample.count).squareRoot() < 2)
    }
  }

  private static func zScore(_ count: Int, of all: Int, _ share: Double) -> Double {
    (Double(count) - share * Double(all)) / (share * (1 - share) * Double(all)).squareRoot()
  }
}
