import Foundation
import Testing

/// `detour report` on folders that it has no page for, and where its page goes.
@Suite(.waitsForPrograms) struct ReportCommandTests {
  let scratch = Scratch()

  @Test
  func `a folder that is no result, or a damaged one, is told in a sentence`() throws {
    try scratch.write("hello", to: "letters/a.txt")
    try Program.run("report", "letters", in: scratch)
      .expectFailure(
        65, "letters: is not the folder of a run, a study or benchmarks; give a folder")
    try Program.run("report", "missing", in: scratch).expectFailure(65, "missing: is not the folder of a run")
    try MadeStudy.write("study", to: scratch)
    try scratch.write("{\"plan\": 7}", to: "study/manifest.json")
    try Program.run("report", "study", in: scratch)
      .expectFailure(65, "study: manifest.json does not tell the plan of a study; the folder is damaged")
    try scratch.write("run_id,seed\nx", to: "torn/runs.csv")
    try Program.run("report", "torn", in: scratch).expectFailure(65, "torn/runs.csv")
    try scratch.write("{}", to: "history/2026-x/benchmark.json")
    try Program.run("report", "history", in: scratch)
      .expectFailure(65, "history/2026-x/benchmark.json: is not a benchmark.json of this version of detour")
    #expect(try scratch.names() == ["history", "letters", "study", "torn"])
  }

  @Test(.enabled(if: BrowserCheck.isAvailable, BrowserCheck.missing))
  func `a file that is no page of ours is never replaced`() throws {
    try MadeStudy.write("study", to: scratch)
    try Town.write(to: scratch)
    for (file, text) in [
      ("town.json5", Town.scenario), ("mine.html", "<!DOCTYPE html>\n<title>Mine</title>\n"),
    ] {
      try scratch.write(text, to: file)
      for words in [["report", "study", "--out", file], ["compare", "study", "study", "--report", file]] {
        let call = try Program.run(words, in: scratch)
        #expect(
          call.status == 65
            && call.errors.contains("\(file): cannot be written (the file there is not a page of"))
      }
      #expect(try scratch.text(file) == text)
    }
    try Program.run("report", "study", "--out", "/dev/null", in: scratch)
      .expectFailure(65, "/dev/null: cannot be written (it is not a regular file)")
    // An empty file is nobody's loss.
    try scratch.write("", to: "empty.html")
    try Program.run("report", "study", "--out", "empty.html", "--quiet", in: scratch).expectSuccess()
  }

  @Test(.enabled(if: BrowserCheck.isAvailable, BrowserCheck.missing))
  func `a page goes beside its folder, and in place of an older one`() throws {
    try MadeStudy.write("far/study", to: scratch)
    let call = try Program.run("report", "far/study/", in: scratch)
    call.expectSuccess()
    #expect(call.output == "far/study.html\n")
    let page = try scratch.text("far/study.html")
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    try scratch.write(page.replacing("</html>", with: "older"), to: "far/study.html")
    try Program.run("report", "far/study", "--quiet", in: scratch).expectSuccess()
    #expect(try scratch.text("far/study.html") == page)
    #expect(try scratch.names(in: "far") == ["study", "study.html"])
    #expect(try scratch.names(in: "far/study") == ["runs.csv", "surfaces.json"])
  }

  @Test(arguments: ["study/page.html", "study/deeper/page.html", "./study/../study/x.html"])
  func `a page never goes into its folder`(name: String) throws {
    try MadeStudy.write("study", to: scratch)
    try Program.run("report", "study", "--out", name, in: scratch)
      .expectFailure(64, "--out \(name): lies in the folder of the results")
    #expect(try scratch.names(in: "study") == ["runs.csv"])
  }

  @Test
  func `a page that cannot be written is told in a sentence`() throws {
    try MadeStudy.write("study", to: scratch)
    try Program.run("report", "study", "--out", "nowhere/page.html", in: scratch)
      .expectFailure(65, "nowhere/page.html")
  }
}
