import Foundation
import TestSupport
import Testing

/// Outages of the service and the cap of prices from the command line, checked by the verifier.
@Suite(.waitsForPrograms, .enabled(if: Program.hasPython)) struct OutageCommandsTests {
  let scratch = Scratch()

  private func verify(_ folder: String) throws {
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    let call = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, folder], in: scratch)
    #expect(call.status == 0, "\(call.output)\(call.errors)")
    #expect(call.output.contains("outages: no attempt is made while the service is out"))
  }

  @Test(arguments: [
    ("quickstart", ["demand.count=800", "supply.count=400"], ""),
    ("services", ["demand.count=150"], "offer_timeout_s: 1200, "),
    ("shifts", [], ""), ("orders", ["demand.count=300"], ""),
  ])
  func `every market keeps the rules of outages`(market: String, smaller: [String], more: String) throws {
    let scenario = SharedData.checkout.appending(path: "Scenarios/\(market).json5").path
    for calls in ["wait", "lost"] {
      let field =
        "channel={\(more)outages: {times: {kind: 'drawn', between: 7200, repair: 2400}, calls: '\(calls)'}}"
      try Program.run(
        ["run", scenario, "--out", "out", "--force", "--quiet", "--set", field]
          + smaller.flatMap { ["--set", $0] }, in: scratch
      ).expectSuccess()
      let run = try RunResult("out", in: scratch)
      let calls = try run.rows("outage_calls")
      #expect(!calls.isEmpty)
      try verify("out")
    }
  }

  @Test
  func `a crowded morning with the cap holds`() throws {
    let scenario = SharedData.checkout.appending(path: "Scenarios/quickstart.json5").path
    for cap in ["{}", "{may_profit: true, cost_per_km: 3}"] {
      try Program.run(
        "run", scenario, "--out", "out", "--force", "--quiet", "--set",
        "money={price: {kind: 'per_km', per_km: 5}, opening_balance: 40, commission_share: 0.1, cap: \(cap)}",
        "--set",
        "channel={outages: {times: {kind: 'windows', windows: [{from_s: 0, to_s: 600}]}}}", in: scratch
      ).expectSuccess(warns: cap != "{}")
      try verify("out")
    }
  }
}
