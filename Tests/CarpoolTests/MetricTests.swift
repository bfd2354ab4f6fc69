import Metrics
import Tables
import Testing
import Travellers

@testable import Carpool

struct MetricTests {
  @Test
  func `no two metrics have one name`() {
    #expect(Set(CarpoolModel.figures.metrics.map(\.name)).count == CarpoolModel.figures.metrics.count)
  }

  @Test
  func `every cause that a request can end for has a metric of its own`() {
    let causes = CarpoolModel.figures.metrics.filter { $0.name.hasPrefix("cause.") }.map(\.name)
    #expect(
      causes
        == Cause.allCases.filter { $0 != .leftService && $0 != .noAccount }.map { "cause." + $0.rawValue })
    #expect(causes.first == "cause.no_driver")
  }

  @Test
  func `a metric's name carries its unit`() {
    for metric in CarpoolModel.figures.metrics {
      let suffixes: [(Unit, String)] = [
        (.seconds, "_s"), (.metres, "_m"), (.kilometres, "_km"), (.kilograms, "_kg"),
      ]
      for (unit, suffix) in suffixes where !["cause.", "lost_to."].contains(where: metric.name.hasPrefix) {
        #expect((metric.unit == unit) == metric.name.hasSuffix(suffix), "\(metric.name)")
      }
    }
  }
}
