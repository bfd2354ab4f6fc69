import Testing

/// Rows that can be read but not served: refused with their cause, counted and listed, and the run goes on.
@Suite(.waitsForPrograms) struct RefusedRowsTests {
  @Test
  func `rows that no car can serve are refused with their cause`() throws {
    let scratch = Scratch()
    try Street.write(to: scratch)
    try scratch.write(
      """
      request_id,submit_s,origin_x,origin_y,destination_x,destination_y,latest_dropoff_s
      1,5,0,0,0.018,0,
      2,5,0,0.01,0.018,0,
      3,5,0.05,0,0,0,
      4,5,0,0,0.0001,0,
      5,5,0,0,0.027,0,
      6,5,0,0,0.009,0,50

      """, to: "requests.csv")
    let call = try Program.run("run", "street.json5", "--out", "out", in: scratch)
    #expect(call.status == 0)
    #expect(
      call.errors.contains(
        "detour: warning: requests: 5 of 6 are refused and excluded: 2 off_network (an end lies farther"))
    let result = try RunResult("out", in: scratch)
    let rows = try result.rows("requests")
    #expect(rows.map { $0["outcome"] == "refused_input" } == [false, true, true, true, true, true])
    let causes = ["off_network", "off_network", "same_ends", "too_long", "bad_window"]
    #expect(rows.dropFirst().map { $0["cause"] } == causes)
    #expect(rows[0]["outcome"] == "served")
    let drivers = try result.rows("drivers")
    #expect(drivers.map { $0["outcome"] } == ["arrived", "refused_input"])
    #expect(try result.figure("requests") == 1)
    #expect(try result.figure("drivers") == 1)
    #expect(try result.figure("match_rate") == 1)
    let counts = ["off_network": 2, "same_ends": 1, "too_long": 1, "bad_window": 1]
    for (cause, count) in counts { #expect(try result.figure("cause." + cause) == Double(count), "\(cause)") }
    let refused = try #require(result.manifest["refused"] as? [String: [String: Any]])
    #expect(refused["requests"]?["rows"] as? Int == 5)
    #expect(refused["requests"]?["first_ids"] as? [Int] == [2, 3, 4, 5, 6])
    #expect(refused["requests"]?["causes"] as? [String: Int] == counts)
    #expect(refused["drivers"]?["first_ids"] as? [Int] == [2])
    try expectSound(result)
    let validation = try Program.run("validate", "street.json5", in: scratch)
    #expect(
      validation.output.contains("warning   drivers: 1 of 2 are refused and excluded: 1 too_long ("))
    let notices = try #require(result.manifest["notices"] as? [String])
    #expect(notices.count == 2)
    let study = try Program.run("sweep", "street.json5", "--replications", "2", "--out", "study", in: scratch)
    // The third says that all replications are one run.
    #expect(study.errors.split(separator: "\n").count == 3)
    #expect(study.errors.contains("warning: requests: 5 of 6 are refused"))
    let manifest = try RunResult("study", in: scratch).manifest
    #expect(manifest["notices"] as? [String] == notices)
    // A study that is complete tells it again, and takes its manifest for its own.
    let again = try Program.run("sweep", "street.json5", "--replications", "2", "--out", "study", in: scratch)
    #expect(again.status == 0 && again.errors == study.errors)
    let tuned = try Program.run(
      "tune", "street.json5", "--vary", "matching.radius_m=500,600", "--maximise", "match_rate",
      "--indifference",
      "0.1", "--out", "tuned", in: scratch)
    #expect(tuned.errors.contains("warning: requests: 5 of 6 are refused"))
  }

  @Test
  func `a run in which every row is refused is an error`() throws {
    let scratch = Scratch()
    try Street.write(to: scratch)
    try scratch.write(
      "request_id,submit_s,origin_node_id,destination_node_id\n1,5,4,1\n2,5,1,1\n", to: "requests.csv")
    for command in ["run", "sweep"] {
      try Program.run(command, "street.json5", "--out", "out", in: scratch)
        .expectFailure(
          65, "requests: all 2 are refused, so there is nothing to simulate: 1 ", "same_ends (origin and")
    }
  }

  @Test
  func `a node that the network does not have refuses its row, not the run`() throws {
    let scratch = Scratch()
    try Street.write(to: scratch)
    try scratch.write(
      "request_id,submit_s,origin_node_id,destination_node_id\n1,5,1,3\n2,5,1,7\n3,5,9,1\n",
      to: "requests.csv")
    let call = try Program.run("run", "street.json5", "--out", "out", in: scratch)
    #expect(call.status == 0)
    #expect(
      call.errors.contains(
        "requests: 2 of 3 are refused and excluded: 2 unknown_node (an end names a node"))
    let rows = try RunResult("out", in: scratch).rows("requests")
    #expect(rows.map { $0["cause"] } == ["", "unknown_node", "unknown_node"])
    #expect(rows.map { $0["destination_x"] } == ["0.0180000", "", "0.0000000"])
    #expect(rows.map { $0["origin_x"] } == ["0.0000000", "0.0000000", ""])
    try expectSound(RunResult("out", in: scratch))
  }

  @Test(arguments: ["two_circles", "insertion", "nearest"])
  func `a driver without a place changes nothing for the others`(_ policy: String) throws {
    let scratch = Scratch()
    try Street.write(to: scratch)
    try scratch.write(
      "request_id,submit_s,origin_node_id,destination_node_id\n1,5,1,3\n", to: "requests.csv")
    let rows = "driver_id,depart_s,origin_node_id,destination_node_id\n1,0,1,3\n2,1,2,3\n"
    var attempts: [[Substring]] = []
    for (name, more) in [("without", ""), ("with", "3,0,9,3\n4,0,1,9\n")] {
      try scratch.write(rows + more, to: "drivers.csv")
      let call = try Program.run(
        "run", "street.json5", "--set", "matching.policy=\(policy)", "--out", name, in: scratch)
      #expect(call.status == 0, "\(call.errors)")
      // Without the first column, which names the run.
      let lines = try scratch.text(name + "/attempts.csv").split(separator: "\n")
      attempts.append(lines.map { $0.drop { $0 != "," } })
    }
    #expect(attempts[0] == attempts[1] && attempts[0].count > 1)
  }

  @Test
  func `a job and a provider without a place are refused, and the others served`() throws {
    let scratch = Scratch()
    try Street.write(to: scratch)
    try scratch.write(
      """
      { market: "services", name: "jobs", time: { start: "2026-11-16T00:00:00", duration_s: 86400 },
        space: { kind: "network", file: "net" }, behaviour: { decline_probability: 0 },
        supply: { kind: "recorded", file: "providers.csv" }, demand: { kind: "recorded", file: "jobs.csv" } }
      """, to: "jobs.json5")
    try scratch.write(
      """
      provider_id,base_node_id,categories,radius_m,hours,price_per_h
      a,1,plumbing,5000,mon-sun 00:00-24:00,15000
      b,9,plumbing,5000,mon-sun 00:00-24:00,15000

      """, to: "providers.csv")
    try scratch.write(
      """
      job_id,submit_s,category,task,place_node_id,duration_s
      1,28800,plumbing,leak,1,600
      2,28800,plumbing,leak,3,600
      3,28801,plumbing,leak,9,600

      """, to: "jobs.csv")
    let call = try Program.run("run", "jobs.json5", "--out", "out", in: scratch)
    #expect(call.status == 0, "\(call.errors)")
    let rows = try RunResult("out", in: scratch).rows("jobs")
    #expect(rows.map { $0["cause"] } == ["", "", "unknown_node"])
  }

  @Test
  func `an unknown column is told with the name that may be meant`() throws {
    let scratch = Scratch()
    try Line.write(to: scratch)
    try scratch.write(
      Line.requests.replacing("request_id,", with: "partysize,colour,request_id,")
        .replacing(/(?m)^(\d)/, with: { "2,red,\($0.output.1)" }), to: "requests.csv")
    let call = try Program.run("run", "line.json5", "--out", "out", in: scratch)
    #expect(call.status == 0)
    #expect(
      call.errors == """
        detour: warning: requests.csv: unknown column `partysize` is ignored (did you mean `party_size`?)
        detour: warning: requests.csv: unknown column `colour` is ignored

        """)
  }

  @Test
  func `rows beyond the duration are told with what would take them`() throws {
    let scratch = Scratch()
    try Line.write(to: scratch)
    try scratch.write(Line.requests + "4,20000,1000,5000,6000,5000\n", to: "requests.csv")
    let call = try Program.run("validate", "line.json5", in: scratch)
    #expect(
      call.output.contains(
        "warning   requests.csv: 1 of 4 rows are skipped: 1 after the end of time.duration_s, which is"
          + " 14400 by default; time.duration_s: 21600, or null, includes all"))
    let all = try Program.run("validate", "line.json5", "--set", "time.duration_s=21600", in: scratch)
    #expect(!all.output.contains("warning"))
  }

  @Test
  func `coordinates that are swapped, or degrees among metres, look so`() throws {
    let scratch = Scratch()
    try Street.write(to: scratch)
    let swapped =
      "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\n1,5,0,0,0.018,0\n2,5,0,0.009,0,0.018\n"
    try scratch.write(swapped, to: "requests.csv")
    let call = try Program.run("validate", "street.json5", in: scratch)
    #expect(
      call.output.contains("warning   requests: 1 of the refused rows would lie inside the space if x and y"))
    try Line.write(to: scratch)
    try scratch.write(
      "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\n1,10,6.83,34.01,6.85,34.02\n",
      to: "requests.csv")
    let degrees = try Program.run("validate", "line.json5", in: scratch)
    #expect(
      degrees.output.contains(
        "warning   requests: all coordinates look like degrees, but the space is in metres"))
  }
}

