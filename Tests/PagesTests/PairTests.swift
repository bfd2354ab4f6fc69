import JSON5
import Metrics
import Statistics
import Tables
import Testing

@testable import Pages

/// What a page of two runs states of their differences.
struct PairTests {
  @Test func `fields that differ are named by their paths, in the order of the first scenario`() {
    let a: JSON = [
      "seed": .integer(1), "matching": ["radius_m": .integer(500), "attempts": .integer(3)],
      "only": .text("A"),
    ]
    let b: JSON = [
      "seed": .integer(1), "matching": ["radius_m": .integer(800), "attempts": .integer(3)],
      "more": .list([]),
    ]
    let fields = ScenarioDifferences(a, b).fields
    #expect(fields.map(\.name) == ["matching.radius_m", "only", "more"])
    #expect(fields.map(\.a) == ["500", "\"A\"", "–"])
    #expect(fields.map(\.b) == ["800", "–", "[]"])
    #expect(ScenarioDifferences(a, a).fields.isEmpty)
  }

  @Test(arguments: [
    (Direction.higherIsBetter, 1.0, 2.0, "better"), (.higherIsBetter, 2, 1, "worse"),
    (.lowerIsBetter, 1, 2, "worse"),
    (.lowerIsBetter, 2, 1, "better"), (.lowerIsBetter, 2, 2, "equal"),
  ])
  func `B is better in the direction of the figure`(direction: Direction, a: Double, b: Double, word: String)
  {
    let metric = Metric("x", .ratio, over: .init("all", "All."), better: direction, "X.")
    #expect(FigurePair(figure: FigureColumn(metric), a: a, b: b).verdict == word)
    #expect(FigurePair(figure: FigureColumn(metric), a: nil, b: b).verdict.isEmpty)
    let neither = Metric("y", .count, over: .init("all", "All."), "Y.")
    #expect(FigurePair(figure: FigureColumn(neither), a: a, b: b).verdict.isEmpty)
  }
}
