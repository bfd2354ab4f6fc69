import Foundation
import Testing

/// A run that cannot be finished leaves nothing half-made.
struct RunFailureTests {
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
      "LLVM_PROFILE_FILE=/dev/null; export LLVM_PROFILE_FILE; trap '' XFSZ; ulimit -f 16;"
      + " exec \"$0\" run town.json5 --seed 9 --out out --force"
    let call = try Program.call(
      URL(filePath: "/bin/sh"), ["-c", command, Program.url.path(percentEncoded: false)], in: scratch)
    call.expectFailure(65, "out: cannot be written (File too large)")
    #expect(!call.errors.contains(".partial"))
    #expect(try scratch.names() == ["out", "town.json5"])
    #expect(try RunResult("out", in: scratch).tables() == before)
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
