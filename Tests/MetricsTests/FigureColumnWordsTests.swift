import Tables
import Testing

@testable import Metrics

/// How figures read on a terminal, on a page and in a notebook.
struct FigureColumnWordsTests {
  private static let whole = Metric.Population("all", "All.")

  private func words(_ value: Double, _ metric: Metric, _ statistic: Statistic = .value) -> String {
    FigureColumn(metric, statistic).words(value).replacing("\u{A0}", with: " ")
  }

  @Test
  func `a share reads in per cent and a long time in minutes, not as six decimals`() {
    let rate = Metric("rate", .ratio, over: Self.whole, "A part ÷ its whole.")
    let factor = Metric("factor", .ratio, over: Self.whole, isShare: false, "Travelled ÷ direct.")
    let time = Metric("time_s", .seconds, over: Self.whole, isDistribution: true, "Time.")
    #expect(words(0.438667, rate) == "43.9 %")
    #expect(words(-0.0521, rate) == "-5.2 %")
    #expect(words(1.111474, factor) == "1.11")
    #expect(words(2580.415, time, .mean) == "43 min 00 s")
    #expect(words(209.106, time, .mean) == "3 min 29 s")
    #expect(words(3.25, time, .mean) == "3.2 s")
    #expect(words(1234, time, .count) == "1,234")
    #expect(words(2954.4, Metric("km", .kilometres, over: Self.whole, "Ways.")) == "2,954 km")
  }

  @Test
  func `in a column the unit stands beside the name, and half of an interval has the decimals of its mean`() {
    let rate = FigureColumn(Metric("rate", .ratio, over: Self.whole, "A part ÷ its whole."))
    let time = FigureColumn(
      Metric("time_s", .seconds, over: Self.whole, isDistribution: true, "Time."), .mean)
    #expect(rate.unitBesideName == "%" && rate.measured(0.796492, half: 0.002435) == "79.6 ± 0.2")
    #expect(time.unitBesideName == "s" && time.measured(209.106, half: nil) == "209.1")
    #expect(FigureColumn(time.metric, .count).unitBesideName.isEmpty)
  }

  @Test
  func `differences of shares are in points, with the unit once behind an interval`() {
    let rate = FigureColumn(Metric("rate", .ratio, over: Self.whole, "A part ÷ its whole."))
    let factor = FigureColumn(
      Metric("factor", .ratio, over: Self.whole, isShare: false, "Travelled ÷ direct."))
    let time = FigureColumn(
      Metric("time_s", .seconds, over: Self.whole, isDistribution: true, "Time."), .mean)
    #expect(rate.difference(0.00214, 0.0058) == "0.21 … 0.58\u{A0}points")
    #expect(time.difference(-4.43) == "-4.4\u{A0}s")
    #expect(factor.difference(-0.0004) == "0.000")
  }
}
