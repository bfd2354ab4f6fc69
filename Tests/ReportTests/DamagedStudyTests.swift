import CarpoolScenario
import Foundation
import JSON5
import Metrics
import Scenario
import Statistics
import TestSupport
import Testing

@testable import Report

/// Whatever stands in the files of a study, each reader and each picture gives a result or says what is wrong.
struct DamagedStudyTests {
  /// The number of damaged copies of each file.
  private static let copies = isFullValidation ? 1000 : 200
  private static let figures = [Studies.matchRate, Studies.detour]

  /// Reads what lies in `folder` and looks at it in every way; answers what keeps it from being read.
  private func look(at folder: String, beside whole: StudyTable, isThorough: Bool) -> ReportError? {
    do throws(ReportError) {
      let study = try StudyTable(contentsOf: folder)
      for figure in Self.figures where study.has(figure) {
        _ = try? SurfaceFinding(study, figure).interval(at: [500, 300])
        _ = try? QuantileFinding(study, figure)
      }
      // The best point of a surface takes longer than all the rest.
      if isThorough {
        let analysis = Analysis(study, Self.figures.filter(study.has) + Self.figures)
        _ = (analysis.text, analysis.json.indented)
      }
      // A surface is fitted above, and its map asks thousands of points.
      for kind in Picture.Kind.allCases where isThorough || kind != .surface {
        do throws(ReportError) { _ = try PictureRequest(study, figures: Self.figures).picture(kind) } catch {}
      }
      for (index, field) in study.parameters.enumerated() {
        do throws(ReportError) {
          _ = try study.selecting("\(field)=\(study.values(of: index)[0])")
        } catch {}
      }
      let comparison = try Comparison(whole, study, Self.figures)
      _ = (comparison.verdict, comparison.tests)
      return nil
    } catch {
      return error
    }
  }

  @Test
  func `a damaged study gives a result or a sentence`() throws {
    try withScratchFolder { folder in
      let whole = Studies.study(
        [(Studies.radius, ["250", "500", "1000"]), (Studies.limit, ["100", "300", "500"])], replications: 3
      ) { values, k in
        let (r, d) = (Double(values[0])!, Double(values[1])!)
        return [Studies.matchRate: r / 2000 + d / 5000 + 0.01 * Double(k), Studies.detour: d / 3 + Double(k)]
      }
      try Studies.write(whole, Self.figures, to: folder)
      let text = try String(contentsOfFile: folder + "/runs.csv", encoding: .utf8)
      var refused = 0
      forAll(seeds: 0..<UInt64(Self.copies)) { seed in
        var random = SplitMix64(seed: seed)
        try Data(Damage.done(to: text, &random)).write(to: URL(filePath: folder + "/runs.csv"))
        if let error = look(at: folder, beside: whole, isThorough: seed.isMultiple(of: 25)) {
          refused += 1
          if error.description.isEmpty { return "no sentence" }
        }
        return nil
      }
      let expected = Self.copies / 10..<Self.copies * 19 / 20
      #expect(expected.contains(refused), "most faults are seen, some do no harm: \(refused)")
    }
  }

  @Test
  func `a damaged summary of a run gives a result or a sentence`() throws {
    try withScratchFolder { folder in
      let text = """
        run_id,seed,replication,metric,statistic,unit,value
        a1b2c3d4,1,0,match_rate,value,ratio,0.41
        a1b2c3d4,1,0,driver_detour_s,mean,s,120.5

        """
      try Data("{}".utf8).write(to: URL(filePath: folder + "/manifest.json"))
      let whole = Studies.study([], replications: 1) { _, _ in [Studies.matchRate: 0.4, Studies.detour: 1] }
      forAll(seeds: 0..<UInt64(Self.copies)) { seed in
        var random = SplitMix64(seed: seed)
        try Data(Damage.done(to: text, &random)).write(to: URL(filePath: folder + "/summary.csv"))
        _ = look(at: folder, beside: whole, isThorough: seed.isMultiple(of: 25))
        return nil
      }
    }
  }

  @Test(arguments: ["inf", "nan", "1e400", "1e308", "-1e101", "x"])
  func `a figure that is no number is told with its place`(value: String) throws {
    try withScratchFolder { folder in
      let text = "run_id,matching.radius_m,seed,replication,match_rate,fingerprint\n"
      let rows = text + "aaaa,1,1,0,0.5,f\nbbbb,2,1,0,\(value),f\n"
      try Data(rows.utf8).write(to: URL(filePath: folder + "/runs.csv"))
      let words = sentence { () throws(ReportError) in _ = try StudyTable(contentsOf: folder) } ?? "nothing"
      #expect(
        words.hasPrefix(folder + "/runs.csv:3: ") && words.contains("match_rate"))
      #expect(words.contains(value))
    }
  }

  @Test(arguments: [
    ["1", "1.0", "2"], ["0", "1e308", "-1e308"], ["1e-320", "2e-320", "3"], ["1", "1e99", "-1e99"],
  ])
  func `an axis of odd numbers is drawn or refused`(values: [String]) {
    let study = Studies.study([(Studies.radius, values), (Studies.limit, ["1", "2", "3"])], replications: 2) {
      [Studies.matchRate: Double($0[0])! > 1 ? 1 : 0.5, Studies.detour: Double($0[1])! + Double($1)]
    }
    for kind in Picture.Kind.allCases {
      do throws(ReportError) {
        let script = try PictureRequest(study, figures: Self.figures).picture(kind).script
        #expect(!script.contains("inf") && !script.contains("[NaN") && !script.contains(":NaN]"))
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `a study of very many rows is looked at in time that grows with them`() throws {
    let sizes = isFullValidation ? [5_000, 20_000] : [300, 1_200]
    let seconds = try sizes.map(Self.secondsOfLooking)
    // Four times the rows take four times as long, or a little more where they are sorted; pairs of rows, sixteen.
    #expect(seconds[1] < 8 * seconds[0], "\(seconds)")
    let side = (0..<(isFullValidation ? 80 : 40)).map(String.init)
    let grid = Studies.study([(Studies.radius, side), (Studies.limit, side)], replications: 1) { values, _ in
      [Studies.matchRate: sin(Double(values[0])! * 12.9 + Double(values[1])! * 78.2)]
    }
    _ = try PictureRequest(grid, figures: Self.figures).picture(.heatmap)
  }

  /// The processor seconds that it takes to look in every way at studies of `size` rows.
  private static func secondsOfLooking(at size: Int) throws -> Double {
    let start = nanoseconds()
    let values = (0..<size).map(String.init)
    let study = Studies.study([(Studies.radius, values)], replications: 1) { values, _ in
      let x = Double(values[0])!
      return [Studies.matchRate: x / Double(size), Studies.detour: x + 10 * sin(x)]
    }
    for kind in [Picture.Kind.curves, .pareto] {
      _ = try PictureRequest(study, figures: Self.figures).picture(kind)
    }
    let analysis = Analysis(study, Self.figures)
    #expect(try analysis.front.get().front.members.count > 1)
    let many = Studies.study([], replications: size) { _, k in [Studies.matchRate: Double(k % 97)] }
    _ = try Comparison(many, many, [Studies.matchRate])
    _ = Analysis(many, [Studies.matchRate]).text
    let words = Studies.study([("policy", (0..<size / 2).map { "p\($0)" })], replications: 1) { _, _ in
      [Studies.matchRate: 1]
    }
    #expect(try PictureRequest(words, figures: Self.figures).picture(.curves).script.utf8.count < 3_000_000)
    return Double(nanoseconds() - start) / 1e9
  }

  /// The nanoseconds of the processor that this thread has had.
  private static func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
