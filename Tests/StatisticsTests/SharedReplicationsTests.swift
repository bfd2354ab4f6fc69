import Statistics
import Testing

@Suite struct SharedReplicationsTests {
  @Test
  func `with all replications at all points it is the interval over the replications`() throws {
    let values = [[1.0, 4, 2, 7], [3, 5, 5, 6], [2, 2, 8, 1]]
    let weights = [0.5, 2, -1]
    let estimate = try #require(SharedReplications(values).estimate(weights))
    var sums = RunningStatistics()
    for k in 0..<4 { sums.add((0..<3).reduce(0) { $0 + weights[$1] * values[$1][k] }) }
    #expect(abs(estimate.value - sums.mean!) < 1e-12)
    #expect(abs(estimate.standardError - sums.standardError!) < 1e-12)
    #expect(abs(estimate.freedom - 3) < 1e-9)
    #expect(abs(estimate.interval().upperBound - sums.interval()!.upperBound) < 1e-9)
  }

  /// Two points with nothing in common are Welch's case, s₁²/n₁ + s₂²/n₂; of his 2.12 degrees of freedom two
  /// are taken.
  @Test
  func `without a common replication it is Welch's interval`() throws {
    let values: [[Double?]] = [
      [1, 4, 2, 7, nil, nil, nil], [nil, nil, nil, nil, 30, 50, 55],
    ]
    let estimate = try #require(SharedReplications(values).estimate([-1, 1]))
    // scipy.stats.ttest_ind([30, 50, 55], [1, 4, 2, 7], equal_var=False)
    #expect(abs(estimate.value / estimate.standardError - 5.353910259092257) < 1e-9)
    #expect(abs(estimate.freedom - 2) < 1e-9)
  }

  @Test
  func `a set of points that was observed once alone leaves no interval`() {
    #expect(SharedReplications([[1, 2, nil], [nil, nil, 3]]).estimate([1, 1]) == nil)
    #expect(SharedReplications([[1], [2]]).estimate([1, 1]) == nil)
    // Others that have these points too say how far they spread.
    #expect(SharedReplications([[1, 2, 4], [1, 3, nil]]).estimate([1, 1]) != nil)
  }
}
