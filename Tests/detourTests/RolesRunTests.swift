import Foundation
import TestSupport
import Testing

/// People who may drive or ride as a user meets them: tables, the verifier, words, refusals.
@Suite(.waitsForPrograms) struct RolesRunTests {
  let scratch = Scratch()

  private static let announced = """
    {
      name: "roles", time: {duration_s: 3600},
      space: {kind: "plane", width_m: 9000, height_m: 9000, speed_kmh: 30, circuity: 1.2},
      supply: {kind: "synthetic", count: 40, announce_before_s: 900, flexibility_s: 900},
      demand: {kind: "synthetic", count: 120, lead_s: 900, flexibility_s: 900, probe_share: 0.05, car_share: 0.5},
      matching: {
        policy: "batch", radius_m: 5000, limits: {max_wait_s: null},
        batch: {window_s: 60, commit: "latest"},
      },
      behaviour: {patience_s: null, driver_cancel_probability: 0.1},
    }
    """

  /// Each request decided by itself, for eight minutes.
  private static let atOnce =
    "matching={policy: 'insertion', attempts: 8, limits: {max_wait_s: null}}"

  init() throws { try scratch.write(Self.announced, to: "roles.json5") }

  private func run(_ overrides: [String]) throws -> RunResult {
    try Program.run(
      ["run", "roles.json5", "--out", "out", "--force"] + overrides.flatMap { ["--set", $0] }, in: scratch
    ).expectSuccess()
    return try RunResult("out", in: scratch)
  }

  @Test(
    .enabled(if: Program.hasPython),
    arguments: [
      [], ["demand.unserved=leaves"], ["matching.batch.riders=one", "demand.unserved=leaves"],
      ["matching.batch.objective=saved_km", "matching.batch.riders=one"],
      ["matching.batch.objective=cost", "behaviour.answer_delay_s=90", "demand.cancel_probability=0.1"],
      ["supply={kind: 'none'}", "matching.batch.notice_s=120"],
      ["time.horizon_s=2400", "time.warm_up_s=600"],
      ["behaviour.patience_s=600", "demand.unserved=leaves", "time.horizon_s=2400"],
      [atOnce], [atOnce, "demand.unserved=leaves", "matching.policy=two_circles", "matching.radius_m=5000"],
      [atOnce, "behaviour.answer_delay_s=90", "demand.cancel_probability=0.1", "behaviour.patience_s=300"],
      [atOnce, "demand.lead_s=0", "matching.batch={riders: 'one'}", "supply={kind: 'none'}"],
      [
        atOnce, "matching.policy=nearest", "matching.radius_m=5000", "time.horizon_s=2400",
        "time.warm_up_s=600",
      ],
    ])
  func `what the tables say of who drives and who rides is what the rules say`(overrides: [String]) throws {
    let run = try run(overrides)
    try expectSound(run)
    let roles = try run.rows("roles").map { $0["role"] }
    #expect(roles.contains("rode") && roles.contains("drove"))
    #expect(roles.contains(overrides.contains("demand.unserved=leaves") ? "left" : "alone"))
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    let call = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "out"], in: scratch)
    #expect(call.status == 0, "\(call.output)")
  }

  @Test
  func `an account and the summary say who drove whom`() throws {
    let run = try run([])
    let words = ["rode": "left it at home, and rode", "drove": "bound at ", "alone": "left alone at "]
    for (role, part) in words.sorted(by: <) {
      let person = try #require(try run.rows("roles").first { $0["role"] == role })
      let account = try Program.run(["explain", "out", person["request_id"]], in: scratch)
      #expect(account.status == 0)
      #expect(
        account.output.contains("has a car, as driver \(person["driver_id"]): \(part)"), "\(account.output)")
    }
    let summary = try Program.run(["run", "roles.json5", "--out", "out", "--force"], in: scratch)
    #expect(summary.output.contains("of those who may drive or ride"), "\(summary.output)")
  }

  @Test
  func `a share of 0 changes no byte`() throws {
    try scratch.write(
      Self.announced.replacingOccurrences(of: ", car_share: 0.5", with: ""), to: "bare.json5")
    try Program.run(["run", "bare.json5", "--out", "bare"], in: scratch).expectSuccess()
    let none = try run(["demand.car_share=0"])
    #expect(try none.tables() == RunResult("bare", in: scratch).tables())
    #expect(!scratch.has("out/roles.csv"))
  }

  @Test(arguments: [
    (["matching.batch.commit=window"], "windows whose pairs bind as late as possible"),
    (["matching.policy=stable"], "windows whose pairs bind as late as possible"),
    (["matching={policy: {command: ['cat']}}"], "a built-in policy"),
    (["matching={}", "channel={}"], "cannot be combined with `channel`"),
    (["matching={}", "matching.walk_m=300"], "cannot be combined with `matching.walk_m`"),
    (["results.hindsight=true"], "leave out `results.hindsight`"),
    (["results.map_calls={}"], "leave out `results.map_calls`"),
    (["demand.flexibility_s=0"], "give demand.flexibility_s"),
  ])
  func `what cannot be had with roles is refused`(fields: [String], sentence: String) throws {
    let call = try Program.run(["validate", "roles.json5"] + fields.flatMap { ["--set", $0] }, in: scratch)
    #expect(call.status == 65 && call.errors.contains(sentence), "\(call.errors)")
  }

  @Test
  func `roles in a file are refused where nothing decides them`() throws {
    try scratch.write(
      "request_id,submit_s,latest_dropoff_s,role,origin_x,origin_y,destination_x,destination_y\n"
        + "1,0,3000,either,0,0,3000,4000\n", to: "requests.csv")
    let call = try Program.run(
      [
        "validate", "roles.json5", "--set", "demand={kind: 'recorded', file: 'requests.csv'}",
        "--set", "matching.batch.commit=window",
      ], in: scratch)
    #expect(
      call.status == 65
        && call.errors.contains("requests: 1 have flexible roles: flexible roles"),
      "\(call.errors)")
  }
}
