import Foundation
import TestSupport
import Testing

/// Policies outside the program that decide windows: what `batch` would decide gives its run, and anything that is no
/// decision ends the run with a sentence that names it.
@Suite(.waitsForPrograms) struct WindowPolicyTests {
  let scratch = Scratch()

  init() throws {
    try Town.write(to: scratch)
    try scratch.write(Self.roles, to: "roles.json5")
  }

  /// People who may drive or ride, decided late.
  private static let roles = """
    {
      name: "roles", time: {duration_s: 3600},
      space: {kind: "plane", width_m: 9000, height_m: 9000, speed_kmh: 30, circuity: 1.2},
      supply: {kind: "synthetic", count: 40, announce_before_s: 900, flexibility_s: 900},
      demand: {kind: "synthetic", count: 120, lead_s: 900, flexibility_s: 900, probe_share: 0.05, car_share: 0.5},
      matching: {
        policy: "batch", radius_m: 5000, limits: {max_wait_s: null},
        batch: {window_s: 60, commit: "latest"},
      },
      behaviour: {patience_s: null, driver_cancel_probability: 0.1},
    }
    """

  /// A process in Python that answers a window `m` with what `pairs` makes of it, a list of pairs.
  private static func python(_ pairs: String, hello: String = "", before: String = "") -> String {
    """
    import json, sys
    \(before)
    for line in sys.stdin:
        m = json.loads(line)
        if m["type"] == "end":
            break
        if m["type"] == "hello":
            answer = {"protocol": 1, "decides": "windows"\(hello)}
        else:
            answer = \(pairs)
        print(json.dumps(answer), flush=True)

    """
  }

