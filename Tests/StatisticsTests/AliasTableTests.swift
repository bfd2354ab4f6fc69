import TestSupport
import Testing

@testable import Statistics

@Suite struct AliasTableTests {
  private func counts(_ weights: [Double], draws: Int = 200_000) -> [Int] {
    let table = AliasTable(weights)
    var generator = KeyedGenerator(seed: 7, replication: 0, purpose: Purpose(rawValue: 1), 0)
    var counts = Array(repeating: 0, count: weights.count)
    for _ in 0..<draws { counts[table.draw(&generator)] += 1 }
    return counts
  }

  @Test(
    arguments: [[1], [1, 1], [3, 0, 1], [0, 0, 5, 1e-3, 2, 0], [1e-9, 1e9], (1...100).map { Double($0) }]
      as [[Double]])
  func drawsFollowTheWeights(weights: [Double]) {
    let counts = counts(weights)
    let sum = weights.reduce(0, +)
    #expect(zip(counts, weights).allSatisfy { $1 > 0 || $0 == 0 })
    // Classes of which fewer than five are expected are no matter for the test.
    let classes = zip(counts, weights).filter { 200_000 * $1 / sum >= 5 }
    if classes.count > 1 {
      let p = ChiSquare.pValue(observed: classes.map(\.0), expected: classes.map { 200_000 * $1 / sum })
      #expect((0.0005...0.9995).contains(p))
    }
  }

  /// The chance of each index is the sum over the columns that lead to it: exactly its weight, up to rounding.
  @Test func everyColumnIsSharedAsTheWeightsSay() {
    var generator = KeyedGenerator(seed: 8, replication: 0, purpose: Purpose(rawValue: 1), 0)
    for size in [1, 2, 3, 10, 1_000] {
      let weights = (0..<size).map { $0 % 7 == 5 ? 0 : generator.uniform() }
      let chances = AliasTable(weights).chances
      let sum = weights.reduce(0, +)
      for (chance, weight) in zip(chances, weights) { #expect(abs(chance - weight / sum) < 1e-12) }
    }
  }
}

extension AliasTable {
  /// The probability of each index.
  fileprivate var chances: [Double] {
    var chances = Array(repeating: 0.0, count: shares.count)
    for column in shares.indices {
      chances[column] += shares[column] / Double(shares.count)
      if shares[column] < 1 { chances[Int(aliases[column])] += (1 - shares[column]) / Double(shares.count) }
    }
    return chances
  }
}
