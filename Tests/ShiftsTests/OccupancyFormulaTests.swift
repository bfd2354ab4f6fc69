import Foundation
import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Shifts

struct OccupancyFormulaTests {
  /// m·E[min(Bin(n, 1/m), c)]: the places filled when n volunteers wish evenly for one of m posts of c places.
  static func expected(volunteers n: Int, posts m: Int, places c: Int) -> Double {
    let p = 1 / Double(m)
    let mean = (0...n).reduce(0.0) { sum, k in
      let log = lgamma(Double(n + 1)) - lgamma(Double(k + 1)) - lgamma(Double(n - k + 1))
      return sum + Double(min(k, c)) * exp(log + Double(k) * Foundation.log(p) + Double(n - k) * log1p(-p))
    }
    return Double(m) * mean
  }

  @Test(arguments: [(60, 20, 3), (300, 20, 10), (45, 15, 1)])
  func `first come, first served fills what the occupancy formula says`(n: Int, m: Int, c: Int) throws {
    var filled = RunningStatistics()
    for seed in 0..<400 {
      var festival = Festival(
        programme: Programme(
          slots: [Slot("day", begin: Milliseconds(seconds: 100), end: Milliseconds(seconds: 200))],
          posts: (0..<m).map { Post("p\($0)", slots: [0], capacity: Int32(c)) }))
      for id in 0..<n {
        var draws = KeyedGenerator(seed: UInt64(seed), replication: 0, purpose: .rows, UInt64(id))
        festival.append(
          id: Int64(id), signUp: Milliseconds(Int64(id)), isFlexible: false,
          wishes: [(0, [Wish(ShiftIndex(draws.integer(in: 0..<m)))])])
      }
      var rules = ShiftRules()
      rules.deadline = Milliseconds(seconds: 50)
      rules.fields.matching.assignment = .none
      let random = RandomSource(seed: UInt64(seed), replication: 0)
      let records = try ShiftsSimulation(festival, rules: Rules(random: random), shiftRules: rules).records()
      filled.add(Double(records.lifecycle.requests.count { $0.outcome == .worked }))
    }
    let z = try #require(filled.zScore(expected: Self.expected(volunteers: n, posts: m, places: c)))
    #expect(abs(z) < 3.5, "z = \(z)")
  }

  @Test func `Little's law holds of the requests that wait and of the places held`() throws {
    let festival = MadeUp.festival(seed: 11, volunteers: 300, slots: 5, posts: 8, flexible: 0.5)
    let records = try MadeUp.simulation(festival, seed: 11, assignment: .optimal).records()
    // The area under the number of places held, by time and by sign-up.
    var byTime: Int64 = 0
    var held: Int64 = 0
    var last = Milliseconds.zero
    for change in records.ledger {
      byTime += held * (change.time - last).rawValue
      held += Int64(change.taken)
      last = change.time
    }
    let end = records.lifecycle.end
    byTime += held * (end - last).rawValue
    var since: [SignUpIndex: Milliseconds] = [:]
    var bySignUp: Int64 = 0
    for change in records.ledger {
      if change.taken > 0 { since[change.request] = change.time }
      if change.taken < 0, let begin = since.removeValue(forKey: change.request) {
        bySignUp += (change.time - begin).rawValue
      }
    }
    for begin in since.values { bySignUp += (end - begin).rawValue }
    #expect(byTime == bySignUp && byTime > 0)
  }
}
