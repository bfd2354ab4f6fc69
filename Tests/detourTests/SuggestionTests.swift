import Foundation
import Testing

/// What is nearly right is answered with what was meant.
@Suite(.waitsForPrograms) struct SuggestionTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  @Test(arguments: [
    (["--set", "radius=500"], "radius: is not a field; did you mean `matching.radius_m`?"),
    (["--set", "radius_m=500"], "radius_m: is not a field; did you mean `matching.radius_m`?"),
    (["--set", "max_detour_ratio=2"], "did you mean `matching.limits.max_detour_ratio`?"),
    (["--radius", "500"], "did you mean `--set matching.radius_m=500`?"),
    (["--max-wait-s", "500"], "did you mean `--set matching.limits.max_wait_s=500`?"),
    (
      ["--set", "matching.radius_m", "800"],
      "got 2 (`town.json5`, `800`); did you mean `--set matching.radius_m=800`?"
    ),
    (["--set", "matching.radius_m=500-1500"], "as in `detour sweep --vary matching.radius_m=500:1500:3`"),
    (["--set", "time.start=18/05/2026"], "; write 2026-05-18T00:00:00"),
    (["--set", "time.start=7h05"], "; write 2008-05-22T07:05:00, with the day"),
  ])
  func `a run says what was meant`(words: [String], sentence: String) throws {
    let call = try Program.run(["run", "town.json5", "--out", "out"] + words, in: scratch)
    #expect(call.status == 64 || call.status == 65)
    #expect(call.errors.contains(sentence), "\(call.errors)")
  }

  @Test
  func `a study says how a range is written`() throws {
    try Program.run(
      "sweep", "town.json5", "--vary", "matching.radius_m=500-1500", "--out", "out", in: scratch
    )
    .expectFailure(65, "; a range is 500:1500:3, with the number of values")
  }

  @Test(arguments: ["quickstart", "quickstart.json5", "Scenarios/quickstart.json5"])
  func `a shipped scenario is found by its name from any folder`(name: String) throws {
    try Program.run("validate", name, "-q", in: scratch).expectSuccess()
    // A file of one's own comes first.
    try scratch.write("{nothing: 1}", to: name)
    try Program.run("validate", name, "-q", in: scratch).expectFailure(65, "nothing: is not a field")
  }

  @Test
  func `shipped scenarios are completed`() throws {
    let call = try Program.run("--complete", "run", "quick", in: scratch)
    #expect(call.output == "words\nquickstart\n")
    #expect(try Program.run("--complete", "run", "", in: scratch).output.hasPrefix("files\n"))
  }

  @Test
  func `values of fields and points of a study are completed`() throws {
    func offers(_ words: String...) throws -> [Substring] {
      try Program.run(["--complete"] + words, in: scratch).output.split(separator: "\n").dropFirst().map {
        $0
      }
    }
    #expect(try offers("run", "town.json5", "--set", "matching.polic").contains("matching.policy="))
    #expect(try !offers("run", "town.json5", "--set", "matching.polic").contains("matching.policy=nearest"))
    #expect(try offers("run", "town.json5", "--set", "matching.policy=near") == ["matching.policy=nearest"])
    try Program.run(
      "sweep", "town.json5", "--vary", "matching.radius_m=300,900", "--replications", "2", "--out", "study",
      "-q",
      in: scratch
    ).expectSuccess()
    #expect(
      try offers("compare", "study", "--a", "matching") == ["matching.radius_m=300", "matching.radius_m=900"])
    #expect(
      try offers("analyse", "study", "--at=") == ["--at=matching.radius_m=300", "--at=matching.radius_m=900"])
  }
}
