import JSON5
import Testing

@Suite(.waitsForPrograms) struct ProfileCommandTests {
  let scratch = Scratch()

  @Test
  func `the fields of a recorded week are ones that a scenario takes`() throws {
    try scratch.write(
      "pickup_datetime\n2026-05-18 06:00:00\n2026-05-18 07:30:00\n2026-05-19 07:30:00\n", to: "trips.csv")
    let call = try Program.run("profile", "trips.csv", "--parts", "2", in: scratch)
    call.expectSuccess(warns: true)
    #expect(
      call.errors.contains(
        "the record has no wed, thu, fri, sat, sun, so the profile has no trips on such days"))
    let fields = try #require(JSON(parsing: call.output))
    let profile = try #require(fields["profile"])
    #expect(profile["mon"] != nil && profile["wed"] == nil)
    try scratch.write(
      """
      { space: { kind: "plane" }, time: { start: "2026-05-18T00:00:00" },
        supply: { kind: "synthetic", per_hour: \(fields["per_hour"]?.compact ?? ""), profile: \(profile.compact) },
        demand: { kind: "none" } }
      """, to: "a.json5")
    try Program.run("validate", "a.json5", in: scratch).expectSuccess()
  }

  @Test
  func `offsets that differ need a time zone`() throws {
    // The last Sunday of March: 01:30 before the clock is put forward, 03:30 after it.
    let times = ["2026-03-29T01:30:00+01:00", "2026-03-29T03:30:00+02:00", "2026-03-29T22:30:00Z"]
    try scratch.write("pickup_datetime\n\(times.joined(separator: "\n"))\n", to: "trips.csv")
    try Program.run("profile", "trips.csv", in: scratch).expectFailure(
      65, "or --time-zone, which sets the local clock")
    try Program.run("profile", "trips.csv", "--time-zone", "Mars", in: scratch).expectFailure(
      64, "such as Europe/Paris")
    let call = try Program.run("profile", "trips.csv", "--time-zone", "Europe/Paris", in: scratch)
    let profile = try #require(JSON(parsing: call.output)?["profile"])
    // 22:30 in UTC is half past midnight on Monday in Paris.
    #expect(profile["sun"]?.compact.hasPrefix("[0,1,0,1,0") == true)
    #expect(profile["mon"]?.compact.hasPrefix("[1,0,0,0,0") == true)
  }

  @Test
  func `times without a date need a start`() throws {
    try scratch.write("submit_s\n17\n", to: "trips.csv")
    try Program.run("profile", "trips.csv", in: scratch).expectFailure(65, "give --start")
    try Program.run("profile", "trips.csv", "--start", "today", in: scratch).expectFailure(
      64, "2026-05-18T08:00:00")
    try Program.run("profile", "trips.csv", "--parts", "0", in: scratch).expectFailure(64, "from 1 to 1440")
    try scratch.write("submit_s\n", to: "trips.csv")
    try Program.run("profile", "trips.csv", in: scratch).expectFailure(65, "no rows below the header")
  }
}
