import Foundation
import TestSupport
import Testing

/// Where the system grants no thread, as under `ulimit -u` or a container's limit of processes, the program goes on with the one it has.
@Suite(.waitsForPrograms, .enabled(if: LibraryPolicyTests.hasCompiler, "needs clang"))
struct NoThreadsTests {
  let scratch = Scratch()

  private static let warning = "detour: warning: the system grants no more threads"

  /// Makes the library that refuses each thread but the first `granted`.
  init() throws {
    try Town.write(to: scratch)
    try scratch.write(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <pthread.h>
      #include <stdlib.h>
      static int granted;
      int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*work)(void *), void *with) {
        const char *most = getenv("GRANTED");
        if (granted++ >= (most ? atoi(most) : 0)) return EAGAIN;
        int (*make)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = dlsym(RTLD_NEXT, "pthread_create");
        return make(thread, how, work, with);
      }
      """, to: "none.c")
    try LibraryPolicyTests.compile("none.c", to: "none.so", in: scratch)
  }

  /// The words that start the program with `granted` threads beside its first.
  private func line(_ words: [String], granted: Int = 0) -> [String] {
    [
      "--default-signal=INT,TERM", "LD_PRELOAD=" + scratch.path("none.so"), "GRANTED=\(granted)",
      Program.url.path,
    ] + words
  }

  private func call(_ words: String..., granted: Int = 0) throws -> Program.Call {
    try Program.call(URL(filePath: "/usr/bin/env"), line(words, granted: granted), in: scratch)
  }

  private func expectOneWarning(_ call: Program.Call) {
    #expect(call.status == 0, "\(call.errors)")
    #expect(call.errors.hasPrefix(Self.warning))
    #expect(call.errors.split(separator: "\n").count == 1)
  }

  @Test
  func `a run and its page are what they are with threads`() throws {
    try expectOneWarning(call("run", "town.json5", "--out", "alone", "-q"))
    try Program.run("run", "town.json5", "--out", "usual", "-q", in: scratch).expectSuccess()
    #expect(
      try RunResult("alone", in: scratch).fingerprint == RunResult("usual", in: scratch).fingerprint)
    try expectOneWarning(call("report", "usual", "--out", "alone.html"))
    try Program.run("report", "usual", "--out", "usual.html", in: scratch).expectSuccess()
    #expect(try scratch.data("alone.html") == scratch.data("usual.html"))
  }

  @Test(arguments: [0, 1, 2])
  func `a study is what it is with threads`(granted: Int) throws {
    let words = ["--vary", "matching.radius_m=300,900", "--replications", "3", "--jobs", "4", "-q", "--out"]
    let call = try Program.call(
      URL(filePath: "/usr/bin/env"), line(["sweep", "town.json5"] + words + ["alone"], granted: granted),
      in: scratch)
    #expect(call.status == 0, "\(call.errors)")
    try Program.run(["sweep", "town.json5"] + words + ["usual"], in: scratch).expectSuccess()
    #expect(try scratch.data("alone/runs.csv") == scratch.data("usual/runs.csv"))
  }

  @Test
  func `windows are decided by one thread`() throws {
    let words = [
      "--set", "matching.policy=batch", "--set", "matching.batch={window_s:30}", "--set", "supply.count=2000",
      "-q", "--threads",
    ]
    let call = try Program.call(
      URL(filePath: "/usr/bin/env"), line(["run", "town.json5"] + words + ["2", "--out", "alone"]),
      in: scratch)
    expectOneWarning(call)
    try Program.run(["run", "town.json5"] + words + ["1", "--out", "usual"], in: scratch).expectSuccess()
    #expect(
      try RunResult("alone", in: scratch).fingerprint == RunResult("usual", in: scratch).fingerprint)
  }

  @Test
  func `one learner needs no thread, and several say how many there are`() throws {
    try expectOneWarning(call("episodes", "town.json5", "-q"))
    let several = try call("episodes", "town.json5", "-q", "--lane", "0:1", "--lane", "0:1", granted: 2)
    #expect(several.status == 1)
    #expect(
      several.errors.contains("--lane: the system grants 1 thread for 2 lanes, which require one each"))
  }

  @Test
  func `a map that needs threads is not called corrupt`() throws {
    try scratch.write(
      """
      <osm version="0.6"><node id="1" lat="52" lon="13"/><node id="2" lat="52.01" lon="13.01"/>
      <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way></osm>
      """, to: "map.osm")
    let call = try call("network", "import", "map.osm", "--out", "map.network")
    #expect(call.status == 65)
    #expect(call.errors.contains("map.osm: cannot be read (reading OpenStreetMap takes threads"))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `signals end a run, and the second one a study`(signal: Int32) throws {
    try Program.run("run", "town.json5", "--out", "usual", "-q", in: scratch).expectSuccess()
    let long = ["--set", "demand.count=300000", "--set", "supply.count=300000", "--out", "long", "-q"]
    let study = ["--vary", "matching.radius_m=300,900", "--replications", "500"]
    for words in [["run", "town.json5"] + long, ["sweep", "town.json5"] + long + study] {
      let log = Scratch()
      let process = try Program.start(URL(filePath: "/usr/bin/env"), line(words), in: scratch, log: log)
      let deadline = ContinuousClock.now + .seconds(60)
      while try !log.text("errors").hasPrefix(Self.warning) {
        try #require(process.isRunning && ContinuousClock.now < deadline)
        usleep(2_000)
      }
      usleep(300_000)
      while process.isRunning, ContinuousClock.now < deadline {
        kill(process.processIdentifier, signal)
        usleep(200_000)
      }
      try #require(!process.isRunning)
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    }
  }
}