  /// The pairs of `batch`, with a reason for each.
  private static let batch = python(
    #"""
    {"pairs": [{"request_id": p["request_id"], "driver": p["driver"], "why": f"cost {p['cost']}"} \#
    for p in m["pairs"] if p["in_batch"]]}
    """#, hello: #", "pair": ["request_id", "driver", "cost", "in_batch"]"#)

  private static let outside = #"{command:["python3","mine.py"],decides:"windows"}"#

  private func run(_ scenario: String, _ policy: String, _ words: [String], out: String) throws -> RunResult {
    try Program.run(
      ["run", scenario, "--set", "matching.policy=\(policy)", "--out", out, "--force", "--quiet"]
        + words.flatMap { ["--set", $0] }, in: scratch
    ).expectSuccess()
    return try RunResult(out, in: scratch)
  }

  /// Scenarios and fields under which a policy may do what `batch` does.
  private static let cases = [
    ["town.json5", "matching.batch={window_s:30}"],
    [
      "town.json5", "matching.batch={window_s:60,objective:'cost',unmatched_cost_s:400}",
      "matching.radius_m=2000",
    ],
    [
      "town.json5", "matching.batch={window_s:60,objective:'saved_km',riders:'one'}",
      "matching.radius_m=2000",
    ],
    ["town.json5", "matching.batch={window_s:30}", "matching.walk_m=300"],
    ["town.json5", "matching.batch={window_s:30}", "matching.transfer={}", "matching.radius_m=600"],
    ["town.json5", "matching.batch={window_s:20}", "supply.od={kind:'stays'}"],
    ["roles.json5", "demand.car_share=0"], ["roles.json5"],
    ["roles.json5", "matching.batch.riders=one", "demand.unserved=leaves", "matching.batch.notice_s=120"],
    ["roles.json5", "matching.batch.objective=saved_km", "supply={kind:'none'}"],
  ]

  @Test(.enabled(if: Program.hasPython), arguments: cases)
  func `with the answer of batch the run is that of batch`(words: [String]) throws {
    try scratch.write(Self.batch, to: "mine.py")
    let fields = Array(words.dropFirst()) + ["results.record=['candidates']"]
    let inside = try run(words[0], "batch", fields, out: "inside")
    let outside = try run(words[0], Self.outside, fields, out: "outside")
    #expect(inside.fingerprint == outside.fingerprint)
    #expect(try inside.rows("windows").contains { $0["found"] != "0" })
    for name in RunResult.deterministic + ["windows", "candidates"] {
      func body(_ result: RunResult) throws -> [Substring] {
        try scratch.text("\(result.folder)/\(name).csv").split(separator: "\n").map { $0.drop { $0 != "," } }
      }
      #expect(try body(inside) == body(outside), "\(name)")
    }
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    let call = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "outside"], in: scratch)
    #expect(call.status == 0, "\(call.output)")
  }

  @Test(.enabled(if: Program.hasPython))
  func `explain shows why a pair was taken`() throws {
    try scratch.write(Self.batch, to: "mine.py")
    let run = try run("town.json5", Self.outside, ["matching.batch={window_s:30}"], out: "out")
    let request = try #require(try run.rows("attempts").first { $0["outcome"] == "accepted" }?["request_id"])
    let account = try Program.run("explain", "out", request, "--allow-policy", in: scratch)
    #expect(account.output.contains("cost "), "\(account.output)\(account.errors)")
  }

  /// A library that takes the pairs of `batch`.
  private static let library = """
    #include "detour_policy.h"
    uint32_t detour_policy_version(void) { return DETOUR_POLICY_VERSION; }
    uint32_t detour_window_wants(void) { return DETOUR_WANTS_BATCH | DETOUR_WANTS_SAVED; }
    int32_t detour_decide(const detour_window *window, int32_t *taken) {
      int32_t count = 0;
      for (int32_t i = 0; i < window->pair_count; i++) {
        const detour_pair *pair = &window->pairs[i];
        if (pair->request >= window->request_count || pair->driver >= window->driver_count) return -1;
        if (pair->in_batch) taken[count++] = i;
      }
      return ANSWER;
    }

    """

  @Test(.enabled(if: LibraryPolicyTests.hasCompiler, "needs clang"), arguments: cases)
  func `with the answer of batch a library's run is that of batch`(words: [String]) throws {
    try scratch.write(Self.library.replacing("ANSWER", with: "count"), to: "mine.c")
    try LibraryPolicyTests.compile("mine.c", to: "mine.so", in: scratch)
    let fields = Array(words.dropFirst())
    let inside = try run(words[0], "batch", fields, out: "inside")
    let outside = try run(words[0], #"{library:"mine.so",decides:"windows"}"#, fields, out: "outside")
    #expect(inside.fingerprint == outside.fingerprint)
  }

  @Test(
    .enabled(if: LibraryPolicyTests.hasCompiler, "needs clang"),
    arguments: [
      ("(taken[count] = taken[0], count + 1)", "is in two pairs; answer with each request once"),
      ("(taken[0] = 99999, 1)", "99999 is not a pair of this window; answer with places from 0 to "),
      ("-5", "answer with the number of taken pairs, 0 to "),
    ])
  func `a library's answer that is no decision ends the run`(answer: String, sentence: String) throws {
    try scratch.write(Self.library.replacing("ANSWER", with: answer), to: "mine.c")
    try LibraryPolicyTests.compile("mine.c", to: "mine.so", in: scratch)
    try Program.run(
      "run", "town.json5", "--set", "matching.batch={window_s:30}", "--set",
      #"matching.policy={library:"mine.so",decides:"windows"}"#, "--out", "out", in: scratch
    ).expectFailure(1, sentence, "window of ")
    #expect(!scratch.has("out"))
  }

  @Test(.enabled(if: LibraryPolicyTests.hasCompiler, "needs clang"))
  func `the example in C takes the cheapest pairs first`() throws {
    let source = SharedData.checkout.appending(path: "Examples/WindowPolicy/cheapest_first.c").path
    try LibraryPolicyTests.compile(source, to: "mine.so", in: scratch)
    try scratch.write(
      Self.python(
        "cheapest(m)",
        before: """
          def cheapest(m):
              rides, drives, owners, pairs = set(), set(), set(), []
              own = {d["driver"]: d["own_request"] for d in m["drivers"]}
              for p in sorted(m["pairs"], key=lambda p: p["cost"]):
                  r, d = p["request_id"], p["driver"]
                  if r not in rides | owners and d not in drives and own[d] not in rides:
                      pairs.append({"request_id": r, "driver": d})
                      rides.add(r), drives.add(d)
                      if own[d] is not None:
                          owners.add(own[d])
              return {"pairs": pairs}
          """), to: "mine.py")
    for (scenario, fields) in [("town.json5", ["matching.batch={window_s:30}"]), ("roles.json5", [])] {
      let library = try run(scenario, #"{library:"mine.so",decides:"windows"}"#, fields, out: "library")
      let process = try run(scenario, Self.outside, fields, out: "process")
      #expect(library.fingerprint == process.fingerprint, "\(scenario)")
    }
  }

  @Test(
    .enabled(if: Program.hasPython),
    arguments: [
      (#"{"pairs": [{"request_id": 99999, "driver": 1}]}"#, "request 99999 is not in this window"),
      (
        #"{"pairs": [{"request_id": m["pairs"][0]["request_id"], "driver": 99999}]}"#,
        "driver 99999 is not a driver of this window"
      ),
      (
        #"""
        {"pairs": [{"request_id": r["request_id"], "driver": d["driver"]} for r in m["requests"] for d in m["drivers"] \#
        if (r["request_id"], d["driver"]) not in {(p["request_id"], p["driver"]) for p in m["pairs"]}][:1]}
        """#, " are no pair of this window; "
      ),
      (
        #"{"pairs": [{"request_id": p["request_id"], "driver": p["driver"]} for p in m["pairs"][:1] * 2]}"#,
        " is in two pairs; answer with each request once"
      ),
      (
        #"{"pairs": [{"request_id": p["request_id"], "driver": p["driver"]} for p in shared(m["pairs"])]}"#,
        "; answer with each driver once"
      ),
      (#"{"pairs": 5}"#, "it has no list `pairs`; answer like {\"pairs\": [{"),
      (#"{"pairs": [{"request_id": 1}]}"#, "member 0 of `pairs` does not have the form {\"request_id\": 5"),
      (#"{"pairs": [], "move": []}"#, "`move` is not a member of an answer"),
      (
        #"{"pairs": [{"request_id": 1, "driver": 2, "why": 3}]}"#,
        "`why` of member 0 of `pairs` is not a text"
      ),
      (#"[]"#, "this is not a JSON object"),
    ])
  func `an answer that is no decision ends the run`(answer: String, sentence: String) throws {
    // The first pairs of two requests that share a driver, as soon as a window has any.
    let shared = """
      def shared(pairs):
          for p in pairs:
              for q in pairs:
                  if p["driver"] == q["driver"] and p["request_id"] != q["request_id"]:
                      return [p, q]
          return []
      """
    try scratch.write(Self.python(answer, before: shared), to: "mine.py")
    try fails(
      "town.json5", Self.outside, 1, sentence, "policy `mine`", "window of ", " that ends at 0:0",
      "it answered ")
  }

  @Test(.enabled(if: Program.hasPython))
  func `a person who drives and rides ends the run`() throws {
    let both = """
      def both(m):
          own = {d["driver"]: d["own_request"] for d in m["drivers"]}
          for p in m["pairs"]:
              for q in m["pairs"]:
                  if own[p["driver"]] == q["request_id"] and q["driver"] != p["driver"]:
                      return [p, q]
          return []
      """
    try scratch.write(
      Self.python(
        #"{"pairs": [{"request_id": p["request_id"], "driver": p["driver"]} for p in both(m)]}"#, before: both
      ),
      to: "mine.py")
    try fails(
      "roles.json5", Self.outside, 1, "who rides in another pair; answer with each person once", "driver ")
  }

  @Test
  func `a late answer ends the run`() throws {
    let shell = #"read hello; echo '{\"protocol\":1,\"decides\":\"windows\"}'; read line; sleep 60"#
    try fails(
      "town.json5", "{command:[\"sh\",\"-c\",\"\(shell)\"],name:\"shell\",timeout_s:0.3,decides:\"windows\"}",
      1,
      "window of ", "it took longer than 0.3 s")
  }

  @Test(.enabled(if: Program.hasPython))
  func `the scenario and the policy must agree on what is decided`() throws {
    try scratch.write(Self.batch, to: "mine.py")
    try fails(
      "town.json5", #"{command:["python3","mine.py"]}"#, 65, "give matching.policy.decides: \"windows\"")
    try scratch.write(PolicyPrograms.python(PolicyPrograms.least), to: "mine.py")
    try fails(
      "town.json5", Self.outside, 65, "it decides each request, and the scenario lets it decide windows")
    let hello = #"{"protocol": 1, "decides": "windows", "candidate": ["cost"]}"#
    try scratch.write(
      Self.batch.replacing("{\"protocol\": 1, \"decides\": \"windows\"", with: hello.dropLast()),
      to: "mine.py")
    try fails(
      "town.json5", Self.outside, 1, "at the `hello` message", "`candidate` is not a member of an answer")
  }

  @Test(arguments: [
    ([], "decides the requests of a window together; give `batch`, such as {window_s: 10}"),
    (["matching.batch={window_s:0}"], "decides windows, but each request is decided at once"),
    (["matching.policy.decides=days"], "decides"),
    (["matching.batch={window_s:30,commit:'latest'}", "matching.walk_m=200"], "cannot be combined with"),
  ])
  func `a scenario without windows is refused`(fields: [String], sentence: String) throws {
    let policy = #"matching.policy={command:["true"],decides:"windows"}"#
    try Program.run(
      ["validate", "town.json5", "--set", policy] + fields.flatMap { ["--set", $0] }, in: scratch
    ).expectFailure(65, sentence)
  }

  @Test(.enabled(if: Program.hasPython))
  func `fields of windows have an effect where a policy decides them, or it is said`() throws {
    try scratch.write(Self.batch, to: "mine.py")
    let words = ["validate", "town.json5", "--set", "matching.policy=\(Self.outside)", "--set"]
    let told = try Program.run(words + ["matching.batch={window_s:30,objective:'cost'}"], in: scratch)
    told.expectSuccess()
    #expect(!(told.output + told.errors).contains("matching.batch."))
    let idle = try Program.run(words + ["matching.batch={window_s:30,proposing:'drivers'}"], in: scratch)
    #expect((idle.output + idle.errors).contains("only the policy `stable` uses it"))
  }

  private func fails(
    _ scenario: String, _ policy: String, _ code: Int32, _ sentences: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let batch = scenario == "town.json5" ? ["--set", "matching.batch={window_s:60}"] : []
    let call = try Program.run(
      ["run", scenario, "--set", "matching.policy=\(policy)", "--out", "out", "--quiet"] + batch, in: scratch)
    #expect(call.status == code, "\(call.errors)", sourceLocation: sourceLocation)
    for sentence in sentences {
      #expect(call.errors.contains(sentence), "\(call.errors)", sourceLocation: sourceLocation)
    }
    #expect(try scratch.names().filter { $0.contains("out") } == [], sourceLocation: sourceLocation)
  }
}
