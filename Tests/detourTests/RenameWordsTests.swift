import Foundation
import TestSupport
import Testing

/// Kept results of an earlier version under the names of this one.
@Suite(.waitsForPrograms, .enabled(if: Program.hasPython))
struct RenameWordsTests {
  let scratch = Scratch()

  @Test
  func `figures, causes and fates get their names, and all else stays`() throws {
    try scratch.write("{\n  \"market\": \"carpool\"\n}\n", to: "old/manifest.json")
    try scratch.write(
      "run_id,seed,cause.left_over,asks_per_window.mean,fingerprint\naa,1,3,left_over,ff\n",
      to: "old/runs.csv")
    try scratch.write("metric,value\nasks_per_window,2\nasked,1\n", to: "old/summary.csv")
    try scratch.write("cause,fate\nleft_over,changed\ndeclined,rematched\n", to: "old/transfers.csv")
    let script = SharedData.checkout.appending(path: "Scripts/rename_words.py").path
    func rename() throws -> Int32 {
      try Program.call(URL(filePath: "/usr/bin/env"), ["python3", script, "old", "new"], in: scratch).status
    }
    #expect(try rename() == 0)
    #expect(
      try scratch.text("new/runs.csv")
        == "run_id,seed,cause.unassigned,requests_per_window.mean,fingerprint\naa,1,3,left_over,ff\n")
    #expect(try scratch.text("new/summary.csv") == "metric,value\nrequests_per_window,2\nasked,1\n")
    #expect(
      try scratch.text("new/transfers.csv") == "cause,fate\nunassigned,transferred\ndeclined,rematched\n")
    // What is there already is not written over.
    #expect(try rename() == 1)
  }
}
