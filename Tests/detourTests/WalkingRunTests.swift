import Foundation
import JSON5
import TestSupport
import Testing

/// Walking as a user meets it, under every policy.
@Suite(.waitsForPrograms) struct WalkingRunTests {
  let scratch = Scratch()
  static let policies = ["two_circles", "nearest", "first", "random", "insertion", "batch", "stable"]
  init() throws { try Town.write(to: scratch) }

  /// Runs the town under `policy` with passengers who walk up to `walk` metres.
  private func town(_ policy: String, walk: Int, into folder: String, _ words: [String] = []) throws
    -> RunResult
  {
    let gathers = ["batch", "stable"].contains(policy) ? ["--set", "matching.batch={window_s: 20}"] : []
    try Program.run(
      [
        "run", "town.json5", "--out", folder, "--set", "matching.policy=\(policy)", "--set",
        "matching.walk_m=\(walk)",
      ]
        + gathers + words, in: scratch
    ).expectSuccess()
    return try RunResult(folder, in: scratch)
  }

  @Test(.enabled(if: Program.hasPython), arguments: policies)
  func `what the tables say of walks is what the rules say`(policy: String) throws {
    let run = try town(policy, walk: 300, into: "out")
    try expectSound(run)
    let walks = try run.rows("walks")
    #expect(walks.contains { ($0.number("walk_to_pickup_m") ?? 0) > 0 })
    #expect(walks.contains { ($0.number("walk_from_dropoff_m") ?? 0) > 0 })
    #expect((try run.figure("walk_m", "mean") ?? 0) > 0)
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    let call = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "out"], in: scratch)
    #expect(call.status == 0, "\(call.output)")
  }

  @Test
  func `how the network answers changes no walk`() throws {
    for policy in ["two_circles", "insertion"] {
      let plain = try town(policy, walk: 250, into: "plain-\(policy)")
      for routing in ["dijkstra", "hierarchy", "labels"] {
        let other = try town(policy, walk: 250, into: "\(policy)-\(routing)", ["--routing", routing])
        #expect(plain.fingerprint == other.fingerprint, "\(policy), \(routing)")
      }
    }
  }

  @Test
  func `who does not walk leaves no trace of it`() throws {
    let run = try town("two_circles", walk: 0, into: "none")
    #expect(try !scratch.names(in: "none").contains("walks.csv"))
    #expect(try run.figure("walk_m", "mean") == nil)
  }

  @Test
  func `an account says which corner and why`() throws {
    let run = try town("two_circles", walk: 300, into: "out")
    let walk = try #require(try run.rows("walks").first { ($0.number("walk_from_dropoff_m") ?? 0) > 50 })
    let call = try Program.run(["explain", "out", walk["request_id"]], in: scratch)
    #expect(call.output.contains("; the passenger walks "), "\(call.output)")
    #expect(call.output.contains(" at the door"))
  }

  @Test(arguments: ["two_circles", "insertion"])
  func `an account for programs has the walks of the tables`(policy: String) throws {
    let run = try town(policy, walk: 300, into: "out")
    let (walks, requests) = (try run.rows("walks"), try run.rows("requests"))
    let served = Set(requests.filter { $0["outcome"] == "served" }.map { $0["request_id"] })
    for walk in walks.filter({ served.contains($0["request_id"]) }).prefix(12) {
      let account = try account(of: walk["request_id"], in: "out")
      let attempt = try #require(
        account["attempts"]?.items?.first {
          $0["cycle"]?.real == walk.number("cycle") && $0["attempt"]?.real == walk.number("attempt")
        })
      let drivers = try #require(attempt["drivers"]?.items)
      // The asked one stands first, and is the same as the tables have.
      #expect(drivers.first?["driver"] == attempt["driver"])
      for column in Self.walkColumns {
        let (told, row) = (drivers.first?["walk"]?[column]?.real, walk.number(column))
        #expect(abs(try #require(told) - #require(row)) <= 0.051, "\(column) of \(walk["request_id"])")
      }
      #expect(drivers.allSatisfy { ($0["failed"] == .null) == ($0["walk"] != nil) })
      let match = try #require(account["match"]?["walk"])
      let last = try #require(account["attempts"]?.items?.last?["drivers"]?.items?.first?["walk"])
      #expect(match == last)
    }
  }

  private static let walkColumns = [
    "pickup_x", "pickup_y", "dropoff_x", "dropoff_y", "walk_to_pickup_m", "walk_to_pickup_s",
    "walk_from_dropoff_m", "walk_from_dropoff_s",
  ]

  @Test
  func `an account for programs says nothing of walks where nobody walks`() throws {
    let run = try town("two_circles", walk: 0, into: "none")
    let served = try #require(try run.rows("requests").first { $0["outcome"] == "served" })
    let account = try account(of: served["request_id"], in: "none")
    #expect(account["match"]?["driver"] != nil)
    #expect(!account.compact.contains("walk"))
  }

  private func account(of request: String, in folder: String) throws -> JSON {
    let call = try Program.run("explain", folder, request, "--json", in: scratch)
    call.expectSuccess()
    return try #require(JSON(parsing: call.output), "\(call.output)")
  }
}
