import Tables
import Testing

@testable import Metrics

/// The names of figures in words.
struct MetricTitleTests {
  @Test(arguments: [
    ("match_rate", "ratio", "Match rate"), ("wait_s", "s", "Wait"), ("walk_m", "m", "Walk"),
    ("vkt_saved_ratio", "ratio", "VKT saved"), ("vkt_saved_km", "km", "VKT saved"),
    ("co2_saved_kg", "kg", "CO₂ saved"),
    ("cause.no_seats", "count", "Cause: no seats"), ("rebooked.all", "count", "Rebooked: all"),
    ("ratio", "ratio", "Ratio"), ("s", "s", "S"), ("", "", ""),
  ])
  func `a title is the words of the name, without the unit`(name: String, unit: String, title: String) {
    #expect(Metric.title(of: name, in: unit) == title)
  }

  @Test func `a statistic follows the title, and a market may give one`() {
    let all = Metric.Population("all", "All.")
    let wait = Metric("wait_s", .seconds, over: all, isDistribution: true, "The wait.")
    #expect(FigureColumn(wait, .mean).title == "Wait, mean")
    #expect(FigureColumn(wait, .p95).title == "Wait, 95\u{A0}% quantile")
    #expect(FigureColumn(wait, .p05).title == "Wait, 5\u{A0}% quantile")
    let share = Metric(
      "drivers_sharing_ratio", .ratio, over: all, title: "Drivers who shared", "Those who shared.")
    #expect(FigureColumn(share).title == "Drivers who shared")
  }
}
