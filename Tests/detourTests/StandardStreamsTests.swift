import Foundation
import Testing

/// `-` in place of a file: standard input and output.
@Suite(.waitsForPrograms) struct StandardStreamsTests {
  let scratch = Scratch()

  init() throws {
    try Line.write(to: scratch)
    try scratch.write(
      "{ scenario: \"line.json5\", vary: [{ field: \"matching.radius_m\", values: [500, 1000] }] }",
      to: "study.json5")
  }

  /// Calls `detour` with the file `input` on standard input, through a pipe.
  private func call(_ words: String, from input: String) throws -> Program.Call {
    try Program.call(
      URL(filePath: "/bin/sh"), ["-c", "cat \(input) | \"$0\" \(words)", Program.url.path], in: scratch)
  }

  @Test
  func `a scenario from standard input gives what its file gives`() throws {
    try call("run - --out piped -q", from: "line.json5").expectSuccess()
    try Program.run("run", "line.json5", "--out", "filed", "-q", in: scratch).expectSuccess()
    for name in RunResult.deterministic {
      #expect(try scratch.data("piped/\(name).csv") == scratch.data("filed/\(name).csv"))
    }
    #expect(try call("validate -", from: "line.json5").output.hasPrefix("-: no faults\ndrivers   2\n"))
    // Without a name it is called so, and not after a file.
    try scratch.write(Line.scenario.replacing("name: \"line\",", with: ""), to: "nameless.json5")
    try call("run - -q", from: "nameless.json5").expectSuccess()
    #expect(scratch.has("Results/scenario/summary.csv"))
  }

  @Test
  func `a study of it goes on with the same text, and study files come by standard input too`() throws {
    let sweep = "sweep - --vary matching.radius_m=500,1000 --out study -q --replications"
    try call(sweep + " 1", from: "line.json5").expectSuccess(warns: false)
    let first = try scratch.names(in: "study/runs")
    try call(sweep + " 2", from: "line.json5").expectSuccess(warns: true)
    #expect(try Set(scratch.names(in: "study/runs")).isSuperset(of: first))
    try call("sweep - --replications 1 --out other -q", from: "study.json5").expectSuccess()
    #expect(try scratch.text("other/runs.csv").split(separator: "\n").count == 3)
    #expect(try call("validate -", from: "study.json5").output.contains("points    2\n"))
    let call = try call(sweep + " 2", from: "study.json5")
    call.expectFailure(64, "--vary: - is a study file, which contains this setting")
  }

  @Test
  func `faults of standard input have their places`() throws {
    try scratch.write("{\n  seed: -1,\n}\n", to: "bad.json5")
    try call("run -", from: "bad.json5").expectFailure(65, "detour: -:2:9: seed: ")
    try Program.run("run", "-", in: scratch).expectFailure(65, "detour: -:1:1: ")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gnuplot")))
  func `pictures and pages go to standard output`() throws {
    try MadeStudy.write("made", to: scratch)
    let plot = ["plot", "made", "--kind", "pareto", "--out"]
    let svg = try Program.run(plot + ["-"], in: scratch)
    svg.expectSuccess()
    try Program.run(plot + ["x.svg"], in: scratch).expectSuccess()
    #expect(try svg.output == scratch.text("x.svg"))
    #expect(try Program.run(plot + ["-.pdf"], in: scratch).output.hasPrefix("%PDF"))
    try Program.run(plot + ["-", "--json"], in: scratch).expectFailure(64, "both write to standard output")
    let page = try Program.run("report", "made", "--out", "-", in: scratch)
    page.expectSuccess()
    try Program.run("report", "made", "--out", "page.html", in: scratch).expectSuccess()
    #expect(try page.output == scratch.text("page.html"))
  }

  @Test
  func `a file may have a name of one letter`() throws {
    try scratch.write(Line.scenario, to: "a")
    #expect(try Program.run("validate", "a", in: scratch).output.hasPrefix("a: no faults\n"))
  }
}
