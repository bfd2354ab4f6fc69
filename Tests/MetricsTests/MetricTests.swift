import Tables
import Testing
import Travellers

@testable import Metrics

struct MetricTests {
  @Test
  func `no two metrics have one name`() {
    #expect(Set(Metric.all.map(\.name)).count == Metric.all.count)
  }

  @Test
  func `every cause has a metric of its own`() {
    let causes = Metric.all.filter { $0.name.hasPrefix("cause.") }.map(\.name)
    #expect(causes == Cause.allCases.map { "cause." + $0.rawValue })
    #expect(causes.first == "cause.no_driver_in_radius")
  }

  @Test
  func `the statistics are those that are fixed, in that order`() {
    let names = "value, mean, sd, min, p05, p25, median, p75, p90, p95, p99, max, count"
    #expect(Statistic.allCases.map(\.rawValue).joined(separator: ", ") == names)
  }

  @Test
  func `a metric's name carries its unit`() {
    for metric in Metric.all {
      let suffixes: [(Unit, String)] = [
        (.seconds, "_s"), (.metres, "_m"), (.kilometres, "_km"), (.kilograms, "_kg"),
      ]
      for (unit, suffix) in suffixes where !metric.name.hasPrefix("cause.") {
        #expect((metric.unit == unit) == metric.name.hasSuffix(suffix), "\(metric.name)")
      }
    }
  }
}
