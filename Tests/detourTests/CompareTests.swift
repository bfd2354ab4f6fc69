import Foundation
import JSON5
import Testing

@Suite(.waitsForPrograms) struct CompareTests {
  let scratch = Scratch()

  @Test
  func `two runs are shown with their differences, and are too few`() throws {
    try Line.write(to: scratch)
    try Program.run("run", "line.json5", "--out", "wide", "--quiet", in: scratch).expectSuccess()
    try Program.run(
      "run", "line.json5", "--set", "matching.radius_m=1", "--out", "narrow", "--quiet", in: scratch
    ).expectSuccess()
    let call = try Program.run("compare", "wide", "narrow", in: scratch)
    #expect(call.status == 3 && call.errors == "")
    #expect(call.output.hasPrefix("A  wide\nB  narrow\n"))
    let row = try #require(call.output.split(separator: "\n").first { $0.hasPrefix("match_rate") })
    #expect(
      row.split(separator: " ").map(String.init).prefix(4) == [
        "match_rate", "66.7\u{A0}%", "33.3\u{A0}%", "-33.33\u{A0}points",
      ])
    #expect(row.hasSuffix("1  too few runs"))
    let alone = try Program.run("compare", "wide", "narrow", "--figure", "coverage", in: scratch)
    alone.expectFailure(65, "wide: has no value of coverage in any run; choose another figure")
  }

  @Test
  func `the exit code says whether B is worse`() throws {
    try MadeStudy.write("study", to: scratch)
    func status(_ a: String, _ b: String, _ more: String...) throws -> Int32 {
      try Program.run(["compare", "study", "--a", a, "--b", b] + more, in: scratch).status
    }
    let (low, high) = ("matching.radius_m=250", "matching.radius_m=1000")
    #expect(try status(low, high, "--figure", "match_rate") == 0)
    #expect(try status(high, low, "--figure", "match_rate") == 1)
    #expect(try status(low, high) == 1, "the detour is longer")
    #expect(try status(low, low) == 0)
    #expect(try status("c0ffee000", "c0ffee010", "--figure=all") == 1)
  }

  @Test
  func `two studies are compared point by point, and told as JSON`() throws {
    try MadeStudy.write("old", to: scratch)
    try MadeStudy.write("new", to: scratch, shift: 0.05)
    let call = try Program.run("compare", "old", "new", "--json", "--figure", "match_rate", in: scratch)
    call.expectSuccess()
    let json = try #require(try JSONSerialization.jsonObject(with: Data(call.output.utf8)) as? [String: Any])
    let points = try #require(json["points"] as? [[String: Any]])
    #expect(points.count == 9 && json["verdict"] as? String == "better" && json["comparisons"] as? Int == 9)
    #expect((points[4]["at"] as? [String: String])?["matching.radius_m"] == "500")
    let figure = try #require((points[4]["figures"] as? [[String: Any]])?.first)
    #expect(abs(try #require(figure["difference"] as? Double) - 0.05) < 1e-9)
    #expect(figure["direction"] as? String == "higher is better")
  }

  @Test(arguments: [
    (
      ["compare", "study", "nothing"],
      "nothing: contains no results (neither runs.csv of a study nor summary.csv of a run)"
    ),
    (["compare", "study", "single"], "study and single cannot be compared: A has 9 points"),
    (
      ["compare", "study", "other", "--a", "matching.radius_m=250", "--b", "matching.radius_m=250"],
      "have no runs with the same seed"
    ),
    (
      ["compare", "study", "study", "--figure", "match_rat"],
      "`match_rat` is not a figure (did you mean `match_rate`?)"
    ),
    (
      ["compare", "study", "--a", "matching.radius=1", "--b", "matching.radius_m=250"],
      "study: does not vary `matching.radius` (did you mean `matching.radius_m`?)"
    ),
    (
      ["compare", "study", "--a", "matching.radius_m=1", "--b", "matching.radius_m=250"],
      "study: has no point with matching.radius_m=1; matching.radius_m has the values 250, 500, 1000"
    ),
    (["analyse", "single"], "single: contains the results of a single run; give the folder of a study"),
    (["analyse", "study", "--where", "match_rate=1"], "`match_rate=1` is not a constraint"),
    (
      ["plot", "study", "--kind", "curves", "--x", "radius_m"],
      "does not vary `radius_m` (did you mean `matching.radius_m`?)"
    ),
    (
      ["plot", "study", "--kind", "heatmap", "--at", "matching.radius_m=250"],
      "a heat map: needs two fields that vary; study has 1"
    ),
    (["plot", "study", "--figure", "wait_s.mean"], "study: has no value of wait_s.mean in any run"),
  ])
  func `bad input is told in a sentence`(words: [String], sentence: String) throws {
    try MadeStudy.write("study", to: scratch)
    let other = try scratch.text("study/runs.csv").replacing(",1,0,0.", with: ",2,0,0.")
      .split(separator: "\n").enumerated().filter { $0.offset % 6 == 1 || $0.offset == 0 }.map(\.element)
    try scratch.write(other.joined(separator: "\n") + "\n", to: "other/runs.csv")
    try scratch.write("{}", to: "single/manifest.json")
    try scratch.write(
      "run_id,scenario,seed,replication,metric,statistic,value,unit\naa,line,1,0,match_rate,value,0.5,ratio\n",
      to: "single/summary.csv")
    try Program.run(words, in: scratch).expectFailure(65, sentence)
  }
}

