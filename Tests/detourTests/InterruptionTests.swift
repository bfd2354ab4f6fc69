import Foundation
import Testing

/// A study that is asked to stop says what is done, loses nothing, and goes on with the same command.
@Suite(.waitsForPrograms) struct InterruptionTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  private static let sweep = [
    "sweep", "town.json5", "--vary", "matching.radius_m=300:1500:6", "--replications", "200", "--out",
    "study",
    "--jobs", "2",
  ]
  private static let tune = [
    "tune", "town.json5", "--vary", "matching.radius_m=300:1500:6", "--replications", "200", "--budget",
    "1200",
    "--maximise", "match_rate", "--out", "study", "--jobs", "2",
  ]

  /// Starts `words`, and sends `signals` once runs are there; answers the signal that ended the program, and what it said.
  private func interrupted(_ words: [String], by signals: [Int32]) throws -> (signal: Int32, errors: String) {
    let log = Scratch()
    let process = try Program.start(
      // As at a prompt, even where the tests run in the background.
      URL(filePath: "/usr/bin/env"), ["--default-signal=INT,TERM", Program.url.path] + words, in: scratch,
      log: log)
    try waitForRuns(2, process)
    for signal in signals { kill(process.processIdentifier, signal) }
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(try log.text("output") == "")
    return (process.terminationStatus, try log.text("errors"))
  }

  private func waitForRuns(_ count: Int, _ process: Process) throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while TownStudy.count("study", in: scratch) < count {
      try #require(process.isRunning && ContinuousClock.now < deadline)
      usleep(2_000)
    }
  }

  private func runs() -> Int { TownStudy.count("study", in: scratch) }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a sweep finishes the runs in hand, says how many there are, and ends of the signal`(signal: Int32)
    throws
  {
    let end = try interrupted(Self.sweep, by: [signal])
    #expect(end.signal == signal)
    let told = try #require(
      end.errors.wholeMatch(
        of: /detour: interrupted: ([0-9]+) of 1200 runs are done; the same command resumes the rest\n/)
    )
    #expect(Int(told.1) == runs())
    // The tables are those of what is there.
    #expect(try scratch.text("study/runs.csv").split(separator: "\n").count == runs() + 1)
    #expect(try leftovers() == [])
    // The same command, asked for less so that it ends soon.
    let before = runs()
    let again = try Program.run(Self.sweep.map { $0 == "200" ? "2" : $0 } + ["--quiet"], in: scratch)
    again.expectSuccess()
    #expect(runs() >= before)
    try Program.run(
      Self.sweep.map { $0 == "200" ? "2" : $0 == "study" ? "whole" : $0 } + ["--quiet"], in: scratch
    ).expectSuccess()
    #expect(try scratch.data("study/summary.csv") == scratch.data("whole/summary.csv"))
  }

  @Test
  func `a tune stops likewise`() throws {
    let end = try interrupted(Self.tune, by: [SIGINT])
    #expect(end.signal == SIGINT)
    #expect(
      end.errors.contains(/detour: interrupted: [0-9]+ of 1200 runs are done; the same command resumes/))
    #expect(!scratch.has("study/tune.json"))
    #expect(try leftovers() == [])
  }

  @Test
  func `the second signal ends the program at once, and nothing is half-written`() throws {
    let end = try interrupted(Self.sweep, by: [SIGINT, SIGTERM])
    #expect([SIGINT, SIGTERM].contains(end.signal))
    #expect(try scratch.data("study/runs/" + TownStudy.pack("study", in: scratch)).last == UInt8(ascii: "\n"))
    try Program.run(Self.sweep.map { $0 == "200" ? "2" : $0 } + ["--quiet"], in: scratch).expectSuccess()
  }

  /// Whether the process `number` has ended, or does within a while.
  private func ends(_ number: Substring) -> Bool {
    for _ in 0..<20_000 {
      let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
      // Who is dead and not fetched by anybody is still in the list.
      guard let status, !status.contains(") Z ") else { return true }
      usleep(1_000)
    }
    return false
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func `a run that is ended takes its policy, and all that started, with it`(signal: Int32) throws {
    let policy = PolicyPrograms.shell(
      "sleep 1000 >/dev/null 2>&1 & echo $! $$ > pids.new; mv pids.new pids; read attempt; sleep 1000")
    let log = Scratch()
    let process = try Program.start(
      URL(filePath: "/usr/bin/env"),
      [
        "--default-signal=INT,TERM,HUP", Program.url.path, "run", "town.json5", "--set", policy, "--out",
        "out",
      ],
      in: scratch, log: log)
    let deadline = ContinuousClock.now + .seconds(120)
    while !scratch.has("pids") {
      try #require(process.isRunning && ContinuousClock.now < deadline)
      usleep(2_000)
    }
    #expect(try scratch.names().contains { $0.hasSuffix(".partial") })
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    for number in try scratch.text("pids").split(whereSeparator: \.isWhitespace) { #expect(ends(number)) }
    #expect(try log.text("errors") == "")
    // A kill leaves what nobody else could remove then, to the next writer, whatever that writes.
    if signal == SIGKILL {
      try Program.run("run", "town.json5", "--out", "other", "-q", in: scratch).expectSuccess()
    }
    #expect(try scratch.names().filter { $0.hasSuffix(".partial") } == [])
  }

  /// Files that are not whole.
  private func leftovers() throws -> [String] {
    let files = FileManager.default.enumerator(atPath: scratch.path("study"))
    return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".partial") }
  }
}
