import Foundation
import TestSupport
import Testing

/// Runs on real networks and trips, where they are there: what must hold whatever the numbers are.
@Suite(.waitsForPrograms) struct RealInputTests {
  let scratch = Scratch()

  private func scenario(_ name: String) -> String {
    SharedData.checkout.appending(path: "Scenarios/" + name).path
  }

  /// Runs with `words`, then once more for each of `methods` by which a network answers.
  private func run(_ words: String..., warns: Bool = false, again methods: [String]) throws -> RunResult {
    let words = ["run"] + words + ["--quiet"]
    try Program.run(words + ["--out", "one"], in: scratch).expectSuccess(warns: warns)
    let result = try RunResult("one", in: scratch)
    for method in methods {
      try Program.run(words + ["--out", "two", "--force", "--routing", method], in: scratch)
        .expectSuccess(warns: warns)
      let other = try RunResult("two", in: scratch)
      #expect(try result.tables() == other.tables(), "\(method)")
      #expect(result.manifest["fingerprint"] as? String == other.manifest["fingerprint"] as? String)
    }
    try expectSound(result)
    #expect(try result.outcomes()["served", default: 0] > 0)
    return result
  }

  @Test(.enabled(if: SharedData.has("san-francisco"), "needs the trips of San Francisco"))
  func `two hours of San Francisco`() throws {
    let result = try run(
      scenario("san-francisco.json5"), "--set", "time.duration_s=7200", warns: true,
      again: ["hierarchy", "dijkstra"])
    let drivers = try result.rows("drivers")
    let requests = try result.rows("requests")
    // Each trip is on one side: the ids are those of the trips.
    let ids = (drivers.map { $0["driver_id"] } + requests.map { $0["request_id"] })
    #expect(Set(ids).count == ids.count)
    #expect((0.4...0.6).contains(Double(drivers.count) / Double(ids.count)))
    #expect(requests.allSatisfy { ($0.number("submit_s") ?? .infinity) < 7200 })
    #expect(drivers.allSatisfy { $0.number("max_detour_s") == 600 && $0.number("max_detour_ratio") == 0.3 })
    let inputs = try #require(result.manifest["inputs"] as? [[String: Any]])
    #expect(inputs.compactMap { $0["role"] as? String } == ["network", "network", "network", "trips"])
  }

  /// Dijkstra's search on the bare network takes some twenty seconds for it.
  @Test(
    .enabled(if: SharedData.has("san-francisco"), "needs the trips of San Francisco"),
    .enabled(if: isFullValidation, "runs with DETOUR_FULL_VALIDATION=1"))
  func `the day of San Francisco is the same by every method`() throws {
    let result = try run(
      scenario("san-francisco.json5"), again: ["labels", "hierarchy", "dijkstra"])
    #expect(try result.rows("requests").count > 5_000)
  }

  @Test(.enabled(if: SharedData.has("chengdu"), "needs the carpool of Chengdu"))
  func `the carpool of Chengdu keeps its terms`() throws {
    let result = try run(scenario("chengdu-carpool.json5"), again: ["hierarchy"])
    let requests = try result.rows("requests")
    let drivers = try result.rows("drivers")
    #expect((drivers.count, requests.count) == (1_000, 2_000))
    let outcomes = try result.outcomes()
    #expect(outcomes["served", default: 0] + outcomes["unmatched", default: 0] == 2_000)
    for request in requests where request["outcome"] == "served" {
      let submit = try #require(request.number("submit_s"))
      let direct = try #require(request.number("direct_s"))
      let dropoff = try #require(request.number("dropoff_s"))
      #expect(dropoff <= submit + direct + 600.0005, "request \(request["request_id"])")
      #expect(request["match_s"] == request["submit_s"])
    }
    #expect(drivers.allSatisfy { $0["outcome"] == "arrived" && $0["depart_s"] == "0.000" })
    #expect(drivers.allSatisfy { ($0.number("detour_ratio") ?? .infinity) <= 0.5 })
    for stop in try result.rows("stops") {
      #expect(stop["arrive_s"] == stop["leave_s"])
      #expect((stop.number("on_board_after") ?? .infinity) <= 3)
    }
  }

  @Test(.enabled(if: SharedData.has("melbourne"), "needs the announcements of Melbourne"))
  func `the announcements of Melbourne as the crow flies`() throws {
    let announcements = SharedData.url("melbourne/announcements.csv.gz").path
    try scratch.write(
      """
      {
        time: { duration_s: 43200 },
        space: { kind: "geographic", west: 144, south: -39, east: 146, north: -37, speed_kmh: 36 },
        trips: { file: "\(announcements)", format: "announcements" },
        supply: { kind: "trips" },
        demand: { kind: "trips" },
        matching: { radius_m: 2000 },
      }

      """, to: "melbourne.json5")
    let result = try run("melbourne.json5", warns: true, again: ["hierarchy"])
    let drivers = try result.rows("drivers")
    #expect(drivers.allSatisfy { (Int64($0["driver_id"]) ?? .max) < 100_000 })
    for request in try result.rows("requests") {
      #expect((143...147).contains(request.number("origin_x") ?? 0))
      #expect((-40 ... -36).contains(request.number("origin_y") ?? 0))
    }
  }
}
