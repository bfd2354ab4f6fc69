import Foundation
import TestSupport
import Testing

/// What policies outside the program are told of walks, and what follows when they go by it.
@Suite(.waitsForPrograms) struct WalkingPolicyTests {
  let scratch = Scratch()

  init() throws {
    try Town.write(to: scratch)
    try scratch.write(
      PolicyPrograms.python(
        #"least(m)"#,
        before: """
          def walk(c):
              return c["walk_to_pickup_m"] + c["walk_from_dropoff_m"]

          told = open("told.csv", "w")

          def least(m):
              best = min(m["candidates"], key=walk)
              print(m["request"]["request_id"], m["cycle"], m["attempt"], best["walk_to_pickup_m"],
                    best["walk_from_dropoff_m"], sep=",", file=told, flush=True)
              return {"driver": best["driver"]}
          """), to: "least.py")
  }

  @discardableResult
  private func run(_ policy: String, walk: Int, into folder: String) throws -> RunResult {
    try Program.run(
      "run", "town.json5", "--set", "matching.policy=\(policy)", "--set", "matching.walk_m=\(walk)", "--out",
      folder, "--quiet", in: scratch
    ).expectSuccess()
    return try RunResult(folder, in: scratch)
  }

  @Test
  func `who prefers the least walk decides otherwise, by the walks that the tables have`() throws {
    let cheapest = try run("two_circles", walk: 300, into: "cheapest")
    let least = try run(#"{command:["python3","least.py"]}"#, walk: 300, into: "least")
    try expectSound(least)
    #expect(least.fingerprint != cheapest.fingerprint)
    let means = try [least, cheapest].map { try #require(try $0.figure("walk_m", "mean")) }
    #expect(means[0] < means[1])
    // By request, cycle and attempt.
    let told = Dictionary(
      uniqueKeysWithValues: try scratch.text("told.csv").split(separator: "\n").map { line in
        let fields = line.split(separator: ",").map(String.init)
        return (Array(fields.prefix(3)), fields.suffix(2).map { Double($0) ?? .nan })
      })
    let walks = try least.rows("walks")
    #expect(walks.count > 50)
    for walk in walks {
      let message = try #require(told[["request_id", "cycle", "attempt"].map { walk[$0] }])
      let table = ["walk_to_pickup_m", "walk_from_dropoff_m"].map { walk.number($0) ?? .nan }
      #expect(zip(message, table).allSatisfy { abs($0 - $1) <= 0.051 }, "\(walk.fields), told \(message)")
    }
  }

  @Test
  func `where nobody walks nothing is told of walks, unless somebody requests for it`() throws {
    let record = #"open("told.txt", "a").write(line)"#
    try scratch.write(
      PolicyPrograms.python(#"{"driver": m["candidates"][0]["driver"]}"#)
        .replacing("    m = json", with: "    \(record)\n    m = json"), to: "recorder.py")
    let all = try run(#"{command:["python3","recorder.py"]}"#, walk: 0, into: "all")
    let first = try run("first", walk: 0, into: "first")
    #expect(all.fingerprint == first.fingerprint)
    let text = try scratch.text("told.txt")
    #expect(text.contains(#""type":"attempt""#) && !text.contains("walk"))

    let asking = try scratch.text("least.py").replacing(
      #"{"protocol": 1}"#,
      with: #"{"protocol": 1, "candidate": ["driver", "walk_to_pickup_m", "walk_from_dropoff_m"]}"#)
    try scratch.write(asking, to: "asking.py")
    // All walks are 0, so the first candidate has the least.
    #expect(
      try run(#"{command:["python3","asking.py"]}"#, walk: 0, into: "asking").fingerprint == first.fingerprint
    )
    #expect(try scratch.text("told.csv").contains(",0,0\n"))
  }

  @Test(arguments: [0, 300])
  func `a function in Python that names walks is told them, whoever walks`(walk: Int) throws {
    try scratch.write(
      """
      import sys
      sys.path.insert(0, "\(SharedData.checkout.appending(path: "Python/src").path)")
      from detour.policy import policy

      @policy(candidate=["walk_to_pickup_m", "walk_from_dropoff_m"], request=[])
      def mine(attempt):
          return min(attempt.candidates, key=lambda c: c.walk_to_pickup_m + c.walk_from_dropoff_m)

      mine.serve()

      """, to: "mine.py")
    let decorated = try run(#"{command:["python3","mine.py"]}"#, walk: walk, into: "decorated")
    let same = walk == 0 ? "first" : #"{command:["python3","least.py"]}"#
    #expect(try run(same, walk: walk, into: "same").fingerprint == decorated.fingerprint)
  }

  @Test(
    .enabled(if: LibraryPolicyTests.hasCompiler, "needs clang, which comes with Swift"), arguments: [0, 300])
  func `a library is told the same walks as a process`(walk: Int) throws {
    try scratch.write(PolicyPrograms.leastWalkInC, to: "least.c")
    try LibraryPolicyTests.compile("least.c", to: "libleast.so", in: scratch)
    let library = try run(#"{library:"libleast.so"}"#, walk: walk, into: "library")
    let same = walk == 0 ? "first" : #"{command:["python3","least.py"]}"#
    #expect(try run(same, walk: walk, into: "same").fingerprint == library.fingerprint)
  }

  @Test(.enabled(if: LibraryPolicyTests.hasCompiler, "needs clang, which comes with Swift"))
  func
    `a library that was made before walks, or before slack, was told works on, and one that knows more is refused`()
    throws
  {
    let header = try String(
      contentsOf: SharedData.checkout.appending(path: "Sources/Native/CPolicy/include/detour_policy.h"),
      encoding: .utf8)
    let version = "#define DETOUR_POLICY_VERSION 4u"
    let members = ["const detour_walk *walks;", "const detour_slack *slacks;", "void *state; "]
    var older = header.replacing(version, with: "#define DETOUR_POLICY_VERSION 1u")
    var second = header.replacing(version, with: "#define DETOUR_POLICY_VERSION 2u")
    for member in members {
      let line = String(try #require(header.split(separator: "\n").first { $0.contains(member) }))
      older = older.replacing(line, with: "")
      if member != members[0] { second = second.replacing(line, with: "") }
    }
    #expect(older.contains("VERSION 1u") && !older.contains("*walks"))
    #expect(second.contains("VERSION 2u") && !second.contains("*slacks;") && second.contains("*walks;"))
    try scratch.write(older, to: "older/detour_policy.h")
    try scratch.write(second, to: "second/detour_policy.h")
    try scratch.write(
      header.replacing(version, with: "#define DETOUR_POLICY_VERSION 5u"), to: "newer/detour_policy.h")
    let example = SharedData.checkout.appending(path: "Examples/LibraryPolicy/least_detour.c").path
    for (headers, name) in [(nil, "this"), ("older", "older"), ("second", "second"), ("newer", "newer")] {
      try LibraryPolicyTests.compile(example, to: "lib\(name).so", headers: headers, in: scratch)
    }
    let this = try run(#"{library:"libthis.so"}"#, walk: 300, into: "by-this")
    for name in ["older", "second"] {
      let result = try run(#"{library:"lib\#(name).so"}"#, walk: 300, into: "by-\(name)")
      #expect(result.fingerprint == this.fingerprint, "\(name)")
    }
    try Program.run(
      "run", "town.json5", "--set", #"matching.policy={library:"libnewer.so"}"#, "--out", "by-newer",
      in: scratch
    ).expectFailure(65, "built for version 5 of detour_policy.h; rebuild it with version 4")
  }
}
