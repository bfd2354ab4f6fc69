import Carpool
import Foundation
import Metrics
import Statistics
import TestSupport
import Testing

@testable import Report

/// Drift of figures over the run: found where it is, and seldom where it is not.
struct TrendFindingTests {
  private static func key(_ replication: Int) -> StudyTable.Key {
    .init(seed: 1, replication: UInt64(replication))
  }

  /// Runs of points whose figures rise by `drift` of their standard deviations from the first half to the second; half of the variance is
  /// shared by the points.
  private static func points(
    _ study: UInt64, figures: Int, drift: Double, points: Int = 4, replications: Int = 10,
    drifting: Range<Int>
  ) -> [(values: [String], halves: [RunHalves])] {
    (0..<points).map { point in
      let halves = (0..<replications).map { replication -> RunHalves in
        let columns = (0..<figures).map { figure -> (name: String, pair: RunHalves.Pair) in
          var common = KeyedGenerator(
            seed: study, replication: UInt32(replication), purpose: .trend, 0, UInt64(figure))
          var own = KeyedGenerator(
            seed: study, replication: UInt32(replication), purpose: .trend, UInt64(point) + 1, UInt64(figure))
          func value() -> Double { 10 + 0.5.squareRoot() * (common.normal() + own.normal()) }
          let first = value()
          return ("figure \(figure)", (first, value() + (drifting.contains(figure) ? drift : 0)))
        }
        return RunHalves(Self.key(replication), columns, hasTables: true)
      }
      return (["\(point)"], halves)
    }
  }

  /// A settled study warns in at most one case of twenty, over all figures and points.
  @Test func `settled runs raise few alarms`() {
    let studies = isFullValidation ? 2_000 : 300
    let alarms = (0..<studies).count { study in
      !TrendFinding(
        Self.points(UInt64(study), figures: 12, drift: 0, drifting: 0..<0), hasTables: true
      ).drifting.isEmpty
    }
    let share = Double(alarms) / Double(studies)
    print("trend: \(alarms) false alarms in \(studies) settled studies")
    #expect(share <= 0.05 + 3 * (0.05 * 0.95 / Double(studies)).squareRoot(), "\(share)")
  }

  @Test func `drifting figures are found, and no others`() {
    let studies = 40
    let found = (0..<studies).map { study in
      TrendFinding(Self.points(UInt64(study), figures: 12, drift: 3, drifting: 4..<6), hasTables: true)
        .drifting
    }
    #expect(found.count { Set($0.map(\.figure)) == ["figure 4", "figure 5"] } >= studies * 9 / 10)
    #expect(found.allSatisfy { $0.allSatisfy { $0.second > $0.first } })
  }

  /// One drifting figure of one point: p is that of the t-test, times the number of tests.
  @Test func `a p-value is that of the paired test, corrected`() throws {
    let pairs: [RunHalves.Pair] = [(10, 8.2), (11, 9.1), (9, 7.3), (10, 8.5), (12, 9.8)]
    let flat: [RunHalves.Pair] = [(5, 5.1), (5, 4.8), (5, 5.2), (5, 4.9), (5, 5.05)]
    let halves = zip(pairs, flat).enumerated().map { place, pair in
      RunHalves(Self.key(place), [("match_rate", pair.0), ("mean_wait_s", pair.1)], hasTables: true)
    }
    let finding = TrendFinding([(values: [], halves: halves)], hasTables: true)
    // Differences −1.8, −1.9, −1.7, −1.5, −2.2: mean −1.82, standard deviation √0.067, t = −15.72 with 4 degrees of freedom.
    let p = 2 * StudentT.upperTail(1.82 / (0.067 / 5).squareRoot(), degreesOfFreedom: 4)
    #expect(finding.rows.count == 2 && abs(finding.rows[0].pValue - 2 * p) < 1e-9)
    let row = try #require(finding.drifting.first)
    #expect(finding.drifting.count == 1 && row.figure == "match_rate" && row.runs == 5)
    #expect(abs(row.first - 10.4) < 1e-12 && abs(row.second - 8.58) < 1e-12)
  }

  /// A study in a folder: the matches of each run, and the series of those that keep tables.
  private static func study(
    _ folder: String, matches: (_ replication: Int, _ batch: Int) -> Int,
    rate: ((_ replication: Int, _ interval: Int) -> Double)? = nil
  ) throws -> StudyTable {
    let study = Studies.study([(Studies.radius, ["500"])], folder: folder, replications: 6) { _, _ in
      [Studies.matchRate: 0.5]
    }
    try FileManager.default.createDirectory(atPath: folder + "/start-up", withIntermediateDirectories: true)
    for (replication, run) in study.points[0].runs.enumerated() {
      let rows = (0..<100).map { "1000.000,200.000,\($0 + 1),\(matches(replication, $0))\n" }
      try ("period_s,warm_up_s,batch,matches\n" + rows.joined()).write(
        toFile: folder + "/start-up/\(run.id).csv", atomically: true, encoding: .utf8)
      guard let rate else { continue }
      let tables = folder + "/tables/\(run.id)"
      try FileManager.default.createDirectory(atPath: tables, withIntermediateDirectories: true)
      let series = (0..<12).map { interval in
        // Intervals before the warm-up and behind the period do not count; the fourth has no match.
        "x,\(100 * interval),\(100 * interval + 100),\(interval == 3 ? "" : "\(rate(replication, interval))")\n"
      }
      try ("run_id,from_s,to_s,match_rate\n" + series.joined()).write(
        toFile: tables + "/timeseries.csv", atomically: true, encoding: .utf8)
    }
    return study
  }

