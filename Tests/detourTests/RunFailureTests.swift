import Foundation
import TestSupport
import Testing

/// A run that cannot be finished leaves nothing half-made.
@Suite(.waitsForPrograms) struct RunFailureTests {
  let scratch = Scratch()

  @Test
  func `a killed run leaves nothing under the final name, and the next one clears up`() throws {
    try Town.write(to: scratch)
    let log = Scratch()
    // Seconds long, so that the signal comes in the middle of it.
    let process = try Program.start(
      Program.url,
      [
        "run", "town.json5", "--out", "out", "--set", "supply.count=2", "--set",
        "demand.count=50000",
      ], in: scratch, log: log)
    while try scratch.names() == ["town.json5"], process.isRunning {
      // Not a suspension: where other tests block the threads, it would end long after the run has.
      usleep(1000)
    }
    #expect(process.isRunning)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(!scratch.has("out"))
    #expect(try scratch.names().count { $0.hasSuffix(".partial") } == 1)
    try Program.run("run", "town.json5", "--out", "out", "--quiet", in: scratch).expectSuccess()
    #expect(try scratch.names() == ["out", "town.json5"])
  }

  @Test
  func `results that cannot be written to the end are told, and the old ones stay`() throws {
    try Town.write(to: scratch)
    try Program.run("run", "town.json5", "--out", "out", "--quiet", in: scratch).expectSuccess()
    let before = try RunResult("out", in: scratch).tables()
    // Files may not grow beyond 16 blocks of 512 bytes: as on a device that is full. Where coverage is measured
    // its file must not be the one that finds out.
    let command =
      "LLVM_PROFILE_FILE=/dev/null; export LLVM_PROFILE_FILE; ulimit -f 16;"
      + " exec \"$0\" run town.json5 --seed 9 --out out --force"
    let call = try Program.call(
      URL(filePath: "/bin/sh"), ["-c", command, Program.url.path(percentEncoded: false)], in: scratch)
    call.expectFailure(1, "out: cannot be written (File too large)")
    #expect(!call.errors.contains(".partial"))
    #expect(try scratch.names() == ["out", "town.json5"])
    #expect(try RunResult("out", in: scratch).tables() == before)
  }

  @Test(arguments: 4...10)
  func `too few files that may be open are told`(limit: Int) throws {
    try Town.write(to: scratch)
    let command = "ulimit -n \(limit); exec \"$0\" run town.json5 --out out --quiet"
    let call = try Program.call(
      URL(filePath: "/bin/sh"), ["-c", command, Program.url.path(percentEncoded: false)], in: scratch)
    call.expectFailure(1, "the system limits this program to fewer than ", "raise the limit")
    #expect(try scratch.names() == ["town.json5"])
  }

  @Test
  func `force replaces no study, no folder with other files, and not where the scenario lies`() throws {
    try Town.write(to: scratch)
    func run(_ folder: String) throws -> Program.Call {
      try Program.run("run", "town.json5", "--out", folder, "--force", "--quiet", in: scratch)
    }
    try TownStudy.run(out: "study", in: scratch).expectSuccess()
    let study = try TownStudy.content("study", in: scratch)
    try run("study").expectFailure(
      65, "study: --force replaces only the results of a run", "contains a study")
    #expect(try TownStudy.content("study", in: scratch) == study)
    try run("out").expectSuccess()
    try run("out").expectSuccess()
    try scratch.write("dear", to: "out/notes.txt")
    try run("out").expectFailure(
      65, "contains `notes.txt`, which no run writes; move that away, or give another --out")
    #expect(try scratch.text("out/notes.txt") == "dear")
    try run(".").expectFailure(65, "--force replaces only the results of a run")
    #expect(try scratch.names() == ["out", "study", "town.json5"])
  }

  @Test
  func `whenever a run that replaces is killed, the old or the new folder stands whole`() throws {
    try Line.write(to: scratch)
    let words = ["run", "line.json5", "--out", "out", "--force", "--quiet"]
    var contents: Set<[String: Data]> = []
    for seed in ["1", "2"] {
      try Program.run(words + ["--seed", seed], in: scratch).expectSuccess()
      contents.insert(try RunResult("out", in: scratch).tables())
    }
    var random = SplitMix64(seed: 11)
    var killed = 0
    for number in 0..<40 {
      let process = try Program.start(
        Program.url, words + ["--seed", number % 2 == 0 ? "1" : "2"], in: scratch, log: Scratch())
      // The whole run takes some ten milliseconds: anywhere in it.
      usleep(UInt32(random.whole(0...40)) * 1000)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal { killed += 1 }
      #expect(contents.contains(try RunResult("out", in: scratch).tables()))
    }
    #expect(killed > 0)
    try Program.run(words, in: scratch).expectSuccess()
    #expect(try scratch.names().filter { $0.hasPrefix(".") } == [])
  }

  @Test
  func `a run that goes on for ages writes no endless time series`() throws {
    try Line.write(to: scratch)
    let call = try Program.run(
      "run", "line.json5", "--out", "out", "--set", "matching.radius_m=1", "--set",
      "matching.retry_interval_s=100000000", "--set", "behaviour.patience_s=null", "--set",
      "results.interval_s=0.1", in: scratch)
    call.expectFailure(
      65, "results.interval_s: the run ended at 2", "give a longer interval, or a time.horizon_s")
    #expect(try scratch.names() == ["drivers.csv", "line.json5", "requests.csv"])
  }

  @Test
  func `a place where nothing can be written is told before the run`() throws {
    try Line.write(to: scratch)
    let below = try Program.run("run", "line.json5", "--out", "line.json5/out", in: scratch)
    below.expectFailure(65, "line.json5/out: cannot be written")
    #expect(try scratch.names() == ["drivers.csv", "line.json5", "requests.csv"])
  }

  @Test
  func `a reader that goes away early is no fault of ours`() throws {
    let call = try Program.call(
      URL(filePath: "/bin/sh"),
      ["-c", "\"$0\" columns | head -n 1", Program.url.path(percentEncoded: false)], in: scratch)
    #expect(call.status == 0)
    #expect(call.errors == "")
    #expect(call.output.split(separator: "\n").count == 1)
  }
}
