import Foundation
import Metrics
import Statistics
import Testing

@testable import Report

struct StudyTableTests {
  @Test
  func `a study is read as it was written`() throws {
    let study = Studies.grid()
    try withScratchFolder { folder in
      try Studies.write(study, [Studies.matchRate, Studies.detour], to: folder)
      let found = try StudyTable(study: folder)
      #expect(found.parameters == study.parameters)
      #expect(found.points.map(\.values) == study.points.map(\.values))
      #expect(found.runCount == 48)
      #expect(found.points[5].runs[2].key == study.points[5].runs[2].key)
      let (a, b) = (found.points[5].runs[2][Studies.matchRate], study.points[5].runs[2][Studies.matchRate])
      #expect(abs(try #require(a) - #require(b)) < 1e-6)
      #expect(found.points[0].runs[0][Studies.wait] == nil)
    }
  }

  @Test
  func `figures with the names of an earlier version are told by both names`() throws {
    try withScratchFolder { folder in
      let text = """
        run_id,seed,replication,match_rate,asks_per_window.mean,fingerprint
        aa01,1,0,0.5,7,ff

        """
      let file = folder + "/runs.csv"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      let former = try #require(FormerName(among: ["seed", "asks_per_window.mean"], of: file))
      #expect(former.current == "requests_per_window.mean")
      #expect(throws: ReportError.formerName(former)) { try StudyTable(contentsOf: folder) }
      #expect(former.description.contains("rename_words.py"))
    }
  }

  @Test
  func `values in quotes, empty figures and unknown columns are read`() throws {
    try withScratchFolder { folder in
      let text = """
        run_id,supply.od,seed,replication,match_rate,grace,wait_s.mean,fingerprint
        aa01,"{kind:""displacement"",length_m:6000}",18446744073709551615,0,0.5,7,,ff
        aa02,"{kind:""displacement"",length_m:6000}",18446744073709551615,1,0.25,7,12.5,ff

        """
      try text.write(toFile: folder + "/runs.csv", atomically: true, encoding: .utf8)
      let study = try StudyTable(contentsOf: folder)
      #expect(study.points.count == 1)
      #expect(study.points[0].values == [#"{kind:"displacement",length_m:6000}"#])
      #expect(study.points[0].runs[0].key.seed == .max)
      #expect(study.points[0].statistics(Studies.wait).count == 1)
      #expect(study.points[0].statistics(Studies.matchRate).mean == 0.375)
    }
  }