/// Tables that are written in another way and hold the same.
@Suite(.waitsForPrograms) struct EquivalentInputTests {
  static let forms: [(name: String, text: String)] = [
    (
      "unsorted",
      """
      request_id,submit_s,origin_x,origin_y,destination_x,destination_y
      3,30,2000,2100,7000,2100
      1,10,1000,5000,6000,5000
      2,20,1000,9000,6000,9000

      """
    ),
    (
      "quoted",
      """
      "request_id","submit_s",origin_x,origin_y,destination_x,destination_y
      1,"10",1000,"5000",6000,5000
      "2",20,1000,9000,6000,9000
      3,30,2000,2100,7000,"2100"

      """
    ),
    ("CRLF", Line.requests.split(separator: "\n").map { $0 + "\r\n" }.joined()),
    ("no last line end", String(Line.requests.dropLast())),
    ("byte order mark", "\u{FEFF}" + Line.requests),
    (
      "other columns and order",
      #"""
      note,destination_x,destination_y,submit_s,origin_x,origin_y,request_id
      "first, of course",6000,5000,10,1000,5000,1
      "the ""second""",6000,9000,20,1000,9000,2
      ,7000,2100,30,2000,2100,3

      """#
    ),
    (
      "empty optional columns",
      """
      request_id,submit_s,origin_x,origin_y,destination_x,destination_y,party_size,patience_s
      1,10.000,1e3,5000.0,6000,5000,,
      2,20,1000,9000,6000,9000,1,1800
      3,30,2000,2100,7000,2100,1,

      """
    ),
  ]

  @Test(arguments: forms.map(\.name))
  func `the same content gives the same tables`(name: String) throws {
    let scratch = Scratch()
    try Line.write(to: scratch)
    try Program.run("run", "line.json5", "--out", "plain", in: scratch).expectSuccess()
    let form = try #require(Self.forms.first { $0.name == name })
    try scratch.write(form.text, to: "requests.csv")
    #expect(try Program.run("run", "line.json5", "--out", "other", in: scratch).status == 0)
    let plain = try RunResult("plain", in: scratch)
    let other = try RunResult("other", in: scratch)
    #expect(plain.fingerprint == other.fingerprint)
    // The bytes of the input are others, and the identity of the run goes by them.
    #expect(plain.runID != other.runID)
    #expect(try other.outcomes() == ["served": 2, "unmatched": 1])
  }

  @Test
  func `another name of a table gives the same run`() throws {
    let scratch = Scratch()
    try Line.write(to: scratch)
    try Program.run("run", "line.json5", "--out", "plain", in: scratch).expectSuccess()
    try scratch.write(Line.requests, to: "elsewhere/demand.csv")
    try scratch.write(Line.scenario.replacing("requests.csv", with: "elsewhere/demand.csv"), to: "line.json5")
    try Program.run("run", "line.json5", "--out", "other", in: scratch).expectSuccess()
    #expect(try RunResult("plain", in: scratch).tables() == RunResult("other", in: scratch).tables())
  }
}