  @Test func `a falling match rate is told with both halves`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // Far below before the warm-up, and 0.9 and 0.8 in the halves behind it.
    func rate(_ replication: Int, _ interval: Int) -> Double {
      let wave = 0.001 * Double((replication * 5 + interval * 3) % 7 - 3)
      return interval < 2 ? 0.1 : interval >= 10 ? 0 : (interval < 6 ? 0.9 : 0.8) + wave
    }
    let study = try Self.study(folder, matches: { 20 + ($0 * 7 + $1 * 3) % 5 }, rate: rate)
    let finding = try TrendFinding(study)
    #expect(finding.rows.map(\.figure) == ["match_rate"] && finding.hasTables)
    let row = try #require(finding.drifting.first)
    #expect(abs(row.first - 0.9) < 0.003 && abs(row.second - 0.8) < 0.003 && row.pValue < 0.001)
    let text = Analysis(study, [Studies.matchRate]).text
    #expect(
      text.contains("Not settled: match_rate at matching.radius_m = 500 falls over the run: first half 0.9"))
  }

  @Test func `without tables the matches are tested`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // No match before the warm-up, which ends with batch 20; 40 batches in either half.
    let settled = try Self.study(folder, matches: { $1 < 20 ? 0 : 20 + ($0 * 7 + $1 * 3) % 5 })
    let finding = try TrendFinding(settled)
    #expect(finding.rows.map(\.figure) == ["matches"] && finding.drifting.isEmpty && !finding.hasTables)
    #expect(Analysis(settled, [Studies.matchRate]).text.contains("No figure drifts over the run ("))
    let rising = try Self.study(folder, matches: { $1 < 60 ? 10 : 11 + ($1 == 99 ? $0 : 0) })
    let row = try #require(try TrendFinding(rising).drifting.first)
    #expect(row.first == 400 && row.second == 442.5)
  }

  /// Runs of a weekly scenario have no start-up, and their halves say how its figures drift.
  @Test func `kept halves are tested, and take the place of the same column of the series`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let study = Studies.study([(Studies.radius, ["500"])], folder: folder, replications: 5) { _, _ in
      [Studies.matchRate: 0.5]
    }
    try FileManager.default.createDirectory(atPath: folder + "/start-up", withIntermediateDirectories: true)
    let lateness = [(100.0, 128.2), (110, 141.1), (90, 117.3), (100, 129.5), (120, 150.8)]
    for (run, late) in zip(study.points[0].runs, lateness) {
      let rows = "0,500,1000,match_rate,0.5,0.5\n0,500,1000,lateness_s.mean,\(late.0),\(late.1)\n"
      try ("from_s,middle_s,to_s,figure,first,second\n" + rows).write(
        toFile: folder + "/start-up/\(run.id).halves.csv", atomically: true, encoding: .utf8)
    }
    let finding = try TrendFinding(study)
    #expect(finding.rows.map(\.figure) == ["match_rate", "lateness_s.mean"] && !finding.hasTables)
    let row = try #require(finding.drifting.first)
    #expect(finding.drifting.count == 1 && row.figure == "lateness_s.mean")
    #expect(abs(row.first - 104) < 1e-9 && abs(row.second - 133.38) < 1e-9 && row.runs == 5)
    #expect(Analysis(study, [Studies.matchRate]).text.contains("Not settled: lateness_s.mean at "))
    // A series has the match rate by intervals; the halves have it by requests. The fleet stands in the series alone.
    for run in study.points[0].runs {
      let tables = folder + "/tables/\(run.id)"
      try FileManager.default.createDirectory(atPath: tables, withIntermediateDirectories: true)
      try "run_id,from_s,to_s,match_rate,on_road\nx,0,500,0.9,7\nx,500,1000,0.1,7\n".write(
        toFile: tables + "/timeseries.csv", atomically: true, encoding: .utf8)
    }
    let both = try TrendFinding(study)
    #expect(both.rows.map(\.figure) == ["match_rate", "lateness_s.mean", "on_road"] && both.hasTables)
    #expect(both.rows[0].first == 0.5 && both.rows[0].second == 0.5)
  }

  @Test func `studies that follow the clock have no trend to test`() {
    let study = Studies.study([(Studies.radius, ["500"])]) { _, _ in [Studies.matchRate: 0.5] }
    #expect(throws: ReportError.self) { try TrendFinding(study) }
    #expect(!Analysis(study, [Studies.matchRate]).text.contains("over the run ("))
  }
}

extension Purpose {
  fileprivate static let trend = Purpose(rawValue: 900_043)
}
