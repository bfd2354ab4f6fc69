import Carpool
import CarpoolScenario
import Foundation
import JSON5
import Metrics
import Report
import Scenario
import Statistics
import Testing

/// Screenings of studies whose points are trajectories.
struct TrajectoriesTests {
  private static let fields = [Studies.radius, Studies.limit, "matching.policy"]

  /// r from 100 to 400, the limit from 1 to 1,000 in log steps, two policies.
  private static var plan: StudyPlan {
    var plan = StudyPlan()
    plan.variations = ["\(fields[0])=100:400", "\(fields[1])=1:1000:log", "\(fields[2])=first,nearest"]
      .compactMap {
        try? Variation(option: $0)
      }
    plan.design = .init(trajectories: 2)
    return plan
  }

  /// Two trajectories that go up and down, in orders of their own; they have no point in common, but points of both lie
  /// on one line (r = 100, 300 and 200, 400 at limit 10, nearest), which a grid would take for neighbours.
  private static let trajectories = [
    [
      ["100", "10", "first"], ["100", "10", "nearest"], ["300", "10", "nearest"], ["300", "1000", "nearest"],
    ],
    [
      ["400", "10", "nearest"], ["200", "10", "nearest"], ["200", "10", "first"], ["200", "1000", "first"],
    ],
  ]

  /// 3 for the whole range of r, -6 for that of the limit in log steps, 0.5 between the policies.
  private static func linear(_ values: [String]) -> Double {
    3 * (Double(values[0])! - 100) / 300 - 6 * log10(Double(values[1])!) / 3
      + (values[2] == "nearest" ? 0.5 : 0)
  }

  /// The points in another order than that of the trajectories, each with replications that share `common`.
  private static func points(
    common: [Double], _ response: ([String]) -> Double
  ) -> [StudyTable.Point] {
    Set(trajectories.joined()).sorted { $0.lexicographicallyPrecedes($1) }.enumerated().map {
      number, values in
      StudyTable.Point(
        values: values,
        measured: common.enumerated().map { replication, shift in
          StudyTable.Run(
            id: Studies.runID(number, replication), seed: 1, replication: UInt64(replication),
            figures: [Studies.wait: response(values) + shift])
        })
    }
  }

  private static func study(_ points: [StudyTable.Point]) -> StudyTable {
    let index = Dictionary(uniqueKeysWithValues: points.enumerated().map { ($1.values, $0) })
    return StudyTable(
      folder: "Results/ways", parameters: fields, points: points,
      trajectories: Trajectories(plan, along: trajectories, at: index))
  }

  @Test
  func `a linear figure has its slopes as effects, words and log steps included`() throws {
    let finding = try ScreeningFinding(
      Self.study(Self.points(common: [0, 5, -2], Self.linear)), Studies.wait)
    #expect(finding.trajectories == 2)
    #expect(finding.rows.map(\.parameter) == [Studies.limit, Studies.radius, "matching.policy"])
    for (row, slope) in zip(finding.rows, [-6, 3, 0.5]) {
      #expect(row.effect.count == 2 && abs(row.effect.meanMagnitude - abs(slope)) < 1e-9, "\(row)")
      #expect(abs(row.effect.standardDeviation!) < 1e-9)
    }
    // Up is towards the later word of the list, of which two are the whole range.
    #expect(abs(finding.rows[2].effect.mean - 0.5) < 1e-9)
    #expect(abs(finding.rows[0].effect.mean + 6) < 1e-9)
  }

  /// r² over 1, 2, 3, 4 (r ÷ 100): the steps 1 → 3 and 4 → 2 have the effects 8 ÷ (2 ÷ 3) and 12 ÷ (2 ÷ 3); the
  /// neighbours 1, 2, 3, 4 would have others.
  @Test
  func `only the steps of the trajectories count`() throws {
    let study = Self.study(Self.points(common: [0]) { pow(Double($0[0])! / 100, 2) })
    let finding = try ScreeningFinding(study, Studies.wait)
    let effect = try #require(finding.rows.first { $0.parameter == Studies.radius }?.effect)
    #expect(effect.count == 2 && abs(effect.mean - 15) < 1e-9)
    #expect(abs(effect.standardDeviation! - 3 * 2.0.squareRoot()) < 1e-9)
  }

  /// A field of whole numbers, two ways along its values, and a figure that is linear in them.
  struct Rounded: Sendable {
    let range: String
    let ways: [[String]]
    let figures: [String: Double]
    let effect: Double

