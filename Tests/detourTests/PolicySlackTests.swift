import Foundation
import TestSupport
import Testing

/// What policies outside the program are told of the driver's limits, of the detour already promised, and of what is left.
@Suite(.waitsForPrograms) struct PolicySlackTests {
  let scratch = Scratch()

  private static let fields = [
    "added_detour_s", "promised_detour_s", "total_detour_s", "max_detour_s", "max_detour_ratio", "arrive_s",
    "latest_arrive_s", "slack_s", "slack_left_s",
  ]

  /// A process that writes down what it is told of each candidate and chooses by `key`.
  private static func recorder(choosing key: String) -> String {
    PolicyPrograms.python(
      #"{"driver": chosen(m)}"#,
      before: """
        fields = \(fields)
        told = open("told.csv", "w")

        def chosen(m):
            for c in m["candidates"]:
                assert c["detour_s"] == c["added_detour_s"]
                print(m["request"]["request_id"], c["driver"], *(c[name] for name in fields), sep=",", file=told, flush=True)
            return \(key)
        """)
  }

  private func run(
    _ scenario: String, _ policy: String, _ more: [String] = [], into folder: String
  ) throws -> RunResult {
    try Program.run(
      ["run", scenario, "--set", "matching.policy=\(policy)", "--out", folder, "--quiet"] + more, in: scratch
    ).expectSuccess()
    return try RunResult(folder, in: scratch)
  }

  private func told() throws -> [[String]] {
    try scratch.text("told.csv").split(separator: "\n").map {
      $0.split(separator: ",").map(String.init)
    }
  }

  /// A driver who is alone for 1,000 s and may be there after 1,100 s; two passengers on the way, whose four stops of
  /// 10 s are the whole detour.
  private func writeLine() throws {
    try scratch.write(Line.scenario, to: "line.json5")
    try scratch.write(
      """
      driver_id,depart_s,origin_x,origin_y,destination_x,destination_y,latest_arrive_s
      1,0,0,5000,10000,5000,1100
      2,0,0,2000,10000,2000,

      """, to: "drivers.csv")
    try scratch.write(
      """
      request_id,submit_s,origin_x,origin_y,destination_x,destination_y
      1,10,1000,5000,6000,5000
      2,20,1000,5000,7000,5000
      3,30,1000,2000,6000,2000

      """, to: "requests.csv")
  }

  private static let line = [
    ["1", "1", "20", "0", "20", "900", "0.5", "1020", "1100", "100", "80"],
    ["2", "1", "20", "20", "40", "900", "0.5", "1040", "1100", "80", "60"],
    // Half the solo trip binds before 900 s do.
    ["3", "2", "20", "0", "20", "900", "0.5", "1020", "None", "500", "480"],
  ]

  @Test
  func `slack was not told: the second passenger of a driver finds what the first was promised`() throws {
    try writeLine()
    try scratch.write(Self.recorder(choosing: #"m["candidates"][0]["driver"]"#), to: "foremost.py")
    _ = try run("line.json5", #"{command:["python3","foremost.py"]}"#, into: "out")
    let rows = try told()
    #expect(rows == Self.line)
  }

  @Test(.enabled(if: LibraryPolicyTests.hasCompiler, "needs clang, which comes with Swift"))
  func `a library is told the same`() throws {
    try writeLine()
    try scratch.write(
      """
      #include <stdio.h>
      #include "detour_policy.h"
      uint32_t detour_policy_version(void) { return DETOUR_POLICY_VERSION; }
      int64_t detour_choose(const detour_attempt *a) {
        FILE *told = fopen("\(scratch.path("told.csv"))", "a");
        for (int32_t i = 0; i < a->candidate_count; i++) {
          const detour_slack *s = a->slacks + i;
          fprintf(told, "%d,%d,%g,%g,%g,%g,%g,%g,", (int)a->request.id, (int)a->candidates[i].driver,
                  s->added_detour_ms / 1e3, s->promised_detour_ms / 1e3, s->total_detour_ms / 1e3,
                  s->max_detour_ms / 1e3, s->max_detour_ratio, s->arrive_ms / 1e3);
          if (s->latest_arrive_ms == DETOUR_NEVER) fprintf(told, "None");
          else fprintf(told, "%g", s->latest_arrive_ms / 1e3);
          fprintf(told, ",%g,%g\\n", s->slack_ms / 1e3, s->slack_left_ms / 1e3);
        }
        fclose(told);
        return 0;
      }

      """, to: "foremost.c")
    try LibraryPolicyTests.compile("foremost.c", to: "libforemost.so", in: scratch)
    _ = try run("line.json5", #"{library:"libforemost.so"}"#, into: "out")
    let rows = try told()
    #expect(rows == Self.line)
  }

  @Test
  func `nobody is a candidate beyond a limit, and the tables have the detour that was added`() throws {
    try Town.write(to: scratch)
    try scratch.write(
      Self.recorder(
        choosing: #"min(m["candidates"], key=lambda c: (c["slack_left_s"], c["driver"]))["driver"]"#),
      to: "slack.py")
    let result = try run(
      "town.json5", #"{command:["python3","slack.py"]}"#, ["--set", "demand.count=1500"], into: "out")
    let told = try told().map { row in (row[0], row[1], row.dropFirst(2).map { Double($0) ?? .infinity }) }
    #expect(told.count > 50)
    // With the least slack first, drivers who have passengers already are chosen where they can be.
    #expect(told.contains { $0.2[1] > 0 })
    let solo = Dictionary(
      uniqueKeysWithValues: try result.rows("drivers").map { ($0["driver_id"], $0.number("solo_s") ?? .nan) })
    for (request, driver, row) in told {
      let place = "request \(request), driver \(driver): \(row)"
      let (added, promised, total, slack, left) = (row[0], row[1], row[2], row[7], row[8])
      #expect(abs(added + promised - total) < 0.0015, "\(place)")
      let allowed = min(row[3], row[4] * (try #require(solo[driver])), row[6] - (row[5] - total))
      #expect(left >= 0 && abs(allowed - total - left) < 0.0015, "\(place)")
      #expect(slack == .infinity || abs(slack - added - left) < 0.0015, "\(place)")
    }
    for attempt in try result.rows("attempts") where attempt["outcome"] == "accepted" {
      let row = try #require(told.last { $0.0 == attempt["request_id"] && $0.1 == attempt["driver_id"] })
      #expect(abs((attempt.number("detour_s") ?? .nan) - row.2[0]) < 0.0015, "\(attempt.fields)")
    }
  }
}
