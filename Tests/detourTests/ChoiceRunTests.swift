import Foundation
import TestSupport
import Testing

/// Passengers who may refuse a ride, as a user meets them: tables, the verifier, accounts, refusals.
@Suite(.waitsForPrograms) struct ChoiceRunTests {
  let scratch = Scratch()

  private static let choice =
    "demand.choice={constant: 0.5, weights: {wait_s: -0.002, ride_s: -0.001},"
    + " alternative: {kind: 'direct', factor: 1.5, constant_s: 300}}"

  private static let announced = """
    {
      name: "announced", time: {duration_s: 3600},
      space: {kind: "plane", width_m: 9000, height_m: 9000, speed_kmh: 30, circuity: 1.2},
      supply: {kind: "synthetic", count: 60, announce_before_s: 900, flexibility_s: 900},
      demand: {
        kind: "synthetic", count: 120, lead_s: 900, flexibility_s: 900, probe_share: 0.05, car_share: 0.3,
        choice: {constant: 0.5, weights: {wait_s: -0.001, ride_s: -0.001}, alternative: {kind: "direct", factor: 1.2}},
      },
      matching: {
        policy: "batch", radius_m: 5000, limits: {max_wait_s: null}, batch: {window_s: 60, commit: "latest"},
      },
      behaviour: {patience_s: null, driver_cancel_probability: 0.1},
    }
    """

  init() throws {
    try Town.write(to: scratch)
    try scratch.write(Self.announced, to: "announced.json5")
  }

  private func run(_ scenario: String, _ overrides: [String]) throws -> RunResult {
    try Program.run(
      ["run", scenario, "--out", "out", "--force"] + overrides.flatMap { ["--set", $0] }, in: scratch
    ).expectSuccess()
    return try RunResult("out", in: scratch)
  }

  private func verify() throws {
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    let call = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "out"], in: scratch)
    #expect(call.status == 0, "\(call.output)")
    #expect(call.output.contains("choice: the probability is the logit's"))
  }

  @Test(
    .enabled(if: Program.hasPython),
    arguments: [
      [], ["matching.policy=insertion", "demand.choice.on_refusal=leaves"], ["matching.policy=random"],
      ["matching.policy=batch", "matching.batch={window_s: 20}"],
      ["matching.policy=stable", "matching.batch={}"],
      ["matching.walk_m=300", "demand.choice.weights.walk_m=-0.002"],
      ["matching.transfer={}", "behaviour.driver_cancel_probability=0.2"],
      ["demand.cancel_probability=0.3", "time.warm_up_s=300", "time.horizon_s=1500"],
      ["demand.choice.alternative=none", "demand.choice.on_refusal=leaves", "channel={}"],
      [
        "money={cap: {}, price: {kind: 'per_km', per_km: 2}}", "demand.choice.weights.price=-0.2",
        "demand.choice.alternative={kind: 'law', time_s: 900, cost: {law: 'uniform', from: 0, to: 9}}",
      ],
    ])
  func `what the tables say of who chooses is what the rules say`(overrides: [String]) throws {
    let run = try run("town.json5", [Self.choice] + overrides)
    try expectSound(run)
    let outcomes = try run.rows("attempts").map { $0["outcome"] }
    #expect(outcomes.contains("refused") && outcomes.contains("accepted"))
    try verify()
  }

  @Test(
    .enabled(if: Program.hasPython),
    arguments: [
      [], ["demand.choice.on_refusal=leaves", "demand.unserved=leaves"], ["matching.batch.riders=one"],
      ["matching={policy: 'insertion', attempts: 8, limits: {max_wait_s: null}}"],
      [
        "matching={policy: 'insertion', attempts: 8, limits: {max_wait_s: null}}",
        "demand.choice.on_refusal=leaves",
      ],
    ])
  func `so it is where trips are announced, and passengers may drive`(overrides: [String]) throws {
    let run = try run("announced.json5", overrides)
    try expectSound(run)
    #expect(try run.rows("attempts").contains { $0["outcome"] == "refused" })
    try verify()
  }

  @Test(.enabled(if: Program.hasPython))
  func `recorded alternatives are those of the file`() throws {
    try Line.write(to: scratch)
    let rows = Line.requests.split(separator: "\n")
    let more = ["alternative_s,alternative_cost", "600,12.5", "900,0", "1200.5,4"]
    try scratch.write(zip(rows, more).map { "\($0),\($1)\n" }.joined(), to: "requests.csv")
    let run = try run(
      "line.json5",
      [
        "demand.choice={weights: {ride_s: -0.001, price: -0.1}, alternative: 'recorded'}",
        "money={wallet_share: 0}",
      ])
    let offered = try run.rows("attempts").filter { $0["choice_draw"] != "" }
    #expect(offered.allSatisfy { $0["alternative_s"] == ($0["request_id"] == "1" ? "600.000" : "1200.500") })
    #expect(offered.allSatisfy { $0["alternative_cost"] == ($0["request_id"] == "1" ? "12.50" : "4.00") })
    #expect(!offered.isEmpty)
    try verify()
  }

  @Test
  func `an account tells what was compared and drawn`() throws {
    let run = try run("town.json5", [Self.choice])
    let row = try #require(try run.rows("attempts").first { $0["outcome"] == "refused" })
    let account = try Program.run(["explain", "out", row["request_id"]], in: scratch)
    #expect(account.status == 0)
    #expect(account.output.contains("refused, choice, driver \(row["driver_id"])"), "\(account.output)")
    let words = "probability \(row["choice_probability"]), draw \(row["choice_draw"])"
    #expect(
      account.output.contains("the passenger was offered ") && account.output.contains(words),
      "\(account.output)")
    let json = try Program.run(["explain", "out", row["request_id"], "--json"], in: scratch)
    #expect(json.status == 0 && json.output.contains("\"choice\":"))
    #expect(json.output.contains("\"accepted\": false") || json.output.contains("\"accepted\":false"))
  }

  @Test
  func `the summary says how many rides were accepted`() throws {
    let run = try Program.run(
      ["run", "town.json5", "--out", "out", "--set", Self.choice], in: scratch)
    #expect(run.output.contains(" % of the rides offered were accepted"), "\(run.output)")
  }
}
