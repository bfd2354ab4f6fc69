import Community
import Foundation
import Quantities
import Statistics
import TestSupport
import Testing

/// Who leaves a service that fails them.
@Suite struct ChurnTests {
  /// How often each of `users` asks until they leave, where each request succeeds with probability `success`.
  private func requests(_ rules: ChurnRules, success: Double, users: Int) -> [Int] {
    var churn = Churn(rules, users: users, random: RandomSource(seed: 21, replication: 0))
    var draws = SplitMix64(seed: 2)
    var key: UInt64 = 0
    return (0..<UserIndex(users)).map { user in
      var count = 0
      while !churn.hasLeft(user) {
        count += 1
        key += 1
        let hasLeft = churn.settle(user, success: draws.chance(success), request: key)
        #expect(hasLeft == churn.hasLeft(user))
      }
      return count
    }
  }

  @Test("who leaves after one failure asks geometrically often", arguments: [1, 0.5])
  func geometric(probability: Double) {
    var rules = ChurnRules()
    rules.afterFailures = 1
    rules.probability = probability
    let users = 4_000
    let counts = requests(rules, success: 0.6, users: users)
    let end = 0.4 * probability
    let observed = (1...8).map { n in counts.count { $0 == n } } + [counts.count { $0 > 8 }]
    let expected = (1...8).map { Double(users) * end * pow(1 - end, Double($0 - 1)) }
    let rest = Double(users) * pow(1 - end, 8)
    #expect(ChiSquare.pValue(observed: observed, expected: expected + [rest]) > 0.001)
  }

  @Test("three failures in a row come after (1 − q³) ÷ ((1 − q)·q³) requests in the mean")
  func inARow() {
    let q = 0.5
    var statistics = RunningStatistics()
    for count in requests(ChurnRules(), success: 1 - q, users: 4_000) {
      #expect(count >= 3)
      statistics.add(Double(count))
    }
    let cubed = q * q * q
    #expect(abs(statistics.zScore(expected: (1 - cubed) / ((1 - q) * cubed))!) < 3.5)
  }

  @Test func aSuccessMakesUpForFailuresAndWhoHasLeftDoesNotLeaveAgain() {
    var churn = Churn(ChurnRules(), users: 2, random: RandomSource(seed: 1, replication: 0))
    var left: [Bool] = []
    for success in [false, false, true, false, false, false, false, true] {
      left.append(churn.settle(1, success: success, request: 1))
    }
    #expect(left == [false, false, false, false, false, true, false, false])
    #expect(churn.hasLeft(1) && !churn.hasLeft(0))
  }
}