@Suite(.waitsForPrograms) struct AnalyseAndPlotTests {
  private static let hasGnuplot = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains {
      FileManager.default.isExecutableFile(atPath: $0 + "/gnuplot")
    }
  let scratch = Scratch()

  init() throws { try MadeStudy.write("study", to: scratch) }

  @Test
  func `a study is analysed on the screen and as JSON`() throws {
    let words = ["analyse", "study", "--figure", "match_rate", "--figure", "driver_detour_s.mean", "--where"]
    let call = try Program.run(words + ["driver_detour_s.mean<=80"], in: scratch)
    call.expectSuccess()
    #expect(
      call.output.contains(
        "Pareto front of match_rate (higher is better), driver_detour_s.mean (lower is better)"))
    #expect(
      call.output.contains(
        "Best match_rate of its surface (higher is better) where driver_detour_s.mean ≤ 80, with a probability"
      ))
    let json = try Program.run(words + ["driver_detour_s.mean<=80", "--json"], in: scratch)
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(object?["points"] as? Int == 9 && object?["front"] is [Any])
    let row = try Program.run("analyse", "study", "--at", "matching.radius_m=500", in: scratch)
    #expect(
      row.output.hasPrefix("study: 3 points, 18 runs; varied: matching.limits.max_detour_s (3 values)\n"))
    let between = "matching.radius_m=640,matching.limits.max_detour_s=1e5"
    let there = try Program.run("analyse", "study", "--figure", "match_rate", "--at", between, in: scratch)
    there.expectSuccess()
    #expect(
      there.output.contains(
        "\nPredicted, not simulated: matching.radius_m = 640, matching.limits.max_detour_s = 100000\n  match_rate there: "
      ))
    #expect(there.output.contains("  extrapolated, beyond all points: matching.limits.max_detour_s above "))
    let half = try Program.run("analyse", "study", "--at", "matching.radius_m=640", in: scratch)
    #expect(
      half.status == 65 && half.errors.contains("name matching.limits.max_detour_s too"), "\(half.errors)")
  }

  @Test(.enabled(if: hasGnuplot, "gnuplot is not installed"))
  func `without a kind, all pictures that the study allows are drawn`() throws {
    let call = try Program.run("plot", "study", in: scratch)
    call.expectSuccess()
    let names = [
      "curves-match_rate", "heatmap-match_rate", "morris-match_rate",
      "pareto-match_rate-driver_detour_s.mean", "surface-match_rate",
    ]
    #expect(
      try scratch.names(in: "study/plots") == names.flatMap { [$0 + ".pdf", $0 + ".png", $0 + ".svg"] })
    #expect(call.output.contains("study/plots/heatmap-match_rate.svg\n"))
    let some = try Program.run("plot", "study", "--at", "matching.radius_m=500", in: scratch)
    some.expectSuccess()
    #expect(some.output.contains("left out  a heat map: needs two fields that vary; study has 1\n"))
    let one = try Program.run(
      "plot", "study/", "--kind", "curves", "--y", "matching.radius_m", "--figure", "driver_detour_s.mean",
      "--out", "p/q",
      in: scratch)
    #expect(one.output == "p/q.svg\np/q.png\np/q.pdf\n")
    #expect(try scratch.text("p/q.svg").contains("mean driver detour (s)"))
  }

  @Test(.enabled(if: hasGnuplot, "gnuplot is not installed"))
  func `one picture goes to the file that is named, in its format, size and title`() throws {
    let words = [
      "plot", "study", "--kind", "pareto", "--size", "1200x500", "--title", "Cost `id` of <matches>",
    ]
    for ending in ["svg", "png", "pdf"] {
      let call = try Program.run(words + ["--out", "p/a.b.\(ending)"], in: scratch)
      #expect(call.output == "p/a.b.\(ending)\n" && call.errors == "")
    }
    #expect(try scratch.names(in: "p") == ["a.b.pdf", "a.b.png", "a.b.svg"])
    let svg = try scratch.text("p/a.b.svg")
    #expect(svg.contains("width=\"1200\" height=\"500\"") && svg.contains("Cost `id` of &lt;matches>"))
    for size in ["0x0", "1200", "1200x", "axb", "1e3x500", "99999x500", "300x200x100"] {
      try Program.run("plot", "study", "--size", size, in: scratch)
        .expectFailure(64, "--size \(size): give width and height from 300 to 4000, such as 1200x800")
    }
  }

  @Test(.enabled(if: hasGnuplot, "gnuplot is not installed"))
  func `the best point within bounds is marked in each picture`() throws {
    for kind in ["heatmap", "curves", "pareto"] {
      let call = try Program.run(
        "plot", "study", "--kind", kind, "--where", "driver_detour_s.mean<=80", "--out", "p.svg", in: scratch)
      #expect(call.status == 0 && call.errors == "")
      let svg = try scratch.text("p.svg")
      #expect(svg.contains("bound: driver_detour_s.mean ≤ 80") && svg.contains("chosen: matching.radius_m"))
    }
    try Program.run("plot", "study", "--where", "driver_detour_s.mean<=1", in: scratch)
      .expectFailure(65, "no point of study respects driver_detour_s.mean ≤ 1; relax it")
    try Program.run("plot", "study", "--where", "driver_detour_s.mean", in: scratch)
      .expectFailure(65, "is not a constraint; write figure<=number")
  }

  @Test
  func `gnuplot that is missing is told with what to install`() throws {
    let call = try Program.call(
      URL(filePath: "/usr/bin/env"), ["PATH=/nowhere", Program.url.path, "plot", "study"], in: scratch)
    call.expectFailure(
      1, "gnuplot, which draws the pictures, is not on the PATH", "apt-get install gnuplot-nox")
    #expect(try scratch.names(in: "study") == ["runs.csv", "surfaces.json"])
  }

  @Test
  func `replications of recorded travellers that are the same run give no verdict`() throws {
    try Line.write(to: scratch)
    let words = [
      "sweep", "line.json5", "--vary", "matching.radius_m=500,5000", "--replications", "4", "--quiet",
    ]
    let sweep = try Program.run(words + ["--out", "same"], in: scratch)
    #expect(sweep.status == 0)
    #expect(sweep.errors.contains("warning: all replications are identical at 2 of 2 points"))
    let sides = ["--a", "matching.radius_m=500", "--b", "matching.radius_m=5000"]
    let call = try Program.run(["compare", "same"] + sides, in: scratch)
    #expect(call.status == 3)
    #expect(call.output.contains("replications identical"))
    #expect(call.output.contains("to vary them, set `resample` of supply, demand or trips"))
    #expect(!call.output.contains("better") && !call.output.contains("worse"))
    let drawn = try Program.run(
      words + ["--set", "demand.resample=bootstrap", "--set", "demand.jitter_s=5", "--out", "drawn"],
      in: scratch)
    #expect(drawn.errors.contains("warning: demand.resample: the copies of a traveller"))
    #expect(!drawn.errors.contains("all replications are the same run"))
    let other = try Program.run(["compare", "drawn"] + sides, in: scratch)
    #expect(!other.output.contains("replications identical"))
  }
}
