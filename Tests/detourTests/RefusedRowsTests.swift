import Testing

/// Rows that can be read but not served: refused with their cause, counted and listed, and the run goes on.
struct RefusedRowsTests {
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
    try Program.run("run", "street.json5", "--out", "out", in: scratch).expectSuccess()
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
    #expect(validation.output.contains("refused   too_long: 1 drivers, 1 requests ("))
  }

  @Test
  func `a run in which every row is refused ends as a run`() throws {
    let scratch = Scratch()
    try Street.write(to: scratch)
    try scratch.write(
      "request_id,submit_s,origin_node_id,destination_node_id\n1,5,4,1\n2,5,1,1\n", to: "requests.csv")
    try Program.run("run", "street.json5", "--out", "out", in: scratch).expectSuccess()
    let result = try RunResult("out", in: scratch)
    #expect(try result.outcomes() == ["refused_input": 2])
    try expectSound(result)
  }
}

/// Tables that are written in another way and hold the same.
struct EquivalentInputTests {
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
    try Program.run("run", "line.json5", "--out", "other", in: scratch).expectSuccess()
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
