import Carpool
import Metrics
import Quantities
import Report
import Statistics
import Testing

@testable import Pages

/// What the page of a study packs, against the study itself.
@Suite struct StudyPageTests {
  static let rate = FigureColumn(.matchRate)
  static let detour = FigureColumn(.driverDetour, .mean)

  /// A grid of three by two points with `replications` runs each; the first two points are alike but for noise.
  static func study(replications: Int = 8) -> StudyTable {
    var points: [StudyTable.Point] = []
    for (i, radius) in ["100", "200", "400"].enumerated() {
      for (j, policy) in ["best", "first"].enumerated() {
        let runs = (0..<replications).map { k in
          let noise = Double((7 * i + 3 * j + 5 * k) % 11) - 5
          return StudyTable.Run(
            id: "\(i)\(j)\(k)", seed: 1, replication: UInt64(k),
            figures: [
              rate: 0.2 + 0.1 * Double(i) + 0.00001 * noise * Double(j),
              detour: 100.0005 + 10 * Double(i) + 0.001 * noise,
            ])
        }
        points.append(.init(values: [radius, policy], measured: runs))
      }
    }
    return StudyTable(folder: "made", parameters: ["matching.radius_m", "matching.policy"], points: points)
  }

  @Test func cellsHaveTheDigitsOfTheSummary() {
    let numbers = StudyNumbers(Self.study())
    #expect(numbers.figures == [Self.rate, Self.detour] && numbers.headline == 0..<2 && numbers.omitted == 0)
    for (figure, row) in zip(numbers.figures, numbers.cells) {
      for (cell, point) in zip(row, numbers.study.points) {
        #expect(cell.statistics == point.statistics(figure))
      }
    }
    #expect(numbers.best(0).map { $0 > 3 } == true && numbers.best(1).map { $0 < 2 } == true)
  }

  @Test(arguments: [
    (0.1234565, 6, 123_456), (0.1234575, 6, 123_457), (-0.0000004, 6, 0), (-12.3456, 3, -12346),
    (1e9, 3, 1_000_000_000_000),
    (0.5, 0, 0), (1.5, 0, 2),
  ])
  func `a number is packed as tables round it`(value: Double, decimals: Int, expected: Int64) {
    #expect(StudyNumbers.scaled(value, decimals: decimals) == expected)
  }

  @Test func largeStudiesKeepTheMainFigures() {
    let tail = FigureColumn(.driverDetour, .p95)
    let runs = [
      StudyTable.Run(id: "a", seed: 1, replication: 0, figures: [tail: 3, Self.rate: 1, Self.detour: 2])
    ]
    let study = StudyTable(folder: "made", parameters: [], points: [.init(values: [], measured: runs)])
    #expect(StudyNumbers(study).figures == [Self.rate, Self.detour, tail])
    let numbers = StudyNumbers(study, most: 0)
    #expect(numbers.figures == [Self.rate, Self.detour] && numbers.omitted == 1)
  }

  @Test func everyFrontIsThatOfTheStudy() throws {
    let numbers = StudyNumbers(Self.study())
    let fronts = StudyFronts(numbers)
    #expect(fronts.figures == [0, 1] && fronts.fronts.count == 1)
    let finding = try FrontFinding(numbers.study, [Self.rate, Self.detour])
    #expect(Set(fronts.fronts[0].points) == Set(finding.front.members))
    #expect(fronts.fronts[0].knee == finding.front.knee)
    let means = fronts.fronts[0].points.compactMap { numbers.cells[0][$0].statistics.mean }
    #expect(means == means.sorted())
  }

  @Test func verdictsAreThoseOfHolmOverTheOtherPoints() throws {
    let numbers = StudyNumbers(Self.study())
    let verdicts = StudyVerdicts(numbers)
    #expect(verdicts.hasAllReferences && verdicts.figures == [0, 1])
    let (best, rows) = try #require(verdicts.againstBest(0))
    #expect(best > 3 && rows[best] == nil)
    let others = numbers.study.points.indices.filter { $0 != best }
    let differences = others.map { point in
      PairedDifference(
        zip(numbers.study.points[point].runs, numbers.study.points[best].runs).map {
          ($0[Self.rate] ?? 0) - ($1[Self.rate] ?? 0)
        })
    }
    for (point, difference) in zip(others, differences) {
      #expect(rows[point]?.difference?.mean == difference.mean)
      #expect(rows[point]?.difference?.interval == difference.interval)
    }
    // Points of another radius are worse by a tenth, or two; the other policy of the same radius by luck alone.
    #expect(others.filter { rows[$0]?.verdict == .worse } == [0, 1, 2, 3])
    #expect(rows[9 - best]?.verdict == .noDifference)
    let alone = try #require(StudyVerdicts(numbers, most: 0).againstBest(0))
    #expect(alone.best == best && alone.rows.map { $0?.adjusted } == rows.map { $0?.adjusted })
  }

  @Test func stepsAreCountedAlongEachField() throws {
    let verdicts = StudyVerdicts(StudyNumbers(Self.study()))
    let steps = verdicts.steps
    #expect(steps.map { [$0.figure, $0.field] } == [[0, 0], [0, 1], [1, 0], [1, 1]])
    // Four steps to the next radius, each more matches and longer detours; three of the policy, which is noise.
    #expect([steps[0].better, steps[0].worse, steps[0].open] == [4, 0, 0])
    #expect([steps[1].better, steps[1].worse, steps[1].open] == [0, 0, 3])
    #expect([steps[2].better, steps[2].worse, steps[2].open] == [0, 4, 0])
  }

  @Test func tooFewRunsSettleNothing() throws {
    let verdicts = StudyVerdicts(StudyNumbers(Self.study(replications: 2)))
    let (best, rows) = try #require(verdicts.againstBest(0))
    #expect(rows.enumerated().allSatisfy { $0 == best || $1?.verdict == .tooFewRuns })
  }
}
