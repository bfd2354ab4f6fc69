import Foundation
import TestSupport
import Testing

/// A study that is interrupted, shared or kept from writing ends as if nothing had happened.
@Suite(.waitsForPrograms) struct SweepResumeTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  @Test
  func `a study that is killed again and again gives the same bytes`() throws {
    try TownStudy.run(out: "whole", in: scratch).expectSuccess()
    var random = SplitMix64(seed: 5)
    var killed = 0
    while killed < 6 {
      let process = try Program.start(
        Program.url, TownStudy.words + ["--out", "killed"], in: scratch, log: Scratch())
      let moment = random.whole(0...3)
      let before = TownStudy.count("killed", in: scratch)
      // Anywhere between two finished runs, or in the midst of the beginning.
      while process.isRunning,
        TownStudy.count("killed", in: scratch) < before + moment || !scratch.has("killed/.work")
      {
        sched_yield()
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason != .uncaughtSignal { break }
      killed += 1
      // What was finished stays.
      #expect(TownStudy.count("killed", in: scratch) >= before + moment)
    }
    #expect(killed > 1)
    try TownStudy.run(out: "killed", in: scratch).expectSuccess()
    #expect(try TownStudy.content("killed", in: scratch) == TownStudy.content("whole", in: scratch))
    #expect(
      try scratch.names(in: "killed/.work") == ["study.lock", "tables.lock", "written", "written.lock"])
  }

  /// The attack of `make attack`, with a reader of packs that was written separately.
  @Test(.enabled(if: Program.hasPython))
  func `processes that are killed at any moment lose no finished run`() throws {
    let script = SharedData.checkout.appending(path: "Tests/Verifier/attack.py").path
    let call = try Program.call(
      URL(filePath: "/usr/bin/env"),
      ["python3", "-B", script, "studies", "12", "--program", Program.url.path, "--seconds", "300"],
      in: scratch)
    #expect(call.status == 0, "\(call.output)\(call.errors)")
    #expect(call.output.contains("0 failures"))
  }

  @Test
  func `two processes share a study`() throws {
    try TownStudy.run(out: "whole", in: scratch).expectSuccess()
    let logs = [Scratch(), Scratch()]
    let processes = try logs.map {
      try Program.start(Program.url, TownStudy.words + ["--out", "shared"], in: scratch, log: $0)
    }
    for (process, log) in zip(processes, logs) {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(try log.text("errors") == "")
    }
    #expect(try TownStudy.content("shared", in: scratch) == TownStudy.content("whole", in: scratch))
  }

  @Test
  func `a full disk is told, loses nothing, and the study goes on afterwards`() throws {
    try TownStudy.run(out: "whole", in: scratch).expectSuccess()
    try TownStudy.run("--shard", "1/3", out: "full", in: scratch).expectSuccess()
    let before = try scratch.names(in: "full/runs")
    // Files may not grow beyond 4 blocks of 512 bytes: as on a device that is full.
    let command =
      "LLVM_PROFILE_FILE=/dev/null; export LLVM_PROFILE_FILE; trap '' XFSZ; ulimit -f 4; exec \"$0\" \"$@\""
    let call = try Program.call(
      URL(filePath: "/bin/sh"),
      ["-c", command, Program.url.path(percentEncoded: false)] + TownStudy.words + ["--out", "full"],
      in: scratch)
    call.expectFailure(1, "full: cannot be written (File too large); finished runs are kept")
    #expect(try scratch.names(in: "full/runs") == before)
    try TownStudy.run(out: "full", in: scratch).expectSuccess()
    #expect(try TownStudy.content("full", in: scratch) == TownStudy.content("whole", in: scratch))
  }

  @Test
  func `damaged runs are made again`() throws {
    try TownStudy.run(out: "study", in: scratch).expectSuccess()
    let whole = try TownStudy.content("study", in: scratch)
    let damaged = try TownStudy.damage(3, "study", in: scratch)
    let call = try TownStudy.run(out: "study", in: scratch)
    #expect(call.status == 0)
    let pack = try TownStudy.pack("study", in: scratch)
    for id in damaged { #expect(call.errors.contains("study/runs/\(pack) (run \(id))")) }
    #expect(call.errors.contains("not as written by the program"))
    #expect(call.errors.hasSuffix("they were repeated\n"))
    #expect(try TownStudy.content("study", in: scratch) == whole)
    try TownStudy.run(out: "study", in: scratch).expectSuccess()
  }

  @Test
  func `a figure changed by hand in a file of an earlier version is noticed, and made again`() throws {
    try TownStudy.run(out: "study", in: scratch).expectSuccess()
    try TownStudy.makeFormer("study", in: scratch)
    let whole = try TownStudy.content("study", in: scratch)
    let name = try #require(try scratch.names(in: "study/runs").first)
    let text = try scratch.text("study/runs/" + name)
    try scratch.write(
      text.replacing(/0\.\d+/, with: "0.999999", maxReplacements: 1), to: "study/runs/" + name)
    let call = try TownStudy.run(out: "study", in: scratch)
    #expect(call.status == 0)
    #expect(call.errors.contains("study/runs/\(name): not as written by the program"))
    #expect(try TownStudy.content("study", in: scratch) == whole)
  }

  @Test
  func `damage to a start-up table is noticed when the study goes on`() throws {
    let words = [
      "sweep", "town.json5", "--vary", "matching.radius_m=600,1200", "--replications", "2", "--quiet",
      "--out",
      "study",
    ]
    try Program.run(words, in: scratch).expectSuccess()
    let table = try scratch.text("study/warm_up.csv")
    try TownStudy.makeFormer("study", in: scratch)
    let names = try scratch.names(in: "study/start-up").filter { !$0.contains("halves") }
    // A run that is made again counts from then on, whatever its former files contain.
    for (number, name) in names.prefix(3).enumerated() {
      let text = try scratch.text("study/start-up/" + name)
      let damaged = [text.replacing(/\d\n$/, with: "9999\n"), String(text.prefix(100)), ""][number]
      try scratch.write(damaged, to: "study/start-up/" + name)
      let call = try Program.run(words, in: scratch)
      #expect(call.status == 0)
      #expect(call.errors.contains("study/runs/\(name): not as written by the program"))
      #expect(TownStudy.count("study", in: scratch) == number + 1)
      #expect(try scratch.text("study/warm_up.csv") == table)
      try Program.run(words, in: scratch).expectSuccess()
    }
  }

  @Test
  func `a folder that is refused stays as it was`() throws {
    try scratch.write("{}", to: "app/manifest.json")
    try scratch.write("<html>", to: "app/index.html")
    try TownStudy.run(out: "app", in: scratch).expectFailure(
      65, "app/manifest.json: is not the manifest of a study")
    #expect(try scratch.names(in: "app") == ["index.html", "manifest.json"])
    try Program.run("run", "town.json5", "--out", "single", "--quiet", in: scratch).expectSuccess()
    let before = try scratch.names(in: "single")
    try TownStudy.run(out: "single", in: scratch).expectFailure(
      65, "single/manifest.json: is not the manifest of")
    #expect(try scratch.names(in: "single") == before)
  }

  @Test(arguments: [".work", "runs", "performance", "start-up", "notices", "tables", "slurm"])
  func `a link in the folder of a study leads nowhere`(name: String) throws {
    try Town.write(to: scratch)
    try scratch.write("dear", to: "mine/note.txt")
    try scratch.write("", to: "study/x")
    try FileManager.default.removeItem(atPath: scratch.path("study/x"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("study/" + name), withDestinationPath: scratch.path("mine"))
    let words = ["sweep", "town.json5", "--replications", "1", "--out", "study", "--quiet"]
    let call = try Program.run(words, in: scratch)
    #expect(call.status == 65, "\(call.errors)")
    #expect(
      call.errors.contains(
        name == "tables" ? "study: " : "study: cannot be written (`\(name)` is a symbolic link"))
    #expect(try scratch.text("mine/note.txt") == "dear" && scratch.names(in: "mine") == ["note.txt"])
  }

  @Test
  func `a link in the place of a lock, or among them, is not followed`() throws {
    try Town.write(to: scratch)
    let words = ["sweep", "town.json5", "--replications", "1", "--out", "study", "--quiet"]
    try Program.run(words, in: scratch).expectSuccess()
    try scratch.write("dear", to: "note.txt")
    for name in ["abc", "study.lock"] {
      try? FileManager.default.removeItem(atPath: scratch.path("study/.work/" + name))
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path("study/.work/" + name), withDestinationPath: scratch.path("note.txt"))
      #expect(try Program.run(words, in: scratch).status == (name == "abc" ? 0 : 65))
      #expect(try scratch.text("note.txt") == "dear")
    }
    #expect(!scratch.has("study/.work/abc"))
  }

  @Test
  func `a folder of something else is refused`() throws {
    try TownStudy.run(out: "study", in: scratch).expectSuccess()
    let whole = try TownStudy.content("study", in: scratch)
    try TownStudy.run("--set", "matching.spacing_m=100", out: "study", in: scratch)
      .expectFailure(65, "study: contains a study of another scenario (town,", "give another --out")
    let manifest = try scratch.text("study/manifest.json")
    try scratch.write(
      manifest.replacing(/"version": "[^"]*"/, with: #""version": "0.0.9""#), to: "study/manifest.json")
    try TownStudy.run(out: "study", in: scratch)
      .expectFailure(65, "study: contains a study by detour 0.0.9, but this is ")
    try scratch.write(manifest, to: "study/manifest.json")
    #expect(try TownStudy.content("study", in: scratch) == whole)
    try scratch.write("notes", to: "notes/notes.txt")
    try TownStudy.run(out: "notes", in: scratch).expectFailure(
      65, "notes: contains something other than a study")
    #expect(try scratch.names(in: "notes") == ["notes.txt"])
    try TownStudy.run("--shard", "1/2", out: "a", in: scratch).expectSuccess()
    try Program.run("merge", "study", "town.json5", "--out", "m", in: scratch).expectFailure(65, "town.json5")
    try Program.run(
      "sweep", "town.json5", "--replications", "1", "--quiet", "--out", "b", in: scratch
    ).expectSuccess()
    try Program.run("merge", "a", "b", "--out", "m", in: scratch)
      .expectFailure(65, "b: contains a shard of a different study than a")
  }

  @Test(arguments: [
    (["--vary", "matching.radus_m=1,2"], 65, "did you mean `matching.radius_m`?"),
    (["--vary", "matching.max_detour_s=1,2"], 65, "did you mean `matching.limits.max_detour_s`?"),
    (
      ["--vary", "matching.radius_m=-1,5,-2"], 65, "--vary matching.radius_m=-2: matching.radius_m: found -2"
    ),
    (["--vary", "matching.radius_m=500:100:3"], 65, "the range 500:100 of `matching.radius_m` is empty"),
    (["--vary", "matching.radius_m=100:500"], 65, "a grid requires the number of values"),
    (["--vary", "matching.policy=luck,first"], 65, "found \"luck\", which is not a valid choice"),
    (["--vary", "name=a,b"], 65, "the points name = a and name = b give identical runs"),
    (["--vary", "replication=0,1"], 64, "`replication` cannot vary: a study numbers"),
    (
      ["--vary", "seed=1,2"], 64,
      "`seed` cannot vary: each replication uses different random numbers"
    ),
    (
      ["--vary", "demand.count=1,2", "--vary", "demand.count=3,4"], 64, "`demand.count` is varied twice"
    ),
    (
      ["--design", "star", "9", "--vary", "demand.count=1:9"], 64,
      "--design star 9: give lhs, sobol, morris or saltelli"
    ),
    (
      ["--design", "lhs", "many", "--vary", "demand.count=1:9"], 64,
      "--design lhs many: give the number of points"
    ),
    (
      ["--design", "morris", "0", "--vary", "demand.count=1:9"], 64,
      "give the number of trajectories, from 1 to 10000"
    ),
    (
      ["--design", "morris", "2", "--design-levels", "5", "--vary", "demand.count=1:9"], 64,
      "--design-levels 5: give an even number, such as 4"
    ),
    (["--design-levels", "4"], 64, "--design-levels requires --design morris N"),
    (
      ["--design", "morris", "9", "--vary", "demand.count=1"], 64,
      "`demand.count` has only one value; the design `morris`"
    ),
    (
      ["--design", "saltelli", "9", "--vary", "demand.count=1"], 64,
      "`demand.count` has only one value; the design `saltelli`"
    ),
    (["--design", "lhs", "9"], 64, "the design `lhs` draws points, but no field varies"),
    (["--design", "lhs"], 64, "--design requires a value: --design KIND N"),
    (["--shard", "4/3"], 64, "--shard 4/3: give I/N with I from 1 to N"),
    (["--shard", "0/3"], 64, "--shard 0/3: give I/N"),
    (["--only", "0123456789abcdef"], 65, "--only 0123456789abcdef: is not a run of this study"),
    (["--precision", "0"], 64, "--precision 0: give a number above 0"),
    (["--precision", "0.1", "--precision-of", "luck"], 64, "--precision-of luck: give a figure"),
    (["--precision", "0.1", "--replications", "1"], 64, "an interval requires at least two replications"),
    (["--max-replications", "9"], 64, "--max-replications requires --precision"),
    (["--jobs", "0"], 64, "--jobs 0: give a whole number from 1"),
  ])
  func `what is wrong is told in a sentence`(words: [String], code: Int32, sentence: String) throws {
    try Program.run(["sweep", "town.json5", "--out", "out"] + words, in: scratch)
      .expectFailure(code, sentence)
    #expect(!scratch.has("out/runs.csv"))
  }
}
