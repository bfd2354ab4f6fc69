import Statistics
import Testing

@Suite struct ControlledMeanTests {
  private static let purpose = Purpose(rawValue: 900_039)

  /// Made figures with two controls whose share of the variance is known: ρ² = 0.64.
  private static func study(_ number: UInt64, count: Int) -> (responses: [Double], controls: [[Double]]) {
    var draws = KeyedGenerator(seed: number, replication: 0, purpose: purpose)
    let rows = (0..<count).map { _ in
      let (a, b) = (draws.normal(), draws.normal())
      return (0.5 + 0.8 * a - 0.4 * b + 0.67082039 * draws.normal(), [30 * a, 0.01 * b])
    }
    return (rows.map(\.0), rows.map(\.1))
  }

  /// The intercept of ordinary least squares: NumPy 2.4's `lstsq` and `inv` on six rows.
  @Test func theMeanIsTheInterceptOfTheRegression() throws {
    let responses = [1.0, 2.5, 2.0, 4.1, 3.2, 5.0]
    let mean = try #require(ControlledMean(responses, controls: [[-2], [-1], [0], [1], [0.5], [3]]))
    let x = [-2.0, -1, 0, 1, 0.5, 3]
    // The normal equations of a line, by hand.
    let (sx, sy) = (x.reduce(0, +), responses.reduce(0, +))
    let (sxx, sxy) = (x.reduce(0) { $0 + $1 * $1 }, zip(x, responses).reduce(0) { $0 + $1.0 * $1.1 })
    let slope = (6 * sxy - sx * sy) / (6 * sxx - sx * sx)
    #expect(abs(mean.coefficients[0] - slope) < 1e-12)
    #expect(abs(mean.mean - (sy - slope * sx) / 6) < 1e-12 && mean.freedom == 4)
    let residuals = zip(x, responses).map { $1 - mean.mean - slope * $0 }
    let variance = residuals.reduce(0) { $0 + $1 * $1 } / 4 * (sxx / (6 * sxx - sx * sx))
    #expect(abs(mean.standardError - variance.squareRoot()) < 1e-12)
  }

  @Test(arguments: [10, 20]) func intervalsHoldTheTruthAndAreNarrower(count: Int) throws {
    let studies = 1000
    var held = 0
    var ratio = 0.0
    for number in 0..<studies {
      let (responses, controls) = Self.study(UInt64(number), count: count)
      let mean = try #require(ControlledMean(responses, controls: controls))
      held += mean.interval().contains(0.5) ? 1 : 0
      ratio += mean.varianceRatio / Double(studies)
    }
    print(
      "coverage: mean with two controls, \(count) replications: \(Double(held) / Double(studies)), variance × \(ratio)"
    )
    #expect((0.93...0.97).contains(Double(held) / Double(studies)))
    // What controls leave of the variance is 0.36 (0.45 ÷ 1.25); estimating them takes some back, of ten runs more than of twenty.
    #expect(ratio < (count == 10 ? 0.65 : 0.5))
  }

  @Test func whatCannotBeRegressedHasNoControlledMean() {
    #expect(ControlledMean([1, 2, 3, 4], controls: [[1], [2], [3], [5]]) == nil, "too few")
    let six = [1.0, 2, 4, 3, 5, 6]
    #expect(ControlledMean(six, controls: six.map { _ in [0] }) == nil, "a control without spread")
    #expect(
      ControlledMean(six, controls: six.map { [$0, 2 * $0] }) == nil, "controls that depend on each other")
    #expect(ControlledMean(six.map { _ in 1 }, controls: six.map { [$0] }) == nil, "nothing to explain")
  }
}
