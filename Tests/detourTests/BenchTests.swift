import Foundation
import JSON5
import TestSupport
import Testing

/// `detour bench` as a user and as a script meet it.
@Suite(.waitsForPrograms) struct BenchTests {
  private static let scenarios = SharedData.checkout.appending(path: "Scenarios").path
  let scratch = Scratch()

  private func bench(_ words: String...) throws -> Program.Call {
    try Program.run(["bench"] + words, in: scratch)
  }

  @Test
  func `the list has names, sizes and what is quick`() throws {
    let call = try bench("--list")
    call.expectSuccess()
    #expect(call.output.contains("* kernel/hold"))
    #expect(call.output.contains("pending events: 100 1,000 10,000 100,000 1,000,000\n"))
  }

  @Test
  func `a measurement keeps every repetition`() throws {
    let call = try bench(
      "kernel/hold", "--size", "100", "--repetitions", "3", "--out", "a", "--commit", "c0ffee")
    call.expectSuccess()
    #expect(call.output.contains("kernel/hold@100 "))
    #expect(try scratch.text("a/samples.csv").split(separator: "\n").count == 4)
    let json = try JSONSerialization.jsonObject(with: scratch.data("a/benchmark.json")) as? [String: Any]
    #expect(json?["commit"] as? String == "c0ffee")
  }

  @Test
  func `a measurement replaces no file of others`() throws {
    try scratch.write("dear", to: "a/summary.csv")
    let words = ["kernel/hold", "--size", "100", "--repetitions", "1", "--out"]
    try Program.run(["bench"] + words + ["a"], in: scratch)
      .expectFailure(65, "a/summary.csv: was not written by `detour bench`, so it is not replaced")
    #expect(try scratch.names(in: "a") == ["summary.csv"])
    #expect(try scratch.text("a/summary.csv") == "dear")
    for _ in 0..<2 { try Program.run(["bench"] + words + ["b"], in: scratch).expectSuccess() }
  }

