import CarpoolScenario
import JSON5
import Lifecycle
import Quantities
import Scenario
import Testing

@testable import Metrics

struct StartUpTests {
  /// Twelve batches that fill up, then ten matches in each, now one more, now one less.
  private static let filling: [Double] = (0..<100).map { (batch: Int) -> Double in
    batch < 12 ? Double(batch) / 2 : 9 + Double(batch % 3)
  }
  private static let period = Milliseconds(7_200_000)

  @Test
  func `a start-up is deleted, and a warm-up is long enough from there on`() throws {
    let course = StartUp(period: Self.period, matches: Self.filling)
    #expect(course.deleted == Milliseconds(12 * 72_000))
    #expect(
      course.words(warmUp: .zero)
        == "MSER-5 deletes 864 of 7,200 s · warm_up_s 0: too short")
    #expect(
      course.words(warmUp: Milliseconds(864_000), place: ", by 1 run")?
        .hasSuffix("of 7,200 s, by 1 run · warm_up_s 864: long enough") == true)
    #expect(course.json(warmUp: .zero)["deleted_s"] == .number(864))
    // A week, in a line of a terminal, behind its label.
    let week = StartUp(period: Milliseconds(604_800_000), matches: Self.filling)
    #expect((week.words(warmUp: Milliseconds(86_400_000))?.count ?? .max) <= 80 - 13)
  }

  @Test
  func `what never settles shows no steady state, and no match says nothing`() {
    let growing = StartUp(period: Self.period, matches: (0..<100).map(Double.init))
    #expect(growing.deleted == nil)
    #expect(
      growing.words(warmUp: .zero)
        == "MSER-5 shows no steady state in 7,200 s: run longer (time.duration_s)")
    let none = StartUp(period: Self.period, matches: Array(repeating: 0, count: 100))
    #expect(none.truncation == nil && none.words(warmUp: .zero) == nil)
    let steady = StartUp(period: Self.period, matches: Array(repeating: 4, count: 100))
    #expect(
      steady.words(warmUp: .zero)
        == "MSER-5 deletes nothing of 7,200 s · warm_up_s 0: long enough")
  }

  @Test
  func `the mean of runs is that of each batch, of equal periods alone`() throws {
    let twice = StartUp(period: Self.period, matches: Self.filling.map { 2 * $0 })
    let once = StartUp(period: Self.period, matches: Self.filling)
    #expect(try #require(StartUp(meanOf: [once, twice])).matches == Self.filling.map { 1.5 * $0 })
    #expect(StartUp(meanOf: []) == nil)
    #expect(
      StartUp(meanOf: [once, StartUp(period: Milliseconds(1), matches: Self.filling)]) == nil)
  }

  @Test
  func `matches are counted by their moments; one at the period's end lies outside`() {
    let times = [3, 0, 99, 100].map { Milliseconds($0) }
    let course = StartUp(of: times, over: Milliseconds(100))
    #expect(course.matches.reduce(0, +) == 3)
    #expect([0, 3, 99].allSatisfy { course.matches[$0] == 1 })
  }
}