    /// 1 … 3 has the levels 1, 2, 2, 3 of four, so that each step is half of the range and not two thirds; 1 … 6 in log steps
    /// has 1, 2, 3, 6.
    static let all: [Rounded] = [
      Rounded(
        range: "1:3", ways: [["1", "2"], ["3", "2"]], figures: ["1": 5, "2": 10, "3": 15], effect: 10),
      Rounded(
        range: "0.5:3.4", ways: [["1", "2"], ["3", "2"]], figures: ["1": 5, "2": 10, "3": 15], effect: 10),
      Rounded(
        range: "1:6:log", ways: [["1", "3"], ["6", "2"]],
        figures: ["1": 0, "2": log(2), "3": log(3), "6": log(6)], effect: log(6)),
      Rounded(
        range: "10,20,40", ways: [["10", "20"], ["40", "20"]], figures: ["10": 0, "20": 1, "40": 2], effect: 2
      ),
    ]
  }

  @Test(arguments: Rounded.all)
  func `whole numbers are screened by the steps that they really take`(field: Rounded) throws {
    var plan = StudyPlan()
    plan.variations = [try Variation(option: "demand.count=" + field.range)]
    plan.design = .init(trajectories: 2)
    let values = Set(field.ways.joined()).sorted()
    let points = values.enumerated().map { number, value in
      let run = StudyTable.Run(
        id: Studies.runID(number, 0), seed: 1, replication: 0, figures: [Studies.wait: field.figures[value]!])
      return StudyTable.Point(values: [value], measured: [run])
    }
    let index = Dictionary(uniqueKeysWithValues: values.enumerated().map { ([$1], $0) })
    let ways = field.ways.map { way in way.map { [$0] } }
    let study = StudyTable(
      folder: "Results/ways", parameters: ["demand.count"], points: points,
      trajectories: Trajectories(plan, along: ways, at: index))
    let found = try #require(try ScreeningFinding(study, Studies.wait).rows.first?.effect)
    #expect(found.count == 2 && abs(found.mean - field.effect) < 1e-9)
    #expect(abs(found.meanMagnitude - field.effect) < 1e-9 && abs(found.standardDeviation!) < 1e-9)
  }

  /// One point has a further replication, far off: it has no partner, so it does not count.
  @Test
  func `a step is judged by the replications that both of its points have`() throws {
    var points = Self.points(common: [0, 1], Self.linear)
    let far = StudyTable.Run(id: "f", seed: 1, replication: 9, figures: [Studies.wait: 1e6])
    points[2] = StudyTable.Point(values: points[2].values, measured: points[2].runs + [far])
    let finding = try ScreeningFinding(Self.study(points), Studies.wait)
    #expect(abs(finding.rows[0].effect.meanMagnitude - 6) < 1e-9)
  }

  @Test
  func `trajectories that are not run yet say so`() throws {
    let points = Self.points(common: [0], Self.linear).filter {
      $0.values[0] != "400" && $0.values[0] != "200"
    }
    let text = sentence { () throws(ReportError) in _ = try ScreeningFinding(Self.study(points), Studies.wait)
    }
    #expect(text?.contains("requires at least two complete trajectories with values of wait_s.mean") == true)
  }

  /// Through the files of a study, as `detour sweep` writes them.
  @Test
  func `the manifest of a study tells its trajectories`() throws {
    try withScratchFolder { folder in
      let points = Self.points(common: [0, 1], Self.linear)
      try Studies.write(
        StudyTable(folder: folder, parameters: Self.fields, points: points), [Studies.wait], to: folder)
      #expect(try StudyTable(study: folder).trajectories == nil)
      let known = points.map(\.values)
      let ways = Self.trajectories.map { way in way.map { known.firstIndex(of: $0)! } }
      var plan = Self.plan
      plan.name = "ways"
      plan.scenario = "town"
      let manifest = JSON.object([
        .init("plan", plan.resolved),
        .init("points", .list(known.map { .object([.init("values", .list($0.map { .text($0) }))]) })),
        .init("trajectories", .list(ways.map { .list($0.map { .integer(Int128($0)) }) })),
      ])
      try manifest.indented.write(toFile: folder + "/manifest.json", atomically: true, encoding: .utf8)
      let study = try StudyTable(study: folder)
      #expect(try #require(study.trajectories).steps.count == 6)
      let text = Analysis(study, [Studies.wait]).text
      #expect(
        text.contains(
          "Screening for wait_s.mean (Morris, 2 trajectories; the effect of a field's whole range, in s):"))
      #expect(text.contains("matching.limits.max_detour_s  6.0  -6.0  0.0        2"))
      let picture = try PictureRequest(study, figures: [Studies.wait]).picture(.morris)
      #expect(picture.script.contains("2 trajectories"))
      // A part of it has no whole trajectories.
      #expect(try study.selecting("matching.policy=first").trajectories == nil)
    }
  }
}