  @Test
  func `what needs data that is not there is left out, and that is said`() throws {
    let call = try bench("run/chengdu", "--size", "1000", "--data", "nowhere", "--out", "a")
    call.expectSuccess()
    #expect(
      call.output.contains(
        "run/chengdu-carpool@1000  left out: requires nowhere/chengdu, which does not exist"))
    #expect(try scratch.text("a/benchmark.json").contains("requires nowhere/chengdu"))
  }

  @Test
  func `a program compared with itself is not worse`() throws {
    let program = Program.url.path(percentEncoded: false)
    let words = [
      "compare", program, program, "kernel/hold", "tables/csv-read", "--gates", "exact", "--scenarios",
      Self.scenarios, "--json",
    ]
    let call = try Program.run(["bench"] + words, in: scratch)
    call.expectSuccess()
    let json = try JSONSerialization.jsonObject(with: Data(call.output.utf8)) as? [String: Any]
    #expect(json?["worse"] as? String == "no")
  }

  @Test
  func `an older program can still call the worker`() throws {
    let call = try bench(
      "--worker", "kernel/hold@100", "--repetitions", "1", "--scenarios", Self.scenarios, "--data", "nowhere",
      "--census")
    call.expectSuccess()
    #expect(call.output.contains(#""benchmark":"kernel/hold""#))
    try bench("compare", "a", "b", "--census").expectFailure(
      64, "`--census` is not an option of `detour bench compare`")
    try bench("history", "h", "--pairs", "3", "--census").expectFailure(
      64, "--pairs is not an option of `detour bench history`; it is an option of `compare`, `race`")
  }

  @Test
  func `an option may stand before its verb`() throws {
    try bench("--reference", "nowhere", "results").expectFailure(65, "nowhere/replications: contains no")
  }

  @Test
  func `a history of a folder writes nothing into it`() throws {
    let words = [
      "run/network", "--repetitions", "1", "--record", "h", "--commit", "c0ffee", "--scenarios",
      Self.scenarios,
    ]
    try Program.run(["bench"] + words, in: scratch).expectSuccess()
    let before = try scratch.names(in: "h")
    try bench("history", "h").expectSuccess()
    #expect(try scratch.names(in: "h") == before && scratch.names() == ["h"])
  }

  @Test
  func `a record keeps what an earlier commit of the same day measured`() throws {
    func record(_ commit: String) throws {
      try bench("kernel/hold", "--size", "100", "--repetitions", "1", "--record", "h", "--commit", commit)
        .expectSuccess()
    }
    func commits() throws -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: try scratch.names(in: "h").map { name in
          let json = JSON(parsing: try scratch.text("h/\(name)/benchmark.json"))
          return (json?["commit"]?.words ?? "", try scratch.text("h/\(name)/samples.csv"))
        })
    }
    try record("c0ffee0000")
    let first = try commits()
    try record("decaf00000")
    #expect(try commits().keys.sorted() == ["c0ffee0000", "decaf00000"])
    #expect(try commits()["c0ffee0000"] == first["c0ffee0000"])
    // The same commit again takes its own place.
    let second = try commits()["decaf00000"]
    try record("c0ffee0000")
    #expect(try commits().keys.sorted() == ["c0ffee0000", "decaf00000"])
    #expect(try commits()["decaf00000"] == second)
  }

  /// A program that lists one benchmark and does with it what `body` says.
  private func write(_ name: String, _ body: String) throws -> String {
    let list = #"{"benchmarks":[{"name":"kernel/hold","sizes":[10000]}]}"#
    let path = scratch.path(name)
    try writeExecutable(
      "#!/bin/sh\ncase \"$*\" in *--list*) echo '\(list)'; exit 0;; esac\n\(body)\n", to: path)
    return path
  }

  @Test
  func `a head that crashes where the base did not is worse`() throws {
    let program = Program.url.path(percentEncoded: false)
    let crashing = try write("crashing", "kill -SEGV $$")
    let call = try bench("compare", program, crashing, "kernel", "--gates", "exact")
    #expect(call.status == 1)
    #expect(call.output.contains("fails, and the base does not: ended by signal 11"))
    // The other way round nobody can say what the base was like.
    let back = try bench("compare", crashing, program, "kernel", "--gates", "exact")
    #expect(back.status == 3)
    #expect(back.output.contains("worse: cannot tell"))
  }

  @Test
  func `a program without benchmarks is told apart`() throws {
    let program = Program.url.path(percentEncoded: false)
    try bench("compare", "/bin/false", program).expectFailure(
      65, "/bin/false: has no benchmarks: exit code 1")
    try bench("compare", "missing", program).expectFailure(65, "missing: cannot be read; give a file")
    try bench("compare", program).expectFailure(64, "`bench compare` expects BASE and HEAD")
    try bench("compare").expectFailure(64, "`detour bench compare` expects BASE")
    try bench("compare", program, program, "luck").expectFailure(
      65, "luck: no benchmark has this name or prefix")
  }

  @Test
  func `without valgrind, instructions are not told, which is no pass`() throws {
    let program = Program.url.path(percentEncoded: false)
    let folder = scratch.url.appending(path: "bin").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for tool in ["sh", "env"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(tool)", withDestinationPath: "/bin/\(tool)")
    }
    let call = try Program.call(
      URL(filePath: "/usr/bin/env"),
      ["PATH=" + folder, program, "bench", "compare", program, program, "--gates", "instructions"],
      in: scratch)
    #expect(call.status == 3)
    #expect(call.output.contains("valgrind: is not on the PATH: install it with `apt-get install valgrind`"))
    #expect(call.output.contains("worse: cannot tell"))
  }

  @Test(arguments: [
    (["--set", "large"], 64, "--set large: give one of small, micro, macro, all"),
    (
      ["compare", "a", "b", "--gates", "exact,tine"], 64,
      "--gates exact,tine: give some of exact, instructions, growth, time; did you mean"
    ),
    (["luck"], 65, "luck: no benchmark has this name or prefix"),
    (["--size", "7"], 64, "no benchmark matches"),
    (["--repetitions", "0"], 64, "--repetitions 0: give a whole number of at least 1"),
    (["--worker", "kernel"], 64, "--worker kernel: give NAME@SIZE"),
    (["results", "--reference", "nowhere"], 65, "nowhere/replications: contains no NAME/runs.csv"),
  ])
  func `bad input is told in a sentence`(words: [String], code: Int32, sentence: String) throws {
    try Program.run(["bench"] + words, in: scratch).expectFailure(code, sentence)
  }

  // MARK: - Results

  private func keep(_ change: (String) -> String) throws {
    try scratch.write(Town.scenario, to: "s/town.json5")
    try Program.run("sweep", "s/town.json5", "--replications", "4", "--quiet", "--out", "kept", in: scratch)
      .expectSuccess()
    try scratch.write(change(try scratch.text("kept/runs.csv")), to: "r/replications/town/runs.csv")
  }

  @Test
  func `results that are the same are the same byte for byte`() throws {
    try keep { $0 }
    let call = try bench("results", "--reference", "r", "--scenarios", "s")
    call.expectSuccess()
    #expect(call.output.contains("town: the same results, byte for byte, in all 4 replications\n"))
  }

  @Test
  func `results that changed are told by how much`() throws {
    try keep { text in
      // Another program served less, always by about as much.
      var lines = text.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      let rate = lines[0].firstIndex(of: "match_rate") ?? 0
      let print = lines[0].firstIndex(of: "fingerprint") ?? 0
      for (number, row) in lines.indices.dropFirst().enumerated() {
        let value = (Double(lines[row][rate]) ?? 0) - 0.1 - 0.001 * Double(number)
        lines[row][rate] = Substring("\(value)")
        lines[row][print] = "ff"
      }
      return lines.map { $0.joined(separator: ",") + "\n" }.joined()
    }
    let call = try bench("results", "--reference", "r", "--scenarios", "s")
    #expect(call.status == 1)
    #expect(call.output.contains("other results in 4 of 4 replications; figures that changed: 1, beyond"))
    #expect(call.output.contains("beyond the noise\n"))
    #expect(call.output.hasSuffix("results changed: yes\n"))
  }
}
