import Foundation
import TestSupport
import Testing

/// The examples on the results of the program itself.
@Suite(.waitsForPrograms) struct ExamplesTests {
  private static let analysis = SharedData.checkout.appending(path: "Examples/analysis.py").path
  private static let customPolicy = SharedData.checkout
    .appending(path: ".build/release/CustomPolicy")

  /// Finds the figures of the run in the folder `out` of `scratch` again, with pandas.
  private func expectSameFigures() throws {
    let call = try Program.call(
      URL(filePath: "/usr/bin/env"), [Pandas.python ?? "", Self.analysis, "out"], in: scratch)
    #expect(call.status == 0, "\(call.output)\(call.errors)")
    #expect(call.output.hasSuffix(" 0 differences\n"))
  }

  let scratch = Scratch()

  @Test(.enabled(if: Pandas.isReady))
  func `the environment of make python-ready has pandas, so that no test of it is skipped`() throws {
    #expect(Pandas.python?.hasSuffix("/.build/python-venv/bin/python") == true)
  }

  @Test(.enabled(if: Pandas.python != nil, "needs pandas, which `make python-ready` installs"))
  func `pandas finds the figures of provisional pairs again, whose wait begins at the time to leave`() throws
  {
    let scenario = SharedData.checkout.appending(path: "Scenarios/announced.json5").path
    try Program.run(
      "run", scenario, "--set", "time.duration_s=3600", "--set", "demand.count=60", "--set",
      "supply.count=60", "--out", "out",
      "--quiet", in: scratch
    ).expectSuccess()
    // Pairs that become final before the passenger leaves, so that the two ways of counting differ.
    let requests = try Table("out/requests.csv", in: scratch)
    let (pickups, matches, waits) = (
      requests.column("pickup_s"), requests.column("match_s"), requests.column("wait_s")
    )
    #expect(
      requests.column("request_id").indices.contains { row in
        guard let pickup = Double(pickups[row]), let match = Double(matches[row]),
          let wait = Double(waits[row])
        else { return false }
        return pickup - match > wait + 1
      })
    try expectSameFigures()
  }

  @Test(
    .enabled(if: Pandas.python != nil, "needs pandas, which `make python-ready` installs"),
    arguments: ["", "time.warm_up_s=600", "time.horizon_s=1500"])
  func `pandas finds the figures of a run again`(assignment: String) throws {
    try Town.write(to: scratch)
    let words = ["run", "town.json5", "--out", "out", "--quiet"]
    try Program.run(words + (assignment.isEmpty ? [] : ["--set", assignment]), in: scratch).expectSuccess()
    try expectSameFigures()
  }

  /// The policies of one's own that are compared with the others: the script, and where it is built the program in Swift.
  private static let processes: [[String]] =
    [["python3", SharedData.checkout.appending(path: "Examples/CustomPolicy/least_detour.py").path]]
    + (FileManager.default.fileExists(atPath: leastDetour.path) ? [[leastDetour.path]] : [])
  private static let leastDetour = SharedData.checkout
    .appending(path: ".build/release/LeastDetourProcess")

  @Test(arguments: processes)
  func `a policy of one's own is swept and compared`(command: [String]) throws {
    try Town.write(to: scratch)
    let script = SharedData.checkout.appending(path: "Examples/CustomPolicy/compare.sh").path
    let call = try Program.call(
      URL(filePath: "/usr/bin/env"),
      ["DETOUR=\(Program.url.path)", "REPLICATIONS=4", "sh", script, "town.json5", "study"] + command,
      in: scratch)
    call.expectSuccess()
    #expect(call.output.contains("3 points, 12 runs"))
    #expect(call.output.contains("study at matching.policy=least_detour"))
    let rows = try Table("study/runs.csv", in: scratch)
    let policies = rows.column("matching.policy")
    #expect(Set(policies) == ["two_circles", "nearest", "least_detour"])
    // What it is called after is what it does: no other policy goes less out of the way on average over all runs.
    func mean(_ policy: String) -> Double {
      let detours = zip(policies, rows.column("driver_detour_s.mean")).filter { $0.0 == policy }
      return detours.compactMap { Double($0.1) }.reduce(0, +) / Double(detours.count)
    }
    #expect(mean("least_detour") <= mean("nearest"))
  }

  @Test
  func `the first policy of the documents is the one that stands here`() throws {
    let read = { (name: String) in
      try String(contentsOf: SharedData.checkout.appending(path: name), encoding: .utf8)
    }
    let script = try read("Examples/CustomPolicy/least_detour.py").split(separator: "\n", maxSplits: 1)[1]
    #expect(try read("docs/policies.md").contains("# mine.py\n" + script))
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: customPolicy.path),
      "needs the example package, which `make test` builds"))
  func `a policy of one's own is compared with the built-in one`() throws {
    try Town.write(to: scratch)
    let call = try Program.call(Self.customPolicy, ["town.json5"], in: scratch)
    call.expectSuccess()
    let rows = call.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(rows.map(\.first) == ["policy", "two_circles", "least_detour"])
    try Program.run("run", "town.json5", "--out", "out", "--quiet", in: scratch).expectSuccess()
    let matchRate = try #require(try RunResult("out", in: scratch).figure("match_rate"))
    let printed = try #require(Double(rows[1][1]))
    #expect(abs(printed - 100 * matchRate) <= 0.05 + 1e-9)
  }
}
