import Carpool
import CarpoolScenario
import Ground
import JSON5
import Metrics
import Models
import RoadNetwork
import Scenario
import Statistics
import TestSupport
import Testing

@testable import Report

/// Controls that the input of runs tells before anything is simulated.
struct InputSampleTests {
  /// Runs of a scenario, and studies of them.
  private struct Runs {
    let scenario: Scenario
    let ground: Ground

    init(_ text: String) throws {
      scenario = try Scenario.load(text: text, file: "made.json5")
      ground = try Ground(scenario.space, folder: "", method: .advised(questions: nil))
    }

    func world(_ replication: Int, radius: Double? = nil) throws -> CarpoolWorld {
      var scenario = scenario
      scenario.replication = UInt64(replication)
      if let radius { scenario.matching.radius = radius }
      return try CarpoolModel.world(of: scenario, folder: "", on: .shared(ground), progress: { _ in })
    }

    func run(_ replication: Int, radius: Double? = nil) throws -> StudyTable.Run {
      let world = try world(replication, radius: radius)
      let results = try world.results()
      return StudyTable.Run(
        id: world.identity.runID, seed: scenario.seed, replication: UInt64(replication),
        figures: [
          Studies.matchRate: results.figures[Studies.matchRate] ?? 0,
          FigureColumn(.coverage): results.figures[FigureColumn(.coverage)] ?? 0,
        ])
    }

    func study(_ replications: Range<Int>, radii: [Double]) throws -> StudyTable {
      let points = try radii.map { radius in
        StudyTable.Point(
          values: ["\(radius)"], measured: try replications.map { try run($0, radius: radius) })
      }
      var study = StudyTable(folder: "Results/made", parameters: [Studies.radius], points: points)
      study.input = StudyInput(scenario.resolved, folder: "")
      return study
    }
  }

  /// On a plane without turns the drivers that a probe finds are those whose straight trip leads through both circles.
  @Test func probesFindWhatTheInputTells() throws {
    let runs = try Runs(
      """
      { time: {duration_s: 5400, warm_up_s: 1800}, space: {kind: "torus", side_m: 30000, speed_kmh: 50},
        supply: {kind: "synthetic", per_hour: 2400, od: {kind: "displacement", length_m: 8000}, persons: null,
          wishes: null},
        demand: {kind: "synthetic", count: 2000, od: {kind: "displacement", length_m: 3000}, party_size: [1], luggage: [1],
          persons: null, wishes: null, probe_share: 1},
        matching: {radius_m: 1000, spacing_m: 0, limits: {max_detour_s: null, max_detour_ratio: null, max_wait_s: null}},
        behaviour: {stop_duration_s: 0} }
      """)
    for replication in 0..<3 {
      let controls = try runs.world(replication).controls
      let covered = try #require(controls.first { $0.name == "covered" }).value
      let found = try #require(runs.run(replication)[FigureColumn(.coverage)])
      #expect(abs(covered - found) < 1e-12 && covered > 0.05, "\(covered), \(found)")
      #expect(abs(try #require(controls.first { $0.name == "trip_m" }).value - 3000) < 0.01)
    }
  }

  private static let town = """
    { time: {duration_s: 3600}, space: {kind: "torus", side_m: 10000, speed_kmh: 40},
      supply: {kind: "synthetic", count: 250, od: {kind: "uniform"}},
      demand: {kind: "synthetic", count: 120, od: {kind: "uniform"}},
      matching: {radius_m: 1000} }
    """

  @Test func theInputOfTheRunsIsDrawnAgain() throws {
    let runs = try Runs(Self.town)
    let study = try runs.study(0..<6, radii: [500, 1000])
    let sample = try #require(try InputSample(study))
    #expect(sample.controls.map(\.name) == ["trip_m", "circles", "covered"] && sample.count == 120)
    for (point, radius) in zip(sample.points, [500.0, 1000]) {
      for replication in 0..<6 {
        let key = StudyTable.Key(seed: runs.scenario.seed, replication: UInt64(replication))
        #expect(try point.values[key] == runs.world(replication, radius: radius).controls.map(\.value))
      }
      // The mean distance on a torus is 0.382597858 of its side.
      let error = point.covariance[0][0].squareRoot()
      #expect(abs(point.means[0] - 3825.98) < 4 * error && error < 20)
    }
    #expect(sample.points[0].means[2] < sample.points[1].means[2])
    var other = study
    other.input = StudyInput(try runs.scenario.resolved.replacing("demand", "count", 121), folder: "")
    #expect(throws: ReportError.self) { try InputSample(other) }
  }

  /// The match rate of a carpool, known from many other runs, lies in the controlled intervals of studies of ten runs.
  @Test func intervalsOfACarpoolHoldItsMatchRate() throws {
    let runs = try Runs(Self.town)
    let (studies, others) = isFullValidation ? (1000, 20_000) : (12, 400)
    var truth = RunningStatistics()
    for replication in 0..<others {
      truth.add(try #require(runs.run(1_000_000 + replication)[Studies.matchRate]))
    }
    let whole = try runs.study(0..<studies * 10, radii: [1000])
    // As many draws as a study of a hundred runs would have.
    let hundred = StudyTable.Point(values: ["1000.0"], runs: Array(whole.points[0].runs.prefix(100)))
    var first = StudyTable(folder: "Results/made", parameters: [Studies.radius], points: [hundred])
    first.input = whole.input
    let known = try #require(try InputSample(first))
    var (held, ratio, chosen) = (0, 0.0, 0)
    for number in 0..<studies {
      let part = StudyTable.Point(
        values: ["1000.0"], runs: Array(whole.points[0].runs[10 * number..<10 * number + 10]))
      var study = StudyTable(folder: "Results/made", parameters: [Studies.radius], points: [part])
      study.input = whole.input
      let values = try Dictionary(
        uniqueKeysWithValues: part.runs.map {
          ($0.key, try runs.world(Int($0.key.replication), radius: 1000).controls.map(\.value))
        })
      var sample = known
      sample.points[0].values = values
      let finding = try ControlFinding(study, Studies.matchRate, sample)
      let choice = try #require(finding.rows[0].choice)
      held += choice.interval().contains(truth.mean ?? 0) ? 1 : 0
      ratio += try #require(finding.rows[0].varianceRatio) / Double(studies)
      chosen += choice.chosen.count
    }
    print(
      "coverage: match rate of a carpool with controls of its input: \(held) of \(studies), variance × \(ratio),"
        + " \(Double(chosen) / Double(studies)) controls")
    let chance = isFullValidation ? 0 : 3 * (0.95 * 0.05 / Double(studies)).squareRoot()
    #expect(Double(held) / Double(studies) >= 0.93 - chance)
    #expect(!isFullValidation || held <= 970)
  }

  @Test func recordedDaysControlNothing() throws {
    var study = try Runs(Self.town).study(0..<6, radii: [500])
    #expect(try InputSample(Studies.grid()) == nil, "too few runs")
    study.input = nil
    #expect(throws: ReportError.self) { try InputSample(study) }
  }
}

extension JSON {
  /// The object with `value` at `key` of the object `outer`.
  fileprivate func replacing(_ outer: String, _ key: String, _ value: Int) throws -> JSON {
    func members(_ json: JSON) throws -> [JSON.Member] { try #require(json.members) }
    return .object(
      try members(self).map { member in
        guard member.key == outer else { return member }
        return .init(
          outer,
          .object(
            try members(member.value).map {
              $0.key == key ? .init(key, .integer(Int128(value))) : $0
            }))
      })
  }
}
