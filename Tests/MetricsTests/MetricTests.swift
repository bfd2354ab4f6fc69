import Market
import Tables
import Testing

@testable import Metrics

struct MetricTests {
  @Test
  func `the metrics are those that are fixed, in that order`() {
    let names =
      "match_rate, service_rate, coverage, requests, drivers, matches, cause, attempts_per_match, time_to_match_s, "
      + "wait_s, wait_after_match_s, ride_s, passenger_detour_factor, time_to_pickup_s, driver_detour_s, "
      + "driver_detour_m, driver_detour_ratio, occupancy, vehicle_km, solo_km, vkt_saved_ratio, vkt_saved_km, "
      + "co2_saved_kg, seat_utilisation, drivers_sharing_ratio, preference_agreement"
    var found: [String] = []
    for metric in Metric.all {
      let name = metric.name.hasPrefix("cause.") ? "cause" : metric.name
      if found.last != name { found.append(name) }
    }
    #expect(found.joined(separator: ", ") == names)
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
