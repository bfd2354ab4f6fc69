import Foundation
import TestSupport
import Testing

/// What `detour progress` says of a study, and runs that are taken over from one.
@Suite(.waitsForPrograms) struct ProgressTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  @Test
  func `shards that are run by hand are counted together`() throws {
    try TownStudy.run("--shard", "1/3", out: "a", in: scratch).expectSuccess()
    try TownStudy.run("--shard", "3/3", out: "b", in: scratch).expectSuccess()
    let call = try Program.run("progress", "a", "b", in: scratch)
    call.expectSuccess()
    #expect(call.output.contains("66.7\u{A0}% \u{A0}8 of 12 runs\n"))
    #expect(call.output.contains("shards       2 folders\n"))
    let json = try Program.run("progress", "a", "--json", in: scratch)
    json.expectSuccess()
    for member in [#""finished": 4"#, #""total": 12"#, #""complete": false"#, #""array_job": null"#] {
      #expect(json.output.contains(member))
    }
  }

  @Test
  func `a whole study is complete, and says nothing of a pace`() throws {
    try TownStudy.run(out: "whole", in: scratch).expectSuccess()
    let call = try Program.run("progress", "whole", in: scratch)
    #expect(call.output.split(separator: "\n").count == 2)
    #expect(try Program.run("progress", "whole", "--json", in: scratch).output.contains(#""complete": true"#))
  }

  @Test
  func `a log does not say that reading goes on while a long run is under way`() throws {
    // A market that reports nothing before the end of a run, and one that does; each of their runs takes a while.
    for (name, words) in [
      ("orders.json5", ["--set", "time.duration_s=1209600"]),
      ("town.json5", ["--set", "demand.count=600", "--set", "supply.count=600"]),
    ] {
      let scenario =
        name == "town.json5" ? name : SharedData.checkout.appending(path: "Scenarios/" + name).path
      let call = try Program.call(
        URL(filePath: "/usr/bin/env"),
        ["DETOUR_PROGRESS_S=0.005", Program.url.path(percentEncoded: false), "sweep", scenario] + words
          + ["--replications", "1", "--jobs", "1", "--out", "long-" + name], in: scratch)
      #expect(call.status == 0, "\(call.errors)")
      let lines = call.errors.split(separator: "\n")
      let begun = lines.firstIndex { $0.hasPrefix("progress: 0 of 1 runs") }
      #expect(begun != nil, "\(name) took no time: \(call.errors)")
      #expect(!lines[(begun ?? 0)...].contains { $0.contains("still ") }, "\(call.errors)")
    }
  }

  @Test
  func `the pace is that of the runs of late`() throws {
    try TownStudy.run("--shard", "1/2", out: "a", in: scratch).expectSuccess()
    let fresh = try Program.run("progress", "a", in: scratch)
    #expect(fresh.output.contains("runs/s over the last "))
    // Of an earlier version, whose runs are as old as their files.
    try TownStudy.makeFormer("a", in: scratch)
    for (number, name) in try scratch.names(in: "a/runs").enumerated() {
      // Of six, two are older than what is looked at.
      let age: TimeInterval = number < 2 ? 3600 : 100
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: scratch.path("a/runs/" + name))
    }
    let call = try Program.run("progress", "a", in: scratch)
    #expect(call.output.contains("pace         0.01 runs/s over the last 10 min 00 s\n"))
    // Six are missing at four in 600 s.
    #expect(call.output.contains("left         about 15 min 00 s\n"))
  }

  @Test
  func `what is no study, or another one, is told`() throws {
    try Program.run("progress", "nowhere", in: scratch).expectFailure(65, "nowhere: contains something other")
    try TownStudy.run("--shard", "1/3", out: "a", in: scratch).expectSuccess()
    try Program.run(
      "sweep", "town.json5", "--replications", "1", "--quiet", "--out", "b", in: scratch
    ).expectSuccess()
    try Program.run("progress", "a", "b", in: scratch).expectFailure(
      65, "b: contains a shard of a different study")
  }

  @Test
  func `runs of another folder are taken over, not repeated`() throws {
    try TownStudy.run(out: "whole", in: scratch).expectSuccess()
    try TownStudy.run("--shard", "1/2", out: "half", in: scratch).expectSuccess()
    try TownStudy.run("--reuse", "half", out: "all", in: scratch).expectSuccess()
    #expect(try TownStudy.content("all", in: scratch) == TownStudy.content("whole", in: scratch))
    let half = try scratch.text("half/performance.csv").split(separator: "\n")
    let all = try scratch.text("all/performance.csv").split(separator: "\n")
    #expect(half.count == 7 && Set(half).isSubset(of: all))
    try TownStudy.run("--reuse", "nowhere", out: "other", in: scratch)
      .expectFailure(65, "nowhere: contains something other than a study")
  }

  @Test
  func `where the file system has no locks a study is the same`() throws {
    try TownStudy.run(out: "whole", in: scratch).expectSuccess()
    let source = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <stdarg.h>
      int flock(int file, int kind) { (void)file; (void)kind; errno = ENOSYS; return -1; }
      int fcntl(int file, int command, ...) {
        va_list list;
        va_start(list, command);
        void *word = va_arg(list, void *);
        va_end(list);
        /* F_OFD_GETLK, F_OFD_SETLK and F_OFD_SETLKW */
        if (command >= 36 && command <= 38) { errno = ENOLCK; return -1; }
        int (*real)(int, int, void *) = (int (*)(int, int, void *))dlsym(RTLD_NEXT, "fcntl");
        return real(file, command, word);
      }
      int fcntl64(int file, int command, void *word) { return fcntl(file, command, word); }

      """
    try scratch.write(source, to: "flock.c")
    let compiler = ["clang", "-shared", "-fPIC", "-o", scratch.path("flock.so"), scratch.path("flock.c")]
    let made = try Program.call(URL(filePath: "/usr/bin/env"), compiler, in: scratch)
    try #require(made.status == 0, "\(made.errors)")
    let words =
      ["LD_PRELOAD=" + scratch.path("flock.so"), Program.url.path(percentEncoded: false)] + TownStudy.words
    for run in 1...2 {
      try Program.call(
        URL(filePath: "/usr/bin/env"), words + ["--out", "unlocked"] + (run == 1 ? ["--shard", "1/2"] : []),
        in: scratch
      ).expectSuccess()
      // No pack is continued where nobody knows whether another process writes to it.
      #expect(try scratch.names(in: "unlocked/runs").count == 2 * run)
    }
    #expect(try TownStudy.content("unlocked", in: scratch) == TownStudy.content("whole", in: scratch))
  }
}
