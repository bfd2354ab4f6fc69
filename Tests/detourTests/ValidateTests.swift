import Testing

@Suite(.waitsForPrograms) struct ValidateTests {
  let scratch = Scratch()

  init() throws { try Line.write(to: scratch) }

  @Test
  func `a scenario without faults is told with its drivers and requests`() throws {
    let call = try Program.run("validate", "line.json5", in: scratch)
    call.expectSuccess()
    #expect(
      call.output
        == "line.json5: no faults\ndrivers   2\nrequests  3\ndefault   behaviour.patience_s: 1800\n")
    let quiet = try Program.run("validate", "line.json5", "--quiet", in: scratch)
    quiet.expectSuccess()
    #expect(quiet.output == "")
  }

  @Test
  func `rows that cannot be served and rows outside the period are counted`() throws {
    try scratch.write(
      Line.requests + "4,40,1000,5000,1000,5000\n5,-1,1000,5000,6000,5000\n6,9000,1000,5000,6000,5000\n",
      to: "requests.csv")
    let call = try Program.run("validate", "line.json5", "--set", "time.duration_s=3600", in: scratch)
    call.expectSuccess()
    #expect(call.output.contains("requests  4\n"))
    #expect(call.output.contains("warning   requests: 1 of 4 are refused and excluded: 1 same_ends ("))
    #expect(
      call.output.contains(
        "warning   requests.csv: 2 of 6 rows are skipped: 1 before the start (time.start), 1 after the end of"
          + " time.duration_s; time.duration_s: 10800, or null, includes all\n"))
  }

  @Test
  func `all faults of a scenario are told at once, each with its place`() throws {
    let text = Line.scenario
      .replacing("width_m: 10000", with: "width_m: \"wide\"")
      .replacing("speed_kmh: 36", with: "speed_kmh: NaN")
      .replacing("relaunch: { probability: 0 }", with: "radius_m: -1, relaunch: { probability: 2 }")
      .replacing("name:", with: "nickname: \"x\",\n  name:")
    try scratch.write(text, to: "line.json5")
    let call = try Program.run("validate", "line.json5", in: scratch)
    call.expectFailure(
      65, "line.json5:2:3: nickname: is not a field",
      "line.json5:4:36: space.width_m: found \"wide\"; give a number from 1 to 1e8 (m)",
      "line.json5:4:72: space.speed_kmh: found NaN", "matching.radius_m: found -1",
      "matching.relaunch.probability: found 2")
    #expect(call.errors.split(separator: "\n").count == 5)
  }

  @Test
  func `all faults of the tables are told at once, each with its place`() throws {
    try scratch.write(Line.drivers + "2,0,x,2000,10000,2000\n", to: "drivers.csv")
    try scratch.write(Line.requests + "4,soon,1000,5000,6000,5000\n", to: "requests.csv")
    try Program.run("validate", "line.json5", in: scratch).expectFailure(
      65, "drivers.csv:4: column driver_id: found “2”; an id not used by an earlier row",
      "drivers.csv:4: column origin_x: found “x”; a finite number is expected",
      "requests.csv:5: column submit_s: found “soon”; a finite number is expected")
  }
}
