import Foundation
import Quoting
import TestSupport
import Testing

@testable import Study

/// What users may tell `sbatch`, and what only the program may.
struct SlurmOptionTests {
  @Test(arguments: [
    "-a", "-a1", "-a=1", "-a1-9%2", "-Ha1", "-vva1", "--array", "--array=1-9", "--arr", "--ar=1", "-W", "-WH",
    "-HW",
    "--wait", "--wai", "--wrap=id", "--wr", "--parsable", "--pars", "--test-only", "--test", "-h", "-Qh",
    "--help", "-V",
    "--version", "--vers", "--usage", "--",
  ])
  func `an option of ours is seen however it is written`(word: String) { #expect(SlurmScripts.isOwn(word)) }

  @Test(arguments: [
    "--partition=a", "--partition", "-pa", "-p", "a", "-", "", "--time=1:00", "-t1", "--mem=4G", "-Aarray",
    "-JWa", "-HJa",
    "--wait-all-nodes=1", "--account=array", "--comment=--array", "--comment=it is", "--verbose", "-v",
    "--hold", "-H",
    "--nice", "--exclusive",
  ])
  func `options of the user pass`(word: String) { #expect(!SlurmScripts.isOwn(word)) }

  @Test(arguments: Graphemes.behind)
  func `an option of ours is seen where its value begins with a mark`(mark: String) {
    #expect(SlurmScripts.isOwn("--wrap=\(mark)id") && SlurmScripts.isOwn("--arr=\(mark)"))
    #expect(!SlurmScripts.isOwn("--comment=\(mark)--array"))
  }

  /// Folders, words and options so named ran commands at submission and in the shards.
  @Test
  func `whatever a study is called, its scripts run nothing but sbatch and the program`() throws {
    try withScratchFolder { folder in
      let names = ["'", "\"", "`", "$", "\n", "%", "#"].flatMap {
        Graphemes.hiding("$(touch \(folder)/PWNED);touch \(folder)/PWNED;", between: $0, and: $0)
      }
      for name in names {
        let scripts = SlurmScripts(
          name: name, program: folder + "/told", words: ["sweep", name, "--set", name],
          workingFolder: "/w" + name,
          study: "/s" + name, shards: 2, jobs: 1, options: ["--comment=" + name])
        // Both write down what they are told.
        let told = "#!/bin/sh\nprintf '%s\\0' \"$@\" >>\(folder)/words\n"
        for file in ["sbatch", "told"] {
          try writeExecutable(told, to: folder + "/" + file)
        }
        try scripts.submission.text.write(toFile: folder + "/submit.sh", atomically: false, encoding: .utf8)
        try scripts.merge.text.write(toFile: folder + "/merge.sh", atomically: false, encoding: .utf8)
        let call = "rm -f words; PATH=\(folder):$PATH; sh submit.sh && sh merge.sh"
        let ran = try shell(call, in: folder)
        #expect(ran.code == 0, "\(ran.output)")
        let words = try Array(Data(contentsOf: URL(filePath: folder + "/words"))).split(separator: 0).map(
          Array.init)
        let logs = ("/s" + name).replacingScalars(["%": "%%"]) + "/slurm/logs/"
        let common = ["--parsable", "--chdir=/w" + name]
        let options = ["--comment=" + name]
        let expected =
          common + ["--output=\(logs)shard-%a.log"] + options + ["--array=1-2", "/s\(name)/slurm/shard.sh"]
          + common
          + ["--output=\(logs)merge.log"] + options
          + ["--cpus-per-task=1", "--dependency=afterany:", "/s\(name)/slurm/merge.sh"] + [
            "merge", "/s" + name,
          ]
        #expect(words == expected.map { Array($0.utf8) })
        #expect(try !TestSupport.names(in: folder).contains("PWNED"))
        // Slurm reads these lines itself, up to the first command.
        let head = Array(scripts.shard.text.utf8).split(separator: UInt8(ascii: "\n")).prefix {
          $0.first == UInt8(ascii: "#")
        }
        #expect(head.count == 8, "nothing of the name is among them")
      }
    }
  }
}
