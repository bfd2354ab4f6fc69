import Foundation
import TestSupport
import Testing

/// Trips with slack as a user meets them: tables, the verifier, and what `explain` says.
@Suite(.waitsForPrograms) struct SlackRunTests {
  let scratch = Scratch()

  private static let announced = """
    {
      name: "announced", time: {duration_s: 3600},
      space: {kind: "plane", width_m: 9000, height_m: 9000, speed_kmh: 30, circuity: 1.2},
      supply: {kind: "synthetic", count: 120, announce_before_s: 900, flexibility_s: 900},
      demand: {kind: "synthetic", count: 150, lead_s: 900, flexibility_s: 900, probe_share: 0.05},
      matching: {limits: {max_wait_s: null}},
      behaviour: {patience_s: null},
    }
    """

  init() throws { try scratch.write(Self.announced, to: "announced.json5") }

  private func run(_ overrides: [String]) throws -> RunResult {
    // The exact matcher knows no circles.
    let overrides =
      overrides.contains("matching.policy=insertion") ? overrides : overrides + ["matching.radius_m=5000"]
    try Program.run(
      ["run", "announced.json5", "--out", "out", "--force"] + overrides.flatMap { ["--set", $0] }, in: scratch
    ).expectSuccess()
    return try RunResult("out", in: scratch)
  }

  @Test(
    .enabled(if: Program.hasPython),
    arguments: [
      ["matching.policy=two_circles"], ["matching.policy=insertion"],
      ["matching.policy=two_circles", "supply.leaves=earliest"],
      ["matching.policy=batch", "matching.batch={window_s: 60}"],
      ["matching.policy=batch", "matching.batch={window_s: 60, commit: 'latest'}"],
      [
        "matching.policy=batch",
        "matching.batch={window_s: 60, commit: 'latest', riders: 'one', notice_s: 120}",
      ],
      ["matching.policy=batch", "matching.batch={window_s: 30, commit: 'latest', objective: 'saved_km'}"],
      ["matching.policy=stable", "matching.batch={window_s: 60, commit: 'latest', riders: 'one'}"],
      [
        "matching.policy=batch", "matching.batch={window_s: 60, riders: 'one'}", "results.hindsight=true",
        "matching.limits={max_detour_s: null, max_detour_ratio: null, max_wait_s: null}",
      ],
      [
        "matching.policy=batch", "results.hindsight=true", "supply.leaves=earliest",
        "matching.batch={window_s: 60, commit: 'latest', riders: 'one', objective: 'saved_km'}",
        "matching.limits={max_detour_s: null, max_detour_ratio: null, max_wait_s: null}",
      ],
    ])
  func `what the tables say of slack is what the rules say`(overrides: [String]) throws {
    let run = try run(overrides)
    try expectSound(run)
    #expect(try run.rows("driver_slack").count == 120 && run.rows("request_slack").count == 150)
    #expect(try run.rows("requests").contains { $0["outcome"] == "served" })
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    let call = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "out"], in: scratch)
    #expect(call.status == 0, "\(call.output)")
  }

  @Test(.enabled(if: Program.hasPython))
  func `a recorded reservation is served like one that is announced, and waits from the time to leave`()
    throws
  {
    let ends = "origin_x,origin_y,destination_x,destination_y\n"
    try scratch.write(
      "driver_id,depart_s,announce_s,latest_arrive_s," + ends + "1,2400,100,6000,0,0,12000,0\n",
      to: "drivers.csv")
    try scratch.write(
      "request_id,submit_s,earliest_pickup_s,latest_dropoff_s," + ends + "4,100,2400,6000,3000,0,7000,0\n",
      to: "reserved.csv")
    try scratch.write(
      "request_id,submit_s,latest_dropoff_s," + ends + "4,2400,6000,3000,0,7000,0\n", to: "later.csv")
    func tables(_ demand: String) throws -> RunResult {
      try scratch.write(
        """
        {
          space: {kind: "plane", width_m: 12000, height_m: 12000, speed_kmh: 36}, time: {duration_s: 3600},
          supply: {kind: "recorded", file: "drivers.csv", leaves: "earliest"}, demand: {kind: "recorded", \(demand)},
          matching: {policy: "insertion"}, behaviour: {answer_delay_s: 0, stop_duration_s: 0, decline_probability: 0},
        }
        """, to: "reserved.json5")
      try Program.run(["run", "reserved.json5", "--out", "out", "--force"], in: scratch).expectSuccess()
      return try RunResult("out", in: scratch)
    }
    let announced = try tables("file: 'later.csv', lead_s: 2300").rows("requests")
    let run = try tables("file: 'reserved.csv'")
    try expectSound(run)
    let row = try #require(try run.rows("requests").first)
    // The plan leaves as late as the longest wait of 15 minutes allows, which is counted from the time to leave.
    #expect(row["outcome"] == "served" && row["pickup_s"] == "3300.000" && row["wait_s"] == "900.000")
    #expect(try run.rows("request_slack").map { $0["waits_from_s"] } == ["2400.000"])
    for column in ["pickup_s", "wait_s", "dropoff_s", "promised_pickup_s", "latest_dropoff_s"] {
      #expect(announced.map { $0[column] } == [row[column]], "\(column)")
    }
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    let call = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "out"], in: scratch)
    #expect(call.status == 0, "\(call.output)")
  }

  @Test
  func `an account says with whom a passenger was paired until when`() throws {
    let run = try run(["matching.policy=batch", "matching.batch={commit: 'latest', window_s: 60}"])
    let pair = try #require(try run.rows("provisional").first { $0["fate"] == "replaced" })
    let account = try Program.run(["explain", "out", pair["request_id"]], in: scratch)
    #expect(account.status == 0)
    #expect(account.output.contains("can leave at ") && account.output.contains("paired with driver "))
    #expect(account.output.contains(", then with driver "))
  }

  @Test(arguments: [
    (
      "matching={policy: 'insertion', insertion: {objective: 'earliest_arrival'}}",
      "`earliest_arrival` must delay nobody"
    ),
    ("matching.transfer={grid_m: 500}", "two cars meet at a fixed time"),
  ])
  func `latest departures in a file are refused where none can be part of a plan`(
    field: String, reason: String
  ) throws {
    try scratch.write(
      "driver_id,depart_s,latest_depart_s,origin_x,origin_y,destination_x,destination_y\n1,0,300,0,0,3000,4000\n",
      to: "drivers.csv")
    let words = [
      "validate", "announced.json5", "--set", "supply={kind: 'recorded', file: 'drivers.csv'}",
      "--set", "demand={kind: 'synthetic', count: 5}", "--set", field,
    ]
    let call = try Program.run(words, in: scratch)
    #expect(call.status == 65)
    #expect(call.errors.contains("1 may leave later (`latest_depart_s`)") && call.errors.contains(reason))
  }
}
