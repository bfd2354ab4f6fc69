import Foundation
import TestSupport
import Testing

/// The verifier of the carpool, on runs in which something odd happens.
@Suite(.waitsForPrograms) struct VerifierTests {
  let scratch = Scratch()

  /// A corridor on which every other published trip is called off, and whose passengers have little money.
  private static let corridor = """
    {
      name: "corridor", space: {kind: "plane", width_m: 20000, height_m: 3000}, time: {duration_s: 86400},
      supply: {kind: "synthetic", count: 300, announce_before_s: 0},
      demand: {kind: "synthetic", count: 400},
      matching: {radius_m: 1500, limits: {max_detour_s: 600}},
      board: {
        offers: {
          kind: "synthetic", share: 0.8, price: {per_km: 1, step: 0}, takes_instant_share: 0.7,
          stops: [{x: 3000, y: 1500}, {x: 6000, y: 1500}, {x: 9000, y: 1500}, {x: 12000, y: 1500}],
        },
        seeks: {kind: "synthetic", share: 0.6, access_m: 2500, egress_m: 2500, window_s: 7200},
        trip_cancel_probability: 0.5,
      },
      money: {opening_balance: 15},
    }
    """

  @Test(.enabled(if: Program.hasPython))
  func `what comes back to a wallet in the millisecond of a search counts in it`() throws {
    try scratch.write(Self.corridor, to: "corridor.json5")
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    var returns = 0
    for seed in 1...2 {
      try Program.run(
        "run", "corridor.json5", "--seed", "\(seed)", "--out", "out", "--force", "--quiet", in: scratch
      ).expectSuccess()
      let run = try RunResult("out", in: scratch)
      let searches = Set(try run.rows("bookings").map { "\($0["request_id"]) \($0["time_s"])" })
      returns += try run.rows("payments").count {
        $0["kind"] == "release" && searches.contains("\($0["request_id"]) \($0["time_s"])")
      }
      let call = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "out"], in: scratch)
      let rule = call.output.split(separator: "\n").first { $0.contains("searches: with_funds") }
      #expect(rule?.contains(" ok ") == true, "\(call.output)\(call.errors)")
    }
    #expect(returns > 10)
  }

  @Test(.enabled(if: Program.hasPython))
  func `what is not checked of a policy that the schema does not name is said`() throws {
    try scratch.write(Self.corridor, to: "corridor.json5")
    try Program.run("run", "corridor.json5", "--out", "out", "--quiet", in: scratch).expectSuccess()
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    func output() throws -> String {
      try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "out"], in: scratch).output
    }
    #expect(try !output().contains("not checked, because"))
    let manifest = try scratch.text("out/manifest.json")
    try scratch.write(
      manifest.replacingOccurrences(of: "\"two_circles\"", with: "\"mine\""), to: "out/manifest.json")
    #expect(try output().contains("names no policy \"mine\""))
  }

  /// A plane on which many plan ahead and many drivers call their trips off.
  private static func plane(drivers: Int, passengers: Int, _ board: String, _ more: String = "") -> String {
    """
    {
      name: "plane", time: {duration_s: 7200},
      space: {kind: "plane", width_m: 15000, height_m: 15000, speed_kmh: 40, circuity: 1.2},
      supply: {kind: "synthetic", count: \(drivers), od: {kind: "displacement", length_m: 6000}},
      demand: {kind: "synthetic", count: \(passengers), od: {kind: "displacement", length_m: 6000}},
      matching: {radius_m: 1500}, board: {trip_cancel_probability: 0.3, \(board)}, \(more)
    }
    """
  }

  /// The line of the verifier about `rule`, and the run.
  private func verified(_ scenario: String, seed: Int, _ rule: String) throws -> (
    line: String, run: RunResult
  ) {
    try scratch.write(scenario, to: "plane.json5")
    try Program.run("run", "plane.json5", "--seed", "\(seed)", "--out", "out", "--quiet", in: scratch)
      .expectSuccess()
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    let call = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "out"], in: scratch)
    let line = call.output.split(separator: "\n").first { $0.hasSuffix("  " + rule) }
    return (String(line ?? "\(call.output)\(call.errors)"), try RunResult("out", in: scratch))
  }

  @Test(.enabled(if: Program.hasPython))
  func `who loses a seat when their patience is over has waited until then`() throws {
    let scenario = Self.plane(
      drivers: 150, passengers: 300,
      "offers: {kind: 'synthetic', share: 0.6}, seeks: {kind: 'synthetic', share: 0.6}")
    let (line, run) = try verified(scenario, seed: 22, "timeseries: requests_waiting")
    #expect(line.hasPrefix("  ok "), "\(line)")
    let impatient = Set(
      try run.rows("requests").filter { $0["cause"] == "patience" }.map { "\($0["request_id"])" })
    #expect(
      try run.rows("bookings").contains {
        $0["fate"] == "cancelled_by_driver" && impatient.contains("\($0["request_id"])")
      })
  }

  @Test(.enabled(if: Program.hasPython))
  func `a cycle that alerts made longer is followed by a relaunch`() throws {
    let scenario = Self.plane(
      drivers: 150, passengers: 200,
      """
      offers: {kind: "synthetic", share: 1, lead: {law: "lognormal", median_s: 2000, sigma: 1}},
      seeks: {
        kind: "synthetic", share: 1, access_m: 2500, egress_m: 2500, window_s: 3000,
        lead: {law: "lognormal", median_s: 3000, sigma: 1},
      },
      decline_probability: 0.8,
      """, "behaviour: {driver_cancel_probability: 0.3}")
    let (line, run) = try verified(scenario, seed: 206, "a relaunch follows a full cycle")
    #expect(line.hasPrefix("  ok "), "\(line)")
    #expect(try run.rows("attempts").contains { $0["attempt"] == "4" && $0["outcome"] == "unanswered" })
  }

  @Test func `a driver who loses a seat before announcing a trip is not found for it`() throws {
    let scenario = """
      {
        name: "plane", time: {duration_s: 7200},
        space: {kind: "plane", width_m: 15000, height_m: 15000, speed_kmh: 40, circuity: 1.2},
        supply: {kind: "synthetic", count: 150, od: {kind: "displacement", length_m: 6000}},
        demand: {kind: "synthetic", count: 300, od: {kind: "displacement", length_m: 6000}},
        matching: {radius_m: 1500, policy: "batch", batch: {riders: "one"}},
        board: {
          offers: {kind: "synthetic", share: 1, takes_instant_share: 0},
          seeks: {kind: "synthetic", share: 0.6, access_m: 2500, egress_m: 2500},
          decline_probability: 0.5, trip_cancel_probability: 0.3,
        },
      }
      """
    try scratch.write(scenario, to: "plane.json5")
    try Program.run("run", "plane.json5", "--out", "out", "--quiet", in: scratch).expectSuccess()
    let run = try RunResult("out", in: scratch)
    func key(_ row: RunResult.Row) -> [String] { ["request_id", "cycle", "attempt"].map { row[$0] } }
    let bookings = try run.rows("bookings")
    #expect(bookings.contains { $0["fate"] == "cancelled_by_driver" || $0["outcome"] == "declined" })
    let searches = Set(bookings.map(key))
    // Nobody takes passengers who ask for a ride now.
    let now = try run.rows("attempts").filter { !searches.contains(key($0)) }
    #expect(!now.isEmpty)
    #expect(now.allSatisfy { $0["drivers_active"] == "0" && $0["outcome"] == "no_candidate" })
  }

  /// Answers come after the first slots have begun: their places are held then, so that the reserve stands by, and lapse.
  @Test(.enabled(if: Program.hasPython))
  func `a place that waits for its answer when the slot begins is not empty`() throws {
    let festival = """
      {
        name: "festival", market: "shifts", time: {duration_s: 86400},
        programme: {
          kind: "synthetic", posts: 10, places_max: 3,
          slots: [{name: "day", begin_s: 90000, end_s: 93600}, {name: "later", begin_s: 200000, end_s: 203600}],
        },
        volunteers: {kind: "synthetic", count: 120, flexible_share: 0.9, slots_min: 1, slots_max: 1},
        matching: {reserve_share: 0.5, flexible_slots: "all"}, behaviour: {answer_delay_s: 7200},
      }
      """
    try scratch.write(festival, to: "festival.json5")
    try Program.run("run", "festival.json5", "--out", "out", "--quiet", in: scratch).expectSuccess()
    let rows = try RunResult("out", in: scratch).rows("signups")
    #expect(rows.contains { $0["slot"] == "day" && $0["outcome"] == "stood_by" })
    #expect(rows.contains { $0["slot"] == "day" && $0["cause"] == "too_late" })
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    func rule() throws -> String {
      let call = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "out"], in: scratch)
      let line = call.output.split(separator: "\n").first {
        $0.hasSuffix("reserve: nobody stands by while a place is empty")
      }
      return String(line ?? "\(call.output)\(call.errors)")
    }
    #expect(try rule().hasPrefix("  ok "))
    // Where those who worked had not come, the reserve should have been called.
    try scratch.write(
      scratch.text("out/signups.csv").replacing(",worked,", with: ",no_show,"), to: "out/signups.csv")
    #expect(try rule().hasPrefix("  FAIL "))
  }
}
