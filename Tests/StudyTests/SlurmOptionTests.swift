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
}
