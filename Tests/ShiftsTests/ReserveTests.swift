import Foundation
import Lifecycle
import Models
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Shifts

struct ReserveTests {
  /// One slot with so many places at one post, and volunteers who take any post: the first of them are assigned.
  private func festival(places: Int, volunteers: Int) -> Festival {
    var festival = Festival(
      programme: Programme(
        slots: [Slot("day", begin: Milliseconds(seconds: 1000), end: Milliseconds(seconds: 1100))],
        posts: [Post("desk", slots: [0], capacity: Int32(places))]))
    for id in 0..<volunteers {
      festival.append(
        id: Int64(id), signUp: Milliseconds(Int64(id)), isFlexible: true, wishes: [(0, [])])
    }
    return festival
  }

  private func run(_ festival: Festival, seed: UInt64, noShow: Double, reserve: Double) throws
    -> ShiftsRecords
  {
    var rules = ShiftRules()
    rules.deadline = Milliseconds(seconds: 500)
    rules.fields.behaviour.noShowProbability = noShow
    rules.fields.matching.reserveShare = reserve
    let lifecycle = Rules(random: RandomSource(seed: seed, replication: 0))
    return try ShiftsSimulation(festival, rules: lifecycle, shiftRules: rules).records()
  }

  /// The probabilities that so many of n happen.
  private func binomial(_ n: Int, _ p: Double) -> [Double] {
    (0...n).map { k in
      let log = lgamma(Double(n + 1)) - lgamma(Double(k + 1)) - lgamma(Double(n - k + 1))
      return exp(log + Double(k) * Foundation.log(p) + Double(n - k) * log1p(-p))
    }
  }

  @Test(arguments: [0.02, 0.1, 0.5])
  func `no-shows thin the places binomially`(probability: Double) throws {
    let (festival, places) = (festival(places: 40, volunteers: 40), 40.0)
    var (mean, square) = (RunningStatistics(), RunningStatistics())
    for seed in 0..<1_500 {
      let records = try run(festival, seed: UInt64(seed), noShow: probability, reserve: 0)
      let missing = Double(records.lifecycle.requests.count { $0.outcome == .noShow })
      #expect(records.lifecycle.requests.count { $0.outcome == .worked } == Int(places - missing))
      mean.add(missing)
      square.add((missing - places * probability) * (missing - places * probability))
    }
    let z = try #require(mean.zScore(expected: places * probability))
    #expect(abs(z) < 3.5, "mean: z = \(z)")
    let variance = try #require(square.zScore(expected: places * probability * (1 - probability)))
    #expect(abs(variance) < 3.5, "variance: z = \(variance)")
  }

