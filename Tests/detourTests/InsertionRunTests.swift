import Foundation
import TestSupport
import Testing

/// The exact matcher as a user meets it.
@Suite(.waitsForPrograms) struct InsertionRunTests {
  let scratch = Scratch()
  private static let insertion = ["--set", "matching.policy=insertion"]

  init() throws {
    try Town.write(to: scratch)
    try Line.write(to: scratch)
  }

  /// Runs the town under the exact matcher into `folder` with more `words`.
  private func town(into folder: String, _ words: [String] = [], warns: Bool = false) throws -> RunResult {
    try Program.run(["run", "town.json5", "--out", folder] + Self.insertion + words, in: scratch)
      .expectSuccess(warns: warns)
    return try RunResult(folder, in: scratch)
  }

  private func assignments(_ values: [String]) -> [String] {
    values.flatMap { ["--set", "matching.insertion." + $0] }
  }

  @Test
  func `neither a second run, nor how the network answers, nor what is recorded changes a result`() throws {
    let plain = try town(into: "plain")
    try expectSound(plain)
    let others =
      [[], ["--record", "candidates"]] + ["dijkstra", "hierarchy", "labels"].map { ["--routing", $0] }
    for (number, words) in others.enumerated() {
      let other = try town(into: "other\(number)", words)
      #expect(try plain.tables() == other.tables() && plain.fingerprint == other.fingerprint, "\(words)")
      #expect(plain.runID == other.runID)
    }
  }

  @Test
  func `the distance between route points plays no part`() throws {
    let words = assignments(["use_radius=true"])
    let near = try town(into: "near", words + ["--set", "matching.spacing_m=0"], warns: true)
    let far = try town(into: "far", words + ["--set", "matching.spacing_m=900"], warns: true)
    // The run's id is that of its scenario, and stands in every row.
    func rows(_ result: RunResult, _ table: String) throws -> [[String: String]] {
      try result.rows(table).map { $0.fields.filter { $0.key != "run_id" } }
    }
    for table in RunResult.deterministic { #expect(try rows(near, table) == rows(far, table), "\(table)") }
  }

  @Test(.enabled(if: Program.hasPython), arguments: [[], ["objective=added_driving"], ["use_radius=true"]])
  func `the funnel tells whom it evaluated, and the verifier finds no fault`(values: [String]) throws {
    let result = try town(into: "out", assignments(values))
    let attempts = try result.rows("attempts")
    #expect(
      attempts.contains {
        ($0.number("bounded_out") ?? 0) > 10 * ($0.number("evaluated") ?? 0) || !values.isEmpty
      })
    for row in attempts {
      // A search that found nobody counts who had room and agreed only where that is nobody.
      let later = ["with_seats", "with_preferences", "within_limits"].map { row[$0] }
      #expect(later.dropLast().allSatisfy { ["", "0"].contains($0) } && later.last == "", "\(later)")
      #expect(row["in_radius"].isEmpty == (values != ["use_radius=true"]))
    }
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    let call = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "out"], in: scratch)
    #expect(
      call.status == 0,
      "\(call.output.split(separator: "\n").filter { $0.contains("FAIL") || $0.contains("csv:") })")
  }

  /// Runs the line under the exact matcher with more `words` and gives what is explained of `request`.
  private func explanation(of request: String, _ words: [String] = []) throws -> String {
    let run = ["run", "line.json5", "--out", "out", "--quiet", "--force"] + Self.insertion + words
    try Program.run(run, in: scratch).expectSuccess()
    let call = try Program.run("explain", "out", request, in: scratch)
    call.expectSuccess()
    return call.output
  }

  @Test
  func `explain shows every driver with what the exact matcher compares`() throws {
    // The car is 100 m on its way, not at its last route point.
    #expect(
      try explanation(of: "1").hasSuffix(
        """

        cycle 1, attempt 1 at 0:00:10: accepted, driver 1
          2 drivers active; 1 evaluated, 1 pruned by a bound
          driver 1: a candidate: 1 min 30 s to the pickup, 20 s of detour, 100.0 % of the wishes met, cost 110000
          driver 2: a candidate: 5 min 13 s to the pickup, 5 min 43 s of detour, 100.0 % of the wishes met, cost 656418

        """))
  }

  @Test
  func `explain tells what failed for drivers whom a bound dismissed`() throws {
    let text = try explanation(of: "2")
    #expect(text.hasPrefix("request 2: unmatched (limits: "))
    #expect(
      text.contains(
        """
        cycle 1, attempt 1 at 0:00:20: no_candidate, limits
          2 drivers active; 0 evaluated, 2 pruned by a bound
          driver 1: violates max_detour_ratio: a detour of 84.0 % of the solo trip would exceed 50.0 %
          driver 2: violates max_detour_s: a total detour of 17 min 31 s would exceed 15 min 0 s

        """))
  }

  @Test
  func `explain tells who is outside a circle where circles bind`() throws {
    #expect(
      try explanation(of: "2", assignments(["use_radius=true"])).contains(
        """
        cycle 1, attempt 1 at 0:00:20: no_candidate, no_driver_in_radius
          2 drivers active → 0 within r of the pickup; 0 evaluated, 0 pruned by a bound
          driver 1: reported 4079 m from the pickup, 3079 m too far (r = 1000 m)
          driver 2: reported 7046 m from the pickup, 6046 m too far (r = 1000 m)

        """))
  }

  @Test
  func `a recorded candidate is as good as the matcher says, and no driver is left out`() throws {
    let result = try town(into: "out", ["--record", "candidates"] + assignments(["objective=cost"]))
    var candidates: [[String]: [RunResult.Row]] = [:]
    let key = { (row: RunResult.Row) in ["request_id", "cycle", "attempt"].map { row[$0] } }
    for row in try result.rows("candidates") { candidates[key(row), default: []].append(row) }
    var offers = 0
    for attempt in try result.rows("attempts") {
      let rows = candidates[key(attempt)] ?? []
      let able = rows.filter { $0["failed_stage"].isEmpty }
      #expect(rows.allSatisfy { !["radius", "route"].contains($0["failed_stage"]) })
      let best = able.min {
        (Int($0["cost"])!, Int($0["driver_id"])!) < (Int($1["cost"])!, Int($1["driver_id"])!)
      }
      for column in ["driver_id", "cost", "time_to_pickup_s", "detour_s", "reported_x", "reported_y"] {
        #expect(best?[column] ?? "" == attempt[column], "\(column) of \(key(attempt))")
      }
      if best != nil { offers += 1 }
    }
    #expect(offers > 50)
  }
}
