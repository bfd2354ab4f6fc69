import Testing

@Suite(.waitsForPrograms) struct ExplainTests {
  let scratch = Scratch()

  init() throws {
    try Line.write(to: scratch)
    try scratch.write(
      Line.requests + "4,40,1000,5000,1000,5000\n5,50,1000,5000,60000,5000\n", to: "requests.csv")
    try Program.run("run", "line.json5", "--out", "out", "--quiet", in: scratch)
      .expectSuccess(warns: true)
  }

  @Test
  func `a served request has its match, its driver and its times`() throws {
    let call = try Program.run("explain", "out", "1", in: scratch)
    call.expectSuccess()
    #expect(
      call.output == """
        request 1: served
        submitted at 0:00:10 by one person; the direct trip takes 8 min 20 s over 5000 m
        matched at 0:00:10 with driver 1, who goes 20 s out of the way; picked up at 0:01:40, dropped off at 0:10:10

        cycle 1, attempt 1 at 0:00:10: accepted, driver 1
          2 drivers active → 1 within r of the pickup → 1 with the destination on the route → 1 with seats → 1 with compatible wishes → 1 within the limits
          driver 1: a candidate: 1 min 40 s to the pickup, 20 s of detour, 100.0 % of the wishes met, cost 120000
          driver 2: reported 3162 m from the pickup, 2162 m too far (r = 1000 m)

        """)
  }

  @Test
  func `an unmatched request shows what failed for the drivers who came nearest`() throws {
    let call = try Program.run("explain", "out", "2", "--drivers", "1", in: scratch)
    call.expectSuccess()
    #expect(call.output.hasPrefix("request 2: unmatched (no_driver_in_radius: "))
    #expect(call.output.contains("cycle 1, attempt 3 at "))
    #expect(call.output.contains("\npossible remedy: a larger matching.radius_m, "))
    #expect(call.output.count { $0 == "\n" } == 3 + 3 * 4)
    #expect(call.output.contains("m too far (r = 1000 m)"))
  }

  @Test
  func `a refused request shows why, and no trip that was never found`() throws {
    let call = try Program.run("explain", "out", "4", in: scratch)
    call.expectSuccess()
    #expect(call.output.hasPrefix("request 4: refused_input (same_ends: "))
    #expect(call.output.contains("submitted at 0:00:40 by one person\n"))
    let outside = try Program.run("explain", "out", "5", in: scratch)
    outside.expectSuccess()
    #expect(outside.output.hasPrefix("request 5: refused_input (outside_space: "))
  }

  @Test
  func `an id that is not there is told`() throws {
    try Program.run("explain", "out", "77", in: scratch).expectFailure(
      65, "out: there is no request `77`; the ids are in column request_id of requests.csv")
  }

  @Test
  func `a folder that holds no run is told`() throws {
    try scratch.write("", to: "other/file")
    try Program.run("explain", "other", "1", in: scratch).expectFailure(
      65, "other: is not the result folder of a run (no manifest.json)")
    try Program.run("explain", "nowhere", "1", in: scratch).expectFailure(65, "nowhere: is not the result")
    for content in ["{", "[]", "{}", #"{"scenario": 3}"#] {
      try scratch.write(content, to: "other/manifest.json")
      try Program.run("explain", "other", "1", in: scratch).expectFailure(
        65, "other/manifest.json: is not the manifest of a run")
    }
  }

  @Test
  func `a run whose input has changed is told`() throws {
    try scratch.write(Line.requests, to: "requests.csv")
    try Program.run("explain", "out", "1", in: scratch).expectFailure(
      65, "out: its input files have changed since it was run; run the scenario again")
  }

  @Test
  func `what it tells is what the run recorded, in a town with other values`() throws {
    try Town.write(to: scratch)
    try Program.run(
      "run", "town.json5", "--out", "town", "--seed", "3", "--set", "matching.radius_m=700",
      "--record=candidates", in: scratch
    ).expectSuccess()
    let result = try RunResult("town", in: scratch)
    let attempts = try result.rows("attempts")
    for request in try result.rows("requests").prefix(25) {
      let id = request["request_id"]
      let call = try Program.run("explain", "town", id, in: scratch)
      call.expectSuccess()
      #expect(call.output.hasPrefix("request \(id): \(request["outcome"])"))
      for attempt in attempts where attempt["request_id"] == id {
        let heading = "cycle \(attempt["cycle"]), attempt \(attempt["attempt"]) at "
        let section = try #require(call.output.split(separator: heading).dropFirst().first)
        #expect(section.split(separator: "\n")[0].contains(": " + attempt["outcome"]))
        let isAlone = attempt["drivers_active"] == "0"
        let funnel = "\n  \(attempt["drivers_active"]) drivers active"
        #expect(section.contains(isAlone ? funnel : funnel + " → \(attempt["in_radius"]) "))
      }
    }
  }
}
