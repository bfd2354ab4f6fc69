import Foundation
import TestSupport
import Testing

/// The examples on the results of the program itself.
struct ExamplesTests {
  private static let analysis = SharedData.checkout.appending(path: "Examples/analysis.py").path
  private static let customPolicy = SharedData.checkout
    .appending(path: ".build/custom-policy/debug/CustomPolicy")

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
