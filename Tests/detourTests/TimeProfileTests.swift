import Foundation
import Testing

/// Travel times that change over the day, from the scenario to the tables.
@Suite(.waitsForPrograms) struct TimeProfileTests {
  let scratch = Scratch()

  /// The town from a quarter to seven on; it has streets and arterials.
  init() throws {
    try Town.write(to: scratch)
    try write("7,arterial,2.2\n7,,1.4\n", to: "rush.csv")
    let start = Town.scenario.replacing(
      "time: { duration_s: 1800 }", with: "time: { start: \"2026-11-17T06:45:00\", duration_s: 1800 }")
    try scratch.write(start, to: "town.json5")
  }

  private func write(_ rows: String, to name: String) throws {
    try scratch.write("hour,road_class,factor\n" + rows, to: name)
  }

  private func run(_ name: String, _ words: String...) throws -> RunResult {
    let call = try Program.run(["run", "town.json5", "--quiet", "--out", name] + words, in: scratch)
    call.expectSuccess()
    let result = try RunResult(name, in: scratch)
    try expectSound(result)
    return result
  }

  private func run(_ name: String, profile: String, _ method: String = "labels") throws -> RunResult {
    try run(name, "--set", "space.time_profile=\(profile)", "--routing", method)
  }

  @Test
  func `every method gives the same tables, each time`() throws {
    let labels = try run("labels", profile: "rush.csv")
    for (name, method) in [("again", "labels"), ("hierarchy", "hierarchy"), ("dijkstra", "dijkstra")] {
      let other = try run(name, profile: "rush.csv", method)
      #expect(try other.tables() == labels.tables())
      #expect(other.fingerprint == labels.fingerprint)
    }
    let free = try run("free")
    #expect(free.fingerprint != labels.fingerprint && free.runID != labels.runID)
  }

  @Test
  func `factors of 1 change nothing but the run's id`() throws {
    try write("7,arterial,1\n6,,1\n", to: "ones.csv")
    let ones = try run("ones", profile: "ones.csv")
    let free = try run("free")
    #expect(ones.fingerprint == free.fingerprint)
    #expect(ones.runID != free.runID)
  }

  @Test
  func `one factor at all hours is a travel time factor`() throws {
    try write((0...23).map { "\($0),,1.37\n" }.joined(), to: "constant.csv")
    let profile = try run("profile", profile: "constant.csv")
    let factor = try run("factor", "--set", "space.travel_time_factor=1.37")
    #expect(profile.fingerprint == factor.fingerprint)
  }

  @Test
  func `drivers who leave before and after the hour have different ways`() throws {
    let free = try run("free").rows("drivers")
    let rush = try run("rush", profile: "rush.csv").rows("drivers")
    #expect(free.count == rush.count)
    var (before, after) = (0, 0)
    for (free, rush) in zip(free, rush) {
      let depart = try #require(free.number("depart_s"))
      let (alone, slow) = (try #require(free.number("solo_s")), try #require(rush.number("solo_s")))
      if depart < 900 {
        before += 1
        #expect(slow == alone, "driver \(free["driver_id"])")
      } else {
        after += 1
        #expect(slow >= 1.399 * alone && slow <= 2.201 * alone, "driver \(free["driver_id"])")
      }
      // Whatever is inserted into it, a trip keeps its times: nobody arrives earlier than alone.
      #expect(try #require(rush.number("detour_s")) >= -0.01, "driver \(free["driver_id"])")
    }
    #expect(before > 50 && after > 50)
  }

  @Test
  func `a profile at fault is told with its place`() throws {
    try write("7,avenue,1.5\n", to: "rush.csv")
    let call = try Program.run("validate", "town.json5", "--set", "space.time_profile=rush.csv", in: scratch)
    #expect(call.status == 65)
    #expect(
      call.errors.contains(
        "rush.csv:2: column road_class: found “avenue”; one of other, street, arterial, or nothing for all"
          + " others, is expected"))
    let missing = try Program.run(
      "validate", "town.json5", "--set", "space.time_profile=none.csv", in: scratch)
    #expect(missing.status == 65 && missing.errors.contains("none.csv: there is no such file"))
  }

  @Test
  func `a run with a profile is explained from its manifest`() throws {
    _ = try run("rush", profile: "rush.csv")
    let call = try Program.run("explain", "rush", "1", in: scratch)
    call.expectSuccess()
    #expect(call.output.hasPrefix("request 1: "))
    try write("7,arterial,2.3\n", to: "rush.csv")
    let changed = try Program.run("explain", "rush", "1", in: scratch)
    #expect(changed.errors.contains("its input files have changed"))
  }
}
