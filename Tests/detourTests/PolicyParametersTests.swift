import Foundation
import TestSupport
import Testing

/// Parameters of a policy: given by the scenario, varied by a study, and refused by who does not take them.
@Suite(.waitsForPrograms) struct PolicyParametersTests {
  let scratch = Scratch()

  /// Weighs the time to the pickup against the detour, in Python by the messages alone.
  private static let weighing = """
    import json, sys
    for line in sys.stdin:
        m = json.loads(line)
        if m["type"] == "end":
            break
        if m["type"] == "hello":
            alpha = m["parameters"].get("alpha", 0.2)
            answer = {"protocol": 1, "parameters": ["alpha"]}
            if alpha > 1:
                answer["refused"] = "alpha lies between 0 and 1"
        else:
            answer = {"driver": min(m["candidates"], key=lambda c: (1 - alpha) * c["time_to_pickup_s"]
                                    + alpha * c["added_detour_s"])["driver"]}
        print(json.dumps(answer), flush=True)

    """

  init() throws {
    try Town.write(to: scratch)
    try scratch.write(Self.weighing, to: "weighing.py")
    try scratch.write(PolicyPrograms.python(PolicyPrograms.least), to: "least.py")
  }

  @discardableResult
  private func run(_ out: String, _ sets: String...) throws -> RunResult {
    let words = sets.flatMap { ["--set", $0] }
    try Program.run(["run", "town.json5"] + words + ["--out", out, "--quiet"], in: scratch).expectSuccess()
    return try RunResult(out, in: scratch)
  }

