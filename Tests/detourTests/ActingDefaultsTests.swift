import Foundation
import TestSupport
import Testing

/// What recorded people are assumed to do, and the times of the day at which they do it.
@Suite(.waitsForPrograms) struct ActingDefaultsTests {
  let scratch = Scratch()

  init() throws {
    let ends = "origin_x,origin_y,destination_x,destination_y\n"
    try scratch.write("driver_id,depart_s," + ends + "1,600,0,0,9000,0\n", to: "drivers.csv")
    try scratch.write("request_id,submit_s," + ends + "4,660,3000,0,7000,0\n", to: "requests.csv")
    try scratch.write(
      """
      {
        space: {kind: "plane", width_m: 9000, height_m: 9000, speed_kmh: 36}, time: {duration_s: 3600},
        supply: {kind: "recorded", file: "drivers.csv"}, demand: {kind: "recorded", file: "requests.csv"},
        behaviour: {decline_probability: 0, answer_delay_s: 0},
      }
      """, to: "recorded.json5")
  }

  @Test
  func `defaults that act in recorded data are listed, and those alone`() throws {
    let validation = try Program.run("validate", "recorded.json5", in: scratch)
    let lines = validation.output.split(separator: "\n").filter { $0.hasPrefix("default   ") }
    #expect(
      lines == [
        "default   behaviour.driver_cancel_probability: 0.02", "default   behaviour.patience_s: 1800",
      ])
    let json = try Program.run("validate", "recorded.json5", "--json", in: scratch)
    #expect(json.output.contains("\"behaviour.patience_s: 1800\""))
    let run = try Program.run("run", "recorded.json5", "--out", "out", in: scratch)
    #expect(run.output.contains("by default   behaviour.driver_cancel_probability: 0.02"), "\(run.output)")

    let given = ["behaviour.driver_cancel_probability=0.02", "behaviour.patience_s=null"]
    let all = try Program.run(
      ["validate", "recorded.json5"] + given.flatMap { ["--set", $0] }, in: scratch)
    #expect(!all.output.contains("default "), "\(all.output)")
    let drawn = try Program.run(
      ["validate", "recorded.json5", "--set", "supply={kind: 'synthetic', count: 9}"]
        + ["--set", "demand={kind: 'synthetic', count: 9}"], in: scratch)
    #expect(!drawn.output.contains("default "), "\(drawn.output)")
  }

  @Test
  func `an account names times of the day where the scenario has a start`() throws {
    func account(_ overrides: [String]) throws -> String {
      try Program.run(
        ["run", "recorded.json5", "--out", "out", "--force"] + overrides.flatMap { ["--set", $0] },
        in: scratch
      ).expectSuccess()
      return try Program.run("explain", "out", "4", in: scratch).output
    }
    #expect(try account([]).contains("submitted at 0:11:00 by one person"))
    let morning = try account(["time.start='2026-05-18T07:30:00'"])
    #expect(morning.contains("submitted at 7:41:00 by one person"))
    #expect(morning.contains("attempt 1 at 7:41:00"), "\(morning)")
  }
}
