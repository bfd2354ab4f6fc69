import Foundation
import TestSupport
import Testing

/// Passengers who cancel, and calls of map services, as a user meets them.
@Suite(.waitsForPrograms) struct CancellationRunTests {
  let scratch = Scratch()
  init() throws { try Town.write(to: scratch) }

  private func run(_ overrides: [String]) throws -> RunResult {
    try Program.run(
      ["run", "town.json5", "--out", "out", "--force"] + overrides.flatMap { ["--set", $0] }, in: scratch
    ).expectSuccess()
    return try RunResult("out", in: scratch)
  }

  private func verify() throws {
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    let call = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "out"], in: scratch)
    #expect(call.status == 0, "\(call.output)")
  }

  @Test(
    .enabled(if: Program.hasPython),
    arguments: [
      ["matching.policy=two_circles"], ["matching.policy=insertion"], ["matching.walk_m=300"],
      ["matching.policy=batch", "matching.batch={window_s: 20}"], ["matching.transfer={}"],
      ["money={}", "users=null", "friends={}", "channel={}"],
    ])
  func `what the tables say of who cancels is what the rules say`(overrides: [String]) throws {
    let run = try run(["demand.cancel_probability=0.3"] + overrides)
    try expectSound(run)
    #expect(try !run.rows("cancellations").isEmpty)
    try verify()
  }

  @Test(.enabled(if: Program.hasPython))
  func `the calls of map services are those of the rows`() throws {
    let run = try run(["matching.spacing_m=200", "results.map_calls={quota: 500}"])
    #expect(try run.rows("map_calls").count == 1)
    #expect((try run.figure("map_quota_ratio", "value") ?? 0) > 1)
    try verify()
  }

  @Test
  func `an account says when the passenger cancelled`() throws {
    let run = try run(["demand.cancel_probability=1"])
    let id = try #require(try run.rows("cancellations").first?["request_id"])
    let account = try Program.run(["explain", "out", id], in: scratch)
    #expect(account.status == 0)
    #expect(account.output.contains("cancelled_by_passenger (cancelled_after_match: "))
    #expect(account.output.contains(" had agreed and "))
  }
}