  @Test
  func `parameters decide, enter the run's id whatever their order, and stand in the manifest`() throws {
    let policy = PolicyPrograms.python3("weighing.py")
    let plain = try run("plain", policy)
    let zero = try run("zero", policy, "matching.policy.parameters.alpha=0.2")
    let one = try run("one", PolicyPrograms.python3("weighing.py", ",parameters:{alpha:1.0}"))
    #expect(plain.fingerprint == zero.fingerprint)
    #expect(zero.fingerprint != one.fingerprint)
    #expect(Set([plain, zero, one].map(\.runID)).count == 3)
    let scenario = one.manifest["scenario"] as? [String: Any]
    let kept = (scenario?["matching"] as? [String: Any])?["policy"] as? [String: Any]
    #expect((kept?["parameters"] as? [String: Double]) == ["alpha": 1])
    try scratch.write(
      Self.weighing.replacing(#"["alpha"]}"#, with: #"["alpha", "b", "c", "d"]}"#), to: "more.py")
    let once = try run(
      "once", PolicyPrograms.python3("more.py", ",parameters:{alpha:1,b:true,c:\"x'y\",d:2}"))
    let again = try run(
      "again", PolicyPrograms.python3("more.py", ",parameters:{d:2.0,c:\"x'y\",b:true,alpha:1}"))
    #expect(once.runID == again.runID)
  }

  @Test
  func `a study varies a single parameter`() throws {
    try Program.run(
      "sweep", "town.json5", "--set", PolicyPrograms.python3("weighing.py"), "--vary",
      "matching.policy.parameters.alpha=0:1:3", "--replications", "1", "--out", "study", "--quiet",
      in: scratch
    ).expectSuccess()
    let runs = try Table("study/runs.csv", in: scratch)
    let (values, ids) = (runs.column("matching.policy.parameters.alpha"), runs.column("run_id"))
    #expect(values == ["0", "0.5", "1"])
    #expect(Set(ids).count == 3)
    let alone = try run("alone", PolicyPrograms.python3("weighing.py", ",parameters:{alpha:0.5}"))
    #expect(ids.contains(alone.runID))
  }

  @Test
  func `a parameter of another language decides the same`() throws {
    try scratch.write(
      """
      import sys
      sys.path.insert(0, "\(SharedData.checkout.appending(path: "Python/src").path)")
      from detour.policy import policy

      @policy
      def mine(attempt, most=100.0):
          first = attempt.candidates[0]
          return first if first.total_detour_s <= most else None

      mine.serve()

      """, to: "mine.py")
    try scratch.write(
      #"""
      function field(name) { match($0, "\"" name "\":[-0-9.]+"); return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) }
      /"type":"hello"/ { most = field("most"); print "{\"protocol\":1,\"parameters\":[\"most\"]}"; fflush(); next }
      /"type":"end"/ { exit }
      { print "{\"driver\":" (field("total_detour_s") + 0 <= most + 0 ? field("driver") : "null") "}"; fflush() }

      """#, to: "mine.awk")
    let isMawk = try Program.call(URL(filePath: "/usr/bin/env"), ["awk", "-W", "version"], in: scratch).output
      .hasPrefix("mawk")
    let awk = isMawk ? #""awk","-W","interactive""# : #""awk""#
    let python = try run("python", PolicyPrograms.python3("mine.py", ",parameters:{most:200}"))
    let other = try run(
      "awk", #"matching.policy={command:[\#(awk),"-f","mine.awk"],parameters:{most:200}}"#)
    #expect(python.fingerprint == other.fingerprint)
    let standard = try run("default", PolicyPrograms.python3("mine.py"))
    #expect(python.fingerprint != standard.fingerprint)
  }

  @Test(.enabled(if: LibraryPolicyTests.hasCompiler, "needs clang, which comes with Swift"))
  func `a library is told them when a run begins, and each run keeps its own`() throws {
    let example = SharedData.checkout.appending(path: "Examples/ParameterPolicy/weighing.c").path
    try LibraryPolicyTests.compile(example, to: "libweighing.so", in: scratch)
    for (policy, out) in [
      (#"matching.policy={library:"libweighing.so"}"#, "library"),
      (PolicyPrograms.python3("weighing.py"), "process"),
    ] {
      try Program.run(
        "sweep", "town.json5", "--set", policy, "--vary", "matching.policy.parameters.alpha=0,0.5,1",
        "--replications", "1",
        "--jobs", "2", "--out", out, "--quiet", in: scratch
      ).expectSuccess()
    }
    let (library, process) = (
      try Table("library/runs.csv", in: scratch).column("fingerprint"),
      try Table("process/runs.csv", in: scratch).column("fingerprint")
    )
    #expect(library == process)
    #expect(Set(library).count > 1)
    try fails(
      #"matching.policy={library:"libweighing.so",parameters:{alpha:2}}"#,
      "policy `libweighing` (libweighing.so): it refuses its parameters: alpha lies between 0 and 1")
    try fails(
      #"matching.policy={library:"libweighing.so",parameters:{beta:2}}"#,
      "the scenario gives it the parameter `beta`, but it takes `alpha`")
    try scratch.write(PolicyPrograms.leastWalkInC, to: "plain.c")
    try LibraryPolicyTests.compile("plain.c", to: "libplain.so", in: scratch)
    try fails(
      #"matching.policy={library:"libplain.so",parameters:{beta:2}}"#, "but it takes none",
      "return `beta` from detour_policy_parameters")
  }

  /// Both `run` and `validate` refuse the policy as input with these `sentences`.
  private func fails(_ policy: String, _ sentences: String...) throws {
    for command in [["run", "town.json5", "--out", "out"], ["validate", "town.json5"]] {
      let call = try Program.run(command + ["--set", policy], in: scratch)
      #expect(call.status == 65, "\(call.errors)")
      for sentence in sentences { #expect(call.errors.contains(sentence), "\(call.errors)") }
    }
    let names = try scratch.names()
    #expect(!names.contains("out"))
  }

  @Test
  func `who takes none and is given some is told`() throws {
    try fails(
      PolicyPrograms.python3("least.py", ",parameters:{alpha:1}"),
      "the scenario gives it the parameter `alpha`, but it takes none; leave out matching.policy.parameters.alpha",
      #"answer hello with "parameters": ["alpha"]"#)
    try fails(
      PolicyPrograms.python3("weighing.py", ",parameters:{alpha:2}"),
      "it refuses its parameters: alpha lies between 0 and 1")
    try fails(
      PolicyPrograms.python3("weighing.py", ",parameters:{alpha:[1]}"), "matching.policy.parameters.alpha",
      "a list")
    try fails(
      PolicyPrograms.python3("weighing.py", ",parameters:{\"a b\":1}"), "`a b` is not a valid parameter name")
    try Program.run(
      "run", "town.json5", "--set", "matching.policy.parameters.alpha=1", "--out", "out", in: scratch
    ).expectFailure(65, "has neither `command` nor `library`")
  }
}
