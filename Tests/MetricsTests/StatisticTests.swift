import Testing

@testable import Metrics

struct StatisticTests {
  @Test
  func `the statistics are those that are fixed, in that order`() {
    let names = "value, mean, sd, min, p05, p25, median, p75, p90, p95, p99, max, count"
    #expect(Statistic.allCases.map(\.rawValue).joined(separator: ", ") == names)
  }
}
