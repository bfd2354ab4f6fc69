import Foundation
import TestSupport
import Testing

/// A policy that is a shared library: the example in C, which is built with the tests.
@Suite(.waitsForPrograms) struct LibraryPolicyTests {
  private static let library = Program.built("libLeastDetour.so").path

  private static let environment = URL(filePath: "/usr/bin/env")
  static let hasCompiler =
    (try? Program.call(environment, ["clang", "--version"], in: Scratch()))?.status == 0

  let scratch = Scratch()

  /// Makes the library `name` of a file in C, by the header in `headers`.
  static func compile(_ source: String, to name: String, headers: String? = nil, in scratch: Scratch) throws {
    let include = headers ?? SharedData.checkout.appending(path: "Sources/Native/CPolicy/include").path
    try Program.call(
      environment, ["clang", "-shared", "-fPIC", "-Wall", "-Werror", "-I", include, "-o", name, source],
      in: scratch
    ).expectSuccess()
  }

  init() throws { try Town.write(to: scratch) }

  @Test(
    .enabled(if: hasCompiler, "needs clang"),
    arguments: [
      "", "__attribute__((constructor)) static void leave(void) { exit(0); }",
    ])
  func `a library that ends the program by exit 0 ends the run with an error and without results`(
    start: String
  ) throws {
    let choice = start.isEmpty ? "if (++calls == 3) exit(0); return 0;" : "return 0;"
    try scratch.write(
      """
      #include <stdlib.h>
      #include "detour_policy.h"
      \(start)
      static int calls = 0;
      uint32_t detour_policy_version(void) { (void)calls; return DETOUR_POLICY_VERSION; }
      int64_t detour_choose(const detour_attempt *attempt) { (void)attempt; \(choice) }

      """, to: "quit.c")
    try Self.compile("quit.c", to: "quit.so", in: scratch)
    let before = try scratch.names()
    let policy = #"matching.policy={library:"quit.so"}"#
    let sentence = "a policy library ended the program by exit()"
    try Program.run("run", "town.json5", "--set", policy, "--out", "out", in: scratch).expectFailure(
      1, sentence)
    #expect(try scratch.names() == before)
    // A study keeps no row of such a run.
    let call = try Program.run(
      "sweep", "town.json5", "--set", policy, "--replications", "1", "--out", "study", in: scratch)
    #expect(call.status == 1 && call.errors.contains(sentence), "\(call.errors)")
    #expect(!scratch.has("study/runs.csv"))
    #expect((try? scratch.names(in: "study/runs")) ?? [] == [])
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: library), "needs the library product LeastDetour"))
  func `a library chooses like the same policy as a process`() throws {
    try scratch.write(
      PolicyPrograms.python(#"{"driver": min(m["candidates"], key=lambda c: c["detour_s"])["driver"]}"#),
      to: "least.py")
    try FileManager.default.copyItem(atPath: Self.library, toPath: scratch.path("libleast.so"))
    for (policy, out) in [
      (#"matching.policy={library:"libleast.so"}"#, "library"),
      (PolicyPrograms.python3("least.py"), "process"),
    ] {
      try Program.run("run", "town.json5", "--set", policy, "--out", out, "--quiet", in: scratch)
        .expectSuccess()
    }
    let (library, process) = (try RunResult("library", in: scratch), try RunResult("process", in: scratch))
    #expect(library.fingerprint == process.fingerprint)
    let inputs = library.manifest["inputs"] as? [[String: Any]] ?? []
    #expect(inputs.map { $0["path"] as? String } == ["libleast.so"])
    try Program.run(
      "sweep", "town.json5", "--vary", #"matching.policy=first,{library:"libleast.so"}"#, "--replications",
      "2", "--out",
      "study", "--quiet", in: scratch
    ).expectSuccess()
    #expect(Set(try Table("study/runs.csv", in: scratch).column("matching.policy")) == ["first", "libleast"])
  }
}
