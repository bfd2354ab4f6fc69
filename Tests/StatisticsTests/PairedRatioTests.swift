import Foundation
import Testing

@testable import Statistics

struct PairedRatioTests {
  @Test
  func `the pseudomedian is that of Hollander and Wolfe`() {
    // Depression scores of nine patients before and after tranquillizers (Hollander and Wolfe 1973, table 3.1);
    // R's `wilcox.test(…, paired = TRUE, conf.int = TRUE)` documents the pseudomedian 0.46 of the differences.
    let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    let differences = zip(before, after).map { $0 - $1 }
    #expect(abs(PairedRatio.pseudomedian(differences) - 0.46) < 1e-12)
  }

  @Test
  func `the p-value is that of all sign patterns`() {
    // The same data: exact two-sided p of the signed-rank test, V = 40: 0.0390625, as R prints.
    let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    let pairs = zip(before, after).map { (first: exp($1), second: exp($0)) }
    let ratio = PairedRatio(pairs, flips: 199_999, seed: 3)
    #expect(abs(ratio.pValue - 0.0390625) < 4 * (0.0390625 / 200_000).squareRoot())
    #expect(abs(ratio.estimate - exp(0.46)) < 1e-9)
  }

  @Test
  func `the pseudomedian is the middle of all means of two`() {
    var draws = KeyedGenerator(seed: 4, replication: 0, purpose: Purpose(rawValue: 930))
    for count in 1..<30 {
      let values = (0..<count).map { _ in (draws.uniform() * 8).rounded() }
      var means: [Double] = []
      for i in 0..<count { for j in i..<count { means.append((values[i] + values[j]) / 2) } }
      means.sort()
      let middle = means.count / 2
      let expected = means.count % 2 == 1 ? means[middle] : (means[middle - 1] + means[middle]) / 2
      #expect(PairedRatio.pseudomedian(values) == expected)
    }
  }

  @Test
  func `equal values share their rank`() {
    #expect(PairedRatio.ranks([3, 1, 3, 2]) == [3.5, 1, 3.5, 2])
  }

  @Test
  func `a few disturbed pairs do not move the estimate`() {
    let clean = (0..<20).map { (first: 1.0, second: 1.1 + 0.001 * Double($0 % 3)) }
    let disturbed = clean.dropLast(3) + Array(repeating: (first: 1.0, second: 9.0), count: 3)
    let ratio = PairedRatio(Array(disturbed), seed: 1)
    #expect(abs(ratio.estimate - 1.1) < 0.005)
    #expect(ratio.interval.lowerBound > 1.09 && ratio.pValue < 0.001)
    #expect(ratio == PairedRatio(Array(disturbed), seed: 1))
  }
}