  @Test
  func `a choice leaves the points with its values`() throws {
    let study = Studies.grid()
    let one = try study.selecting("matching.radius_m=500.0,matching.limits.max_detour_s=300")
    #expect(one.points.count == 1 && one.parameters.isEmpty)
    let row = try study.selecting("matching.limits.max_detour_s=300")
    #expect(
      row.parameters == [Studies.radius]
        && row.points.map(\.values) == [["250"], ["500"], ["1000"], ["2000"]])
    let byRun = try study.selecting(Studies.runID(4, 2))
    #expect(byRun.points[0].runs.map(\.id) == study.points[4].runs.map(\.id))
    let words = Studies.study([
      ("supply.od", ["{a:1,b:2}", "x"]), ("matching.policy", ["first", "nearest"]),
    ]) { _, _ in
      [Studies.matchRate: 1]
    }
    #expect(try words.selecting("supply.od={a:1,b:2},matching.policy=first").points.count == 1)
  }

  @Test(arguments: [
    ("matching.radius=500", "does not vary `matching.radius` (did you mean `matching.radius_m`?); it varies"),
    ("radius_m=500", "did you mean `matching.radius_m`?"),
    (
      "matching.radius_m=700",
      "has no point with matching.radius_m=700; matching.radius_m has the values 250, 500"
    ),
    ("radius", "`radius` is not a selection; write field=value"),
    ("=5", "`=5` is not a selection"),
    ("ffffffff", "`ffffffff` is not the id of a run"),
    ("0000", "`0000` is not the id of a run"),
  ])
  func `a choice that chooses nothing says what would be right`(choice: String, expected: String) {
    let found = sentence { () throws(ReportError) in _ = try Studies.grid().selecting(choice) }
    #expect(found?.contains(expected) == true, "\(found ?? "nothing")")
  }

  @Test(arguments: [
    ("match_rat", "did you mean `match_rate`?"), ("wait_s", "did you mean `wait_s.mean`?"),
    ("happiness", "`happiness` is not a figure; give a figure such as"),
    ("wait_s.mean", "has no value of wait_s.mean in any run"),
  ])
  func `a figure that is none says which is near`(name: String, expected: String) {
    let found = sentence { () throws(ReportError) in _ = try Studies.grid().figure(name) }
    #expect(found?.contains(expected) == true, "\(found ?? "nothing")")
  }

  @Test(arguments: [
    ("", "there are no rows below the header"),
    ("aa,500,1,0,much,ff\n", ":2: column match_rate: found “much”"),
    ("aa,500,one,0,0.5,ff\n", ":2: column seed: found “one”"),
    ("aa,500,1,-1,0.5,ff\n", ":2: column replication"),
    ("aa,500,1\n", ":2: the row has 3 fields"),
  ])
  func `a table that is damaged says where`(rows: String, expected: String) throws {
    try withScratchFolder { folder in
      let header = "run_id,matching.radius_m,seed,replication,match_rate,fingerprint\n"
      try (header + rows).write(toFile: folder + "/runs.csv", atomically: true, encoding: .utf8)
      let found = sentence { () throws(ReportError) in _ = try StudyTable(contentsOf: folder) }
      #expect(
        found?.hasPrefix("\(folder)/runs.csv") == true && found?.contains(expected) == true, "\(found ?? "")")
    }
  }

  @Test
  func `folders without results are refused`() throws {
    try withScratchFolder { folder in
      let nothing = sentence { () throws(ReportError) in _ = try StudyTable(contentsOf: folder) }
      #expect(nothing?.contains("contains no results (neither runs.csv of a study nor summary.csv") == true)
      try "a,b\n".write(toFile: folder + "/runs.csv", atomically: true, encoding: .utf8)
      let other = sentence { () throws(ReportError) in _ = try StudyTable(contentsOf: folder) }
      #expect(other?.contains("missing column") == true, "\(other ?? "")")
    }
    let absent = sentence { () throws(ReportError) in _ = try StudyTable(contentsOf: "/nowhere") }
    #expect(absent?.hasPrefix("/nowhere: contains no results") == true)
  }

  /// Read in pieces, and a column at a time, a table says the same as one in memory.
  @Test(arguments: [1, 400, 3000, 1 << 20])
  func `a large table says the same as a small one`(size: Int) throws {
    try withScratchFolder { folder in
      let study = Studies.grid(folder, replications: 5)
      try Studies.write(study, [Studies.matchRate, Studies.detour], to: folder)
      let file = folder + "/runs.csv"
      let small = try StudyTable(runs: file, folder: folder, pieces: nil)
      let large = try StudyTable(runs: file, folder: folder, pieces: size)
      #expect(large.points.map(\.values) == small.points.map(\.values) && large.runCount == 60)
      for (one, other) in zip(large.points, small.points) {
        #expect(one.runs.map(\.id) == other.runs.map(\.id) && one.runs.map(\.key) == other.runs.map(\.key))
        for figure in [Studies.matchRate, Studies.detour] {
          #expect(one.runs.map { $0[figure] } == other.runs.map { $0[figure] })
          #expect(large.has(figure))
        }
        #expect(one.isOneRun == other.isOneRun && !one.isOneRun)
        #expect(zip(one.runs, one.runs).allSatisfy { $0.hasFigures(of: $1) })
        #expect(zip(one.runs, one.runs.dropFirst()).allSatisfy { !$0.hasFigures(of: $1) })
        // Of two tables, of which one has digests only.
        #expect(zip(one.runs, other.runs).allSatisfy { $0.hasFigures(of: $1) })
      }
      #expect(
        Analysis(large, [Studies.matchRate]).text == Analysis(small, [Studies.matchRate]).text)
      // A fault in a later piece is told.
      let text = try String(contentsOfFile: file, encoding: .utf8)
      try (text + "x,1,2,3\n").write(toFile: file, atomically: true, encoding: .utf8)
      #expect(throws: ReportError.self) { try StudyTable(runs: file, folder: folder, pieces: size) }
    }
  }
}