  @Test(arguments: [(0.1, 0.1), (0.3, 0.2), (0.5, 0.05)])
  func `the reserve fills what the formula of two binomials says`(probability: Double, share: Double) throws {
    let places = 40
    let reserve = Int((Double(places) * share).rounded())
    // Missing are X of the places; of the reserve Y come, each called in turn until all places are manned.
    let (missing, coming) = (binomial(places, probability), binomial(reserve, 1 - probability))
    var expected = 0.0
    for (x, p) in missing.enumerated() {
      for (y, q) in coming.enumerated() { expected += p * q * Double(places - x + min(x, y)) }
    }
    var manned = RunningStatistics()
    let festival = festival(places: places, volunteers: 80)
    for seed in 0..<1_500 {
      let records = try run(festival, seed: UInt64(seed), noShow: probability, reserve: share)
      let requests = records.lifecycle.requests
      #expect(requests.count { $0.isReserve } == reserve)
      #expect(ShiftsMarketTests.fault(festival, records) == nil)
      let stepped = records.ledger.count { $0.kind == .steppedIn }
      #expect(stepped == requests.count { $0.isReplaced })
      #expect(
        requests.count { [.stoodBy, .reserveNoShow].contains($0.outcome) } + stepped == reserve)
      manned.add(Double(requests.count { $0.outcome == .worked }))
    }
    let z = try #require(manned.zScore(expected: expected))
    #expect(abs(z) < 3.5, "z = \(z)")
  }

  /// Ten places are held for answers that come after the slot has begun: nobody works, and nobody steps in.
  @Test func `a place held for an answer is not empty for the reserve`() throws {
    let festival = festival(places: 10, volunteers: 14)
    var rules = ShiftRules()
    (rules.deadline, rules.fields.matching.reserveShare) = (Milliseconds(seconds: 500), 0.4)
    for (delay, isLate) in [(400.0, false), (600.0, true)] {
      var lifecycle = Rules(random: RandomSource(seed: 1, replication: 0))
      lifecycle.answerDelay = Milliseconds(seconds: delay)
      // Everybody wishes for nothing and is assigned at the deadline, at 500 s; the slot begins at 1,000 s.
      let records = try ShiftsSimulation(festival, rules: lifecycle, shiftRules: rules).records()
      let requests = records.lifecycle.requests
      #expect(ShiftsMarketTests.fault(festival, records) == nil)
      #expect(requests.count { $0.outcome == .stoodBy } == 4)
      #expect(requests.count { $0.outcome == .worked } == (isLate ? 0 : 10))
      #expect(requests.count { $0.cause == .tooLate } == (isLate ? 10 : 0))
      #expect(records.ledger.count { $0.kind == .steppedIn } == 0)
    }
  }

  @Test func `who is in the reserve has no other shift then, and no more than they take`() {
    var (stepped, stood) = (0, 0)
    for assignment in [AssignmentPolicy.greedy, .optimal] {
      forAll(seeds: 0..<60) { seed in
        let festival = MadeUp.festival(
          seed: seed, volunteers: 90, slots: 5, posts: 3, flexible: 0.7, limited: 0.6)
        var simulation = MadeUp.simulation(festival, seed: seed, assignment: assignment)
        simulation.shiftRules.fields.behaviour.noShowProbability = 0.3
        simulation.shiftRules.fields.matching.reserveShare = 0.3
        let records = try simulation.records()
        if let fault = ShiftsMarketTests.fault(festival, records) { return fault }
        let requests = records.lifecycle.requests
        stepped += records.ledger.count { $0.kind == .steppedIn }
        stood += requests.count { $0.outcome == .stoodBy }
        for slot in festival.programme.slots.places {
          let size = requests.indices.count {
            requests[$0].isReserve && festival.requests[$0].slot == slot
          }
          let most = (0.3 * Double(festival.programme.places(in: slot))).rounded(.up)
          if Double(size) > most { return "\(size) in the reserve of \(slot), at most \(most)" }
        }
        for volunteer in festival.volunteers {
          let standing = volunteer.requests.filter { requests[$0].isReserve }
          if !standing.isEmpty && standing.contains(where: { !festival.requests[$0].isFlexible }) {
            return "somebody is in the reserve who does not take any post"
          }
        }
        return nil
      }
    }
    #expect(stepped > 100 && stood > 20, "\(stepped) stepped in, \(stood) stood by")
  }

  @Test func `a place given back after the deadline is the reserve's, too`() throws {
    let festival = festival(places: 10, volunteers: 13)
    var seen = 0
    for seed in 0..<200 {
      var rules = ShiftRules()
      rules.deadline = Milliseconds(seconds: 500)
      rules.fields.matching.reserveShare = 0.3
      var lifecycle = Rules(random: RandomSource(seed: UInt64(seed), replication: 0))
      lifecycle.requesterCancelProbability = 0.1
      let records = try ShiftsSimulation(festival, rules: lifecycle, shiftRules: rules).records()
      let withdrawn = records.ledger.count { $0.kind == .withdrawn }
      guard (1...3).contains(withdrawn) else { continue }
      seen += 1
      #expect(records.lifecycle.requests.count { $0.outcome == .worked } == 10)
      #expect(records.ledger.count { $0.kind == .steppedIn } == withdrawn)
    }
    #expect(seen > 50)
  }

  @Test func `without a reserve, and with one for nobody, everything is as it was`() throws {
    func fingerprint(_ overrides: [String]) throws -> String {
      let (scenario, folder) = try Given.shipped("shifts-recorded", overrides: overrides)
      return "\(try ShiftsWorld(scenario, folder: folder).run(.init()).records.ledger)"
    }
    let none = try fingerprint(["matching.reserve_share=0"])
    #expect(try fingerprint(["matching.reserve_share=1"]) == none)
  }
}
