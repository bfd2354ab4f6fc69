import Foundation
import Testing

/// Policies that are processes or libraries, as users run, sweep, compare, validate and explain them.
@Suite(.waitsForPrograms) struct OutsidePolicyTests {
  let scratch = Scratch()

  init() throws {
    try Town.write(to: scratch)
    try scratch.write(PolicyPrograms.python(PolicyPrograms.least), to: "least.py")
    try scratch.write(PolicyPrograms.python(PolicyPrograms.nearest), to: "near.py")
    try scratch.write(PolicyPrograms.python(PolicyPrograms.anybody), to: "anybody.py")
    try scratch.write(PolicyPrograms.firstInAwk, to: "first.awk")
  }

  private func run(_ policy: String, out: String, _ more: String...) throws -> Program.Call {
    try Program.run(
      ["run", "town.json5", "--set", policy, "--out", out, "--force", "--quiet"] + more, in: scratch)
  }

  @Test(arguments: [
    ("two_circles", PolicyPrograms.python3("least.py")), ("nearest", PolicyPrograms.python3("near.py")),
    ("first", #"matching.policy={command:["awk","-f","first.awk"],name:"awk"}"#),
  ])
  func `a process that answers like a policy of the program gives its results`(
    _ shipped: String, _ outside: String
  ) throws {
    // mawk waits for more than a line unless it is told not to; others do not know the word.
    let isMawk = try Program.call(URL(filePath: "/usr/bin/env"), ["awk", "-W", "version"], in: scratch).output
      .hasPrefix("mawk")
    let policy = isMawk ? outside.replacing(#""awk","#, with: #""awk","-W","interactive","#) : outside
    try run("matching.policy=\(shipped)", out: "inside").expectSuccess()
    try run(policy, out: "outside").expectSuccess()
    let (inside, outside) = (try RunResult("inside", in: scratch), try RunResult("outside", in: scratch))
    #expect(inside.fingerprint == outside.fingerprint)
    #expect(inside.runID != outside.runID)
    #expect(try inside.rows("attempts").contains { $0["outcome"] == "accepted" })
    for name in RunResult.deterministic {
      func body(_ result: RunResult) throws -> [Substring] {
        try scratch.text("\(result.folder)/\(name).csv").split(separator: "\n").map { $0.drop { $0 != "," } }
      }
      #expect(try body(inside) == body(outside), "\(name)")
    }
  }

  @Test
  func `the manifest has the command and what its file holds`() throws {
    try run(PolicyPrograms.python3("least.py", ",name:\"mine\",timeout_s:5"), out: "out").expectSuccess()
    let first = try RunResult("out", in: scratch)
    let scenario = first.manifest["scenario"] as? [String: Any]
    let policy = (scenario?["matching"] as? [String: Any])?["policy"] as? [String: Any]
    #expect(policy?["command"] as? [String] == ["python3", "least.py"])
    #expect(policy?["name"] as? String == "mine")
    #expect(policy?["timeout_s"] as? Double == 5)
    let inputs = first.manifest["inputs"] as? [[String: Any]] ?? []
    #expect(inputs.map { $0["role"] as? String } == ["policy"])
    #expect(inputs.map { $0["path"] as? String } == ["least.py"])
    // The name and the time that an answer may take make no other run; what the script holds does.
    try run(PolicyPrograms.python3("least.py"), out: "out").expectSuccess()
    #expect(try RunResult("out", in: scratch).runID == first.runID)
    try scratch.write(PolicyPrograms.python(PolicyPrograms.least) + "#\n", to: "least.py")
    try run(PolicyPrograms.python3("least.py"), out: "out").expectSuccess()
    #expect(try RunResult("out", in: scratch).runID != first.runID)
  }

  @Test
  func `the summary says who decided`() throws {
    let call = try Program.run(
      "run", "town.json5", "--set", PolicyPrograms.python3("least.py"), "--out", "out", in: scratch)
    call.expectSuccess()
    #expect(call.output.contains("\npolicy       least · python3 least.py\n"))
  }

  @Test
  func `relative words refer to the scenario's folder`() throws {
    try scratch.write(Town.scenario, to: "deep/town.json5")
    try scratch.write(PolicyPrograms.python(PolicyPrograms.least), to: "deep/there.py")
    try Program.run(
      "run", "deep/town.json5", "--set", PolicyPrograms.python3("there.py"), "--out", "out", "--quiet",
      in: scratch
    ).expectSuccess()
  }

  @Test
  func `a sweep over policies is the same at any number of jobs, and is compared by their names`() throws {
    let words = [
      "sweep", "town.json5", "--vary",
      #"matching.policy=first,{command:["python3","least.py"],name:"mine"},{command:["python3","anybody.py"]}"#,
      "--replications", "3", "--quiet",
    ]
    try Program.run(words + ["--jobs", "1", "--out", "one"], in: scratch).expectSuccess()
    try Program.run(words + ["--jobs", "2", "--out", "two"], in: scratch).expectSuccess()
    #expect(try TownStudy.content("one", in: scratch) == TownStudy.content("two", in: scratch))
    let rows = try Table("one/runs.csv", in: scratch)
    #expect(Set(rows.column("matching.policy")) == ["first", "mine", "anybody"])
    let comparison = try Program.run(
      "compare", "one", "--a", "matching.policy=first", "--b", "matching.policy=mine", "--figure",
      "match_rate",
      in: scratch)
    #expect([0, 1].contains(comparison.status), "\(comparison.errors)")
    #expect(comparison.output.contains("match_rate"))
  }

  @Test
  func `a study file says the same`() throws {
    try scratch.write(
      """
      {
        scenario: "town.json5", replications: 2,
        vary: [{ field: "matching.policy", values: ["first", { command: ["python3", "least.py"] }] }],
      }
      """, to: "study.json5")
    let call = try Program.run("validate", "study.json5", in: scratch)
    call.expectSuccess()
    try Program.run("sweep", "study.json5", "--out", "study", "--quiet", in: scratch).expectSuccess()
    #expect(Set(try Table("study/runs.csv", in: scratch).column("matching.policy")) == ["first", "least"])
  }

  @Test
  func `two policies of one name are told apart before anything runs`() throws {
    try Program.run(
      "sweep", "town.json5", "--vary",
      #"matching.policy={command:["python3","least.py"]},{command:["python3","least.py","-v"]}"#, "--out",
      "study",
      in: scratch
    ).expectFailure(65, "are both called `least`")
  }

  @Test
  func `a sweep keeps what ran, and goes on when the policy is mended`() throws {
    try scratch.write(PolicyPrograms.python(#"{"driver": "nobody"}"#), to: "broken.py")
    let words = [
      "sweep", "town.json5", "--vary", #"matching.policy=first,{command:["python3","broken.py"]}"#,
      "--replications", "2",
      "--jobs", "1", "--out", "study", "--quiet",
    ]
    try Program.run(words, in: scratch).expectFailure(
      1, "policy `broken`", "driver nobody is not a candidate")
    let kept = try scratch.names(in: "study/runs")
    #expect(!kept.isEmpty)
    try scratch.write(PolicyPrograms.python(PolicyPrograms.least), to: "broken.py")
    try Program.run(words, in: scratch).expectSuccess()
    #expect(try Table("study/runs.csv", in: scratch).column("run_id").count == 4)
    #expect(Set(kept).isSubset(of: try scratch.names(in: "study/runs")))
  }

  @Test
  func `what it says of a choice is shown where the attempt is explained`() throws {
    try run(PolicyPrograms.python3("least.py"), out: "out").expectSuccess()
    let served = try RunResult("out", in: scratch).rows("requests").first { $0["outcome"] == "served" }
    let call = try Program.run(
      "explain", "out", try #require(served?["request_id"]), "--allow-policy", in: scratch)
    call.expectSuccess()
    #expect(call.output.contains("\n  the policy says: cheap\n"))
  }

  @Test
  func `what a folder names is not executed unless that is allowed`() throws {
    try run(PolicyPrograms.python3("least.py"), out: "out").expectSuccess()
    let served = try RunResult("out", in: scratch).rows("requests").first { $0["outcome"] == "served" }
    let id = try #require(served?["request_id"])
    // What came along in the folder leaves a trace wherever it is executed.
    let trace = PolicyPrograms.python(PolicyPrograms.least, before: "open('PWNED', 'w')")
    try scratch.write(trace, to: "least.py")
    try Program.run("explain", "out", id, in: scratch)
      .expectFailure(
        65, "would execute the policy named in its manifest, `python3 least.py` in", "--allow-policy")
    let report = try Program.run("report", "out", "--out", "page.html", in: scratch)
    report.expectSuccess(warns: true)
    #expect(
      report.errors.contains("does not list the closest drivers")
        && report.errors.contains("`python3 least.py`"))
    #expect(try scratch.text("page.html").contains("would execute the policy named in its manifest"))
    #expect(!scratch.has("PWNED"))
    // Another script is another run; the same one may be allowed.
    try scratch.write(PolicyPrograms.python(PolicyPrograms.least), to: "least.py")
    let whole = try Program.run("report", "out", "--out", "page.html", "--allow-policy", in: scratch)
    whole.expectSuccess()
    #expect(try !scratch.text("page.html").contains("would execute"))
  }
}
