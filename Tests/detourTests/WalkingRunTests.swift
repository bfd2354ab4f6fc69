import Foundation
import TestSupport
import Testing

/// Walking as a user meets it, under every policy.
struct WalkingRunTests {
  let scratch = Scratch()
  static let policies = ["two_circles", "nearest", "first", "random", "insertion", "batch", "stable"]
  private static let hasPython =
    (try? Program.call(URL(filePath: "/usr/bin/env"), ["python3", "--version"], in: Scratch()))?.status == 0

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

  @Test(.enabled(if: hasPython), arguments: policies)
  func `what the tables say of walks is what the rules say`(policy: String) throws {
    let run = try town(policy, walk: 300, into: "out")
    try expectSound(run)
    let walks = try run.rows("walks")
    #expect(walks.contains { ($0.number("walk_to_pickup_m") ?? 0) > 0 })
    #expect(walks.contains { ($0.number("walk_from_dropoff_m") ?? 0) > 0 })
    #expect((try run.figure("walk_m", "mean") ?? 0) > 0)
    let verifier = SharedData.checkout.appending(path: "Scripts/verify.py").path
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
}
