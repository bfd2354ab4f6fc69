import Foundation
import JSON5
import TestSupport
import Testing

/// Studies under Slurm: on a cluster that is started for the test, and before commands that only write down what they are told.
@Suite(.waitsForPrograms) struct SlurmTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  @Test
  func `on a cluster kills, requeues, drained nodes and failures end as if nothing had happened`()
    async throws
  {
    let call = try await SlurmCluster.test(Program.url, in: scratch)
    if call.status == SlurmCluster.cannotStart { try Test.cancel("\(call.errors)") }
    #expect(call.status == 0, "\(call.output)\(call.errors)")
  }

  @Test
  func `without Slurm a sentence says what to do`() throws {
    try call(["--slurm", "2"], path: "/nowhere")
      .expectFailure(1, "sbatch is not on the PATH", "detour sweep … --shard 1/N", "detour merge")
    #expect(!scratch.has("out"))
  }

  @Test(arguments: [
    (["--slurm", "0"], "--slurm 0: give a whole number from 1 to 100000"),
    (["--slurm", "2", "--shard", "1/2"], "--slurm distributes all runs itself; leave --shard out"),
    (["--slurm", "2", "--only", "abc"], "leave --only out"),
    (["--slurm", "2", "--progress", "json"], "and use `detour progress DIR --json`"),
    (["--slurm-option", "--time=1"], "--slurm-option requires --slurm N"),
    (["--slurm", "2", "--slurm-option", "--comment='x"], "unclosed quote"),
    (
      ["--slurm", "2", "--slurm-option", "-p x --array=1-9"],
      "--slurm-option --array=1-9: detour sets this option itself"
    ),
    (["--slurm", "2", "--slurm-option", "-a1"], "--slurm-option -a1: detour sets this option itself"),
  ])
  func `what cannot be submitted is told`(words: [String], sentence: String) throws {
    try call(words, path: "/usr/bin:/bin").expectFailure(64, sentence)
  }

  @Test
  func `every word reaches sbatch and the shards as it was written`() throws {
    try commands(queued: "")
    let call = try call(
      ["--slurm", "5", "--jobs", "2", "--slurm-option", "--comment='it is' -p x", "--design", "lhs", "7"])
    #expect(call.status == 0, "\(call.errors)")
    #expect(call.output.contains("submitted    5 shards as job 41, the merge behind them as job 42"))
    let here = scratch.url.resolvingSymlinksInPath().path(percentEncoded: false).trimmed
    let logs = here + "/a study's/slurm/logs"
    let told = try scratch.text("told").split(separator: "\n").map(String.init)
    let common = ["--parsable", "--chdir=" + here]
    #expect(
      told == common + [
        "--output=\(logs)/shard-%a.log", "--comment=it is", "-p", "x", "--array=1-5",
        here + "/a study's/slurm/shard.sh", "--",
      ] + common + [
        "--output=\(logs)/merge.log", "--comment=it is", "-p", "x", "--cpus-per-task=1",
        "--dependency=afterany:41", here + "/a study's/slurm/merge.sh", "--",
      ])
    let script = try scratch.text("a study's/slurm/shard.sh")
    #expect(script.contains("#SBATCH --cpus-per-task=2\n"))
    #expect(script.contains(#"study='\#(here)/a study'\''s'"#))
    #expect(
      script.contains("sweep --vary matching.radius_m=600:1200 --design lhs 7 --set 'name=it'\\''s $here'"))
    for name in ["shard.sh", "merge.sh", "submit.sh"] {
      let words = ["-n", scratch.path("a study's/slurm/" + name)]
      #expect(try Program.call(URL(filePath: "/bin/sh"), words, in: scratch).status == 0)
    }
    #expect(try scratch.text("a study's/slurm/jobs.json").contains(#""array_job": "41""#))
    // While the jobs are there nothing is submitted twice.
    try commands(queued: "41 3 RUNNING\n42 N/A PENDING\n")
    let again = try self.call(["--slurm", "5", "--design", "lhs", "7"])
    #expect(again.output.hasPrefix("under way    as job 41, merged by job 42; nothing was submitted\n"))
    #expect(again.output.contains("shards       5: 1 running, 4 stopped\n"))
    #expect(again.output.contains("merge        pending, job 42\n"))
    // Programs are told the same as by `detour progress`.
    let forPrograms = try self.call(["--slurm", "5", "--design", "lhs", "7", "--json"])
    let status = try #require(JSON(parsing: forPrograms.output))
    #expect(status["array_job"]?.words == "41" && status["total"]?.whole == 21)
    #expect(try scratch.text("told").split(separator: "\n").map(String.init) == told)
  }

  @Test
  func `there are no more shards than runs`() throws {
    try commands(queued: "")
    let call = try call(["--slurm", "900", "--design", "lhs", "7"])
    #expect(call.output.contains("submitted    21 shards"))
  }

  @Test
  func `a folder of something else stays as it was`() throws {
    try commands(queued: "")
    try scratch.write("notes", to: "a study's/notes.txt")
    try call(["--slurm", "2", "--design", "lhs", "7"])
      .expectFailure(65, "a study's: contains something other than a study")
    #expect(try scratch.names(in: "a study's") == ["notes.txt"])
    #expect(!scratch.has("told"))
  }

  /// A sweep of 21 runs with `words` where the commands of Slurm are those in `bin`.
  private func call(_ words: [String], path: String? = nil) throws -> Program.Call {
    let sweep = [
      "sweep", "town.json5", "--set", "name=it's $here", "--vary", "matching.radius_m=600:1200",
      "--replications", "3", "--out", path == nil ? "a study's" : "out",
    ]
    let assignment = "PATH=" + (path ?? scratch.path("bin") + ":/usr/bin:/bin")
    return try Program.call(
      URL(filePath: "/usr/bin/env"),
      [assignment, Program.url.path(percentEncoded: false)] + sweep + words, in: scratch)
  }

  /// Writes commands of Slurm that take everything, and a queue that holds `queued`.
  private func commands(queued: String) throws {
    try scratch.write(queued, to: "queued")
    let told = scratch.path("told")
    let texts = [
      "sbatch": "printf '%s\\n' \"$@\" -- >>'\(told)'; echo $((41 + $(grep -c '^--$' '\(told)') - 1))",
      "squeue": "cat '\(scratch.path("queued"))'", "scontrol": ":", "scancel": ":",
    ]
    for (name, text) in texts {
      try writeExecutable("#!/bin/sh\n\(text)\n", to: scratch.path("bin/" + name))
    }
  }
}

extension String {
  /// The path without a slash at its end.
  fileprivate var trimmed: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}

/// The cluster that `Tests/Cluster/test_slurm.py` starts.
enum SlurmCluster {
  /// The exit code of the script where a cluster cannot be started; it says why.
  static let cannotStart: Int32 = 77

  /// Runs the script with `program`, on a thread of its own: most of the time it waits, and other tests go on.
  static func test(_ program: URL, in scratch: Scratch) async throws -> Program.Call {
    let script = SharedData.checkout.appending(path: "Tests/Cluster/test_slurm.py").path
    let words = ["python3", "-B", script, program.path(percentEncoded: false)]
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result { try Program.call(URL(filePath: "/usr/bin/env"), words, in: scratch) })
      }
    }
  }
}
