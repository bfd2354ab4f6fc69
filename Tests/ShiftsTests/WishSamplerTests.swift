import Foundation
import Lifecycle
import Metrics
import Models
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Shifts

struct WishSamplerTests {
  private func programme(_ capacities: [Int32]) -> Programme {
    Programme(
      slots: [Slot("day", begin: Milliseconds(seconds: 10_000), end: Milliseconds(seconds: 10_100))],
      posts: capacities.enumerated().map { Post("p\($0)", slots: [0], capacity: $1) })
  }

  private func plan(_ change: (inout SyntheticVolunteers) -> Void) -> SyntheticVolunteers {
    var plan = SyntheticVolunteers()
    change(&plan)
    return plan
  }

  private func draws(_ number: Int) -> KeyedGenerator {
    KeyedGenerator(seed: 7, replication: 0, purpose: .rows, UInt64(number))
  }

  @Test(arguments: [0, 1, 3.5])
  func `a post is chosen as the logit formula says`(strength: Double) {
    let sampler = WishSampler(
      programme([4, 4, 4, 4]),
      plan {
        ($0.wishesMin, $0.wishesMax) = (1, 1)
        ($0.popularityExponent, $0.seesStrength) = (0.8, strength)
      })
    let free = [0, 0.25, 0.5, 1]
    var counts = Array(repeating: 0.0, count: 4)
    for number in 0..<20_000 {
      var draws = draws(number)
      counts[Int(sampler.wishes(in: 0, at: .zero, &draws, free: free)[0].shift)] += 1
    }
    let worths = free.enumerated().map { pow(Double($0 + 1), -0.8) * exp(strength * $1) }
    let whole = worths.reduce(0, +)
    let chiSquared = zip(counts, worths).reduce(0.0) { sum, pair in
      let expected = 20_000 * pair.1 / whole
      return sum + (pair.0 - expected) * (pair.0 - expected) / expected
    }
    // The 99.9th percentile with three degrees of freedom.
    #expect(chiSquared < 16.27, "\(counts)")
  }

  @Test func `at strength 0 the counts change no draw, at others not how many are wished for`() {
    let programme = programme([1, 2, 3, 4, 5])
    for number in 0..<500 {
      var (one, other, third) = (draws(number), draws(number), draws(number))
      let free = [0, 1, 0.5, 0.25, 0]
      let without = WishSampler(programme, plan { $0.seesStrength = 0 })
      let with = WishSampler(programme, plan { $0.seesStrength = 4 })
      let plain = without.wishes(in: 0, at: .zero, &one)
      #expect(plain == without.wishes(in: 0, at: .zero, &other, free: free))
      #expect(plain.count == with.wishes(in: 0, at: .zero, &third, free: free).count)
    }
  }

  @Test func `all posts are wished for where one is worth hardly anything`() {
    let sampler = WishSampler(
      programme([1, 1, 1]),
      plan {
        ($0.wishesMin, $0.wishesMax) = (3, 3)
        ($0.popularityExponent, $0.seesStrength) = (10, 100)
      })
    var draws = draws(1)
    let wishes = sampler.wishes(in: 0, at: .zero, &draws, free: [1, 0, 0])
    #expect(Set(wishes.map(\.shift)) == [0, 1, 2] && wishes[0].shift == 0)
  }

  /// The law of how many of n volunteers are at the first of two posts of c places, each of whom chose by the counts: person
  /// by person.
  private func law(volunteers n: Int, places c: Double, strength: Double) -> [Double] {
    var law = [1.0]
    for signedUp in 0..<n {
      var next = Array(repeating: 0.0, count: law.count + 1)
      for (first, probability) in law.enumerated() {
        let one = exp(strength * (1 - Double(first) / c))
        let other = exp(strength * (1 - Double(signedUp - first) / c))
        next[first + 1] += probability * one / (one + other)
        next[first] += probability * other / (one + other)
      }
      law = next
    }
    return law
  }

  @Test(arguments: [0, 2, 8])
  func `volunteers who see the counts spread as the chain of their choices says`(strength: Double) throws {
    let (n, c) = (30, 40)
    let expected = law(volunteers: n, places: Double(c), strength: strength)
    let mean = expected.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element }
    let square = expected.enumerated().reduce(0) { $0 + Double($1.offset * $1.offset) * $1.element }
    var programme = Festival(programme: programme([Int32(c), Int32(c)]))
    programme.sampler = WishSampler(
      programme.programme,
      plan {
        ($0.wishesMin, $0.wishesMax) = (1, 1)
        ($0.popularityExponent, $0.seesStrength) = (0, strength)
      })
    for id in 0..<n {
      // Who comes wishes for something else first: what is drawn at sign-up counts.
      programme.append(
        id: Int64(id), signUp: Milliseconds(seconds: Double(id)), isFlexible: false, wishes: [(0, [Wish(0)])])
    }
    var (first, squares) = (RunningStatistics(), RunningStatistics())
    for seed in 0..<2_000 {
      var rules = ShiftRules()
      rules.deadline = Milliseconds(seconds: 5_000)
      let simulation = ShiftsSimulation(
        programme, rules: Rules(random: RandomSource(seed: UInt64(seed), replication: 0)), shiftRules: rules)
      let records = try simulation.records()
      let count = records.lifecycle.requests.count { $0.section == 0 }
      #expect(records.wishes.count { $0.shift == 0 } == count)
      first.add(Double(count))
      squares.add((Double(count) - mean) * (Double(count) - mean))
    }
    let z = try #require(first.zScore(expected: mean))
    #expect(abs(z) < 3.5, "mean: z = \(z)")
    let variance = try #require(squares.zScore(expected: square - mean * mean))
    #expect(abs(variance) < 3.5, "variance: z = \(variance)")
  }

  @Test func `a festival with the counts seen at strength 0 is today's, to the byte`() throws {
    func fingerprint(_ overrides: [String]) throws -> Fingerprint {
      let (scenario, folder) = try Given.shipped("shifts", overrides: ["volunteers.count=200"] + overrides)
      return try ShiftsWorld(scenario, folder: folder).results().digest().fingerprint
    }
    let today = try fingerprint([])
    #expect(try fingerprint(["volunteers.sees=counts", "volunteers.sees_strength=0"]) == today)
    #expect(try fingerprint(["volunteers.sees=counts", "volunteers.sees_strength=3"]) != today)
  }
}
