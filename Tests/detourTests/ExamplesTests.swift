import Foundation
import TestSupport
import Testing

/// The examples on the results of the program itself.
@Suite(.waitsForPrograms) struct ExamplesTests {
  private static let analysis = SharedData.checkout.appending(path: "Examples/analysis.py").path
  private static let customPolicy = SharedData.checkout
    .appending(path: ".build/release/CustomPolicy")

  private static let hasPandas: Bool = {
    let call = try? Program.call(
      URL(filePath: "/usr/bin/env"), ["python3", "-c", "import pandas"], in: Scratch())
    return call?.status == 0
  }()

  let scratch = Scratch()

  @Test(
    .enabled(if: hasPandas, "needs pandas"), arguments: ["", "time.warm_up_s=600", "time.horizon_s=1500"])
  func `pandas finds the figures of a run again`(assignment: String) throws {
    try Town.write(to: scratch)
    let words = ["run", "town.json5", "--out", "out", "--quiet"]
    try Program.run(words + (assignment.isEmpty ? [] : ["--set", assignment]), in: scratch).expectSuccess()
    let call = try Program.call(
      URL(filePath: "/usr/bin/env"), ["python3", Self.analysis, "out"], in: scratch)
    #expect(call.status == 0, "\(call.output)\(call.errors)")
    #expect(call.output.hasSuffix(" 0 differences\n"))
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
