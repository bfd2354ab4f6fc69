import Foundation
import TestSupport
import Testing

/// Changing cars as a user meets it, under every policy.
@Suite(.waitsForPrograms) struct TransferRunTests {
  let scratch = Scratch()
  init() throws { try Town.write(to: scratch) }

  /// Runs the town under `policy`, with transfers as `transfer` says.
  private func town(_ policy: String, _ transfer: String, into folder: String, _ words: [String] = []) throws
    -> RunResult
  {
    let gathers = ["batch", "stable"].contains(policy) ? ["--set", "matching.batch={window_s: 20}"] : []
    try Program.run(
      [
        "run", "town.json5", "--out", folder, "--set", "matching.policy=\(policy)", "--set",
        "matching.transfer=\(transfer)",
      ] + gathers + words, in: scratch
    ).expectSuccess()
    return try RunResult(folder, in: scratch)
  }

  @Test(.enabled(if: Program.hasPython), arguments: WalkingRunTests.policies)
  func `what the tables say of changes is what the rules say`(policy: String) throws {
    let run = try town(policy, "{}", into: "out", ["--set", "behaviour.driver_cancel_probability=0.2"])
    try expectSound(run)
    let transfers = try run.rows("transfers")
    #expect(transfers.contains { $0["fate"] == "transferred" })
    #expect((try run.figure("transfer_rate", "value") ?? 0) > 0)
    #expect((try run.figure("transfer_wait_s", "mean") ?? 0) > 0)
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    let call = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "out"], in: scratch)
    #expect(call.status == 0, "\(call.output)")
  }

  @Test
  func `how the network answers changes no change of cars`() throws {
    for policy in ["two_circles", "insertion"] {
      let plain = try town(policy, "{}", into: "plain-\(policy)")
      for routing in ["dijkstra", "hierarchy", "labels"] {
        let other = try town(policy, "{}", into: "\(policy)-\(routing)", ["--routing", routing])
        #expect(plain.fingerprint == other.fingerprint, "\(policy), \(routing)")
      }
    }
  }

  @Test
  func `where nobody may change there is no trace of it`() throws {
    let none = try town("two_circles", "null", into: "none")
    #expect(try !scratch.names(in: "none").contains("transfers.csv"))
    #expect(try none.figure("transfer_rate", "value") == nil)
    try Program.run(["run", "town.json5", "--out", "usual"], in: scratch).expectSuccess()
    let usual = try RunResult("usual", in: scratch)
    #expect(none.fingerprint == usual.fingerprint)
  }

  @Test
  func `an account says which two drivers and where`() throws {
    let run = try town("two_circles", "{}", into: "out")
    let change = try #require(try run.rows("transfers").first { $0["fate"] == "transferred" })
    let call = try Program.run(["explain", "out", change["request_id"]], in: scratch)
    #expect(call.output.contains("  with driver \(change["first_driver_id"]) to ("), "\(call.output)")
    #expect(call.output.contains("  with driver \(change["second_driver_id"]) from there"), "\(call.output)")
    let json = try Program.run(["explain", "out", change["request_id"], "--json"], in: scratch)
    #expect(json.output.contains("\"second_driver_id\": \"\(change["second_driver_id"])\""), "\(json.output)")
  }
}
