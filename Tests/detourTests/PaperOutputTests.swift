import Foundation
import JSON5
import TestSupport
import Testing

/// Pictures and tables for papers, and the search for names.
@Suite(.waitsForPrograms) struct PaperOutputTests {
  private static let hasGnuplot = FileManager.default.isExecutableFile(atPath: "/usr/bin/gnuplot")
  let scratch = Scratch()

  init() throws { try MadeStudy.write("study", to: scratch) }

  @Test(.enabled(if: hasGnuplot, "gnuplot is not installed"))
  func `a picture for a paper has the width, the type and the formats asked for, and a caption beside it`()
    throws
  {
    let words = [
      "plot", "study", "--kind", "curves", "--width", "89mm", "--height", "2.5in", "--font-size", "8",
    ]
    let call = try Program.run(words + ["--format", "svg,tikz", "--out", "p"], in: scratch)
    call.expectSuccess()
    #expect(
      call.output.hasPrefix(
        "p.svg\np.tex\ncaption  match rate over radius · study · means of 6 replications · "))
    let svg = try scratch.text("p.svg")
    // 89 mm are 336.4 of the units, 8 points 10.67.
    #expect(svg.contains("width=\"336\" height=\"240\"") && svg.contains("font-size=\"10.67\""))
    #expect(!svg.contains("match rate over radius") && !svg.contains("matching."))
    #expect(try scratch.text("p.tex").contains("\\begin{tikzpicture}"))
    let json = try Program.run(words + ["--format", "svg", "--json", "--out", "q"], in: scratch)
    let pictures = try #require(
      JSON(parsing: json.output)?.members?.first { $0.key == "pictures" }?.value.items)
    let members = try #require(pictures.first?.members)
    #expect(members.contains { $0.key == "style" && $0.value.words == "paper" })
    #expect(members.contains { $0.key == "font_size_pt" && $0.value.real == 8 })
    #expect(try Program.run(words + ["--format", "pdf", "--out", "-"], in: scratch).output.hasPrefix("%PDF"))
  }

  @Test(arguments: [
    (
      ["--width", "3.5"],
      "--width 3.5: give a length from 1.5 to 42.0 inch with its unit, such as 3.5in, 89mm, 8.9cm or 252pt"
    ),
    (["--width", "1mm"], "--width 1mm: give a length from"),
    (["--height", "infin"], "--height infin: give a length"),
    (["--font-size", "200"], "--font-size 200: give a size in points from 4 to 72, such as 8"),
    (
      ["--width", "2in", "--height", "2in", "--font-size", "30"], "type of 30.0 pt leaves a picture of 2.0 ×"
    ),
    (["--size", "900x600", "--width", "3in"], "--size and --width both give the size; give one of them"),
    (["--format", "gif"], "--format gif: give some of svg, png, pdf, tikz"),
    (
      ["--kind", "curves", "--format", "pdf", "--out", "x.svg"],
      "--format pdf and --out x.svg name different formats; leave out --format, or the extension of --out"
    ),
    (
      ["--kind", "curves", "--format", "pdf,svg", "--out", "-"],
      "standard output takes one picture; give one format"
    ),
  ])
  func `a picture that cannot be is refused in a sentence`(words: [String], sentence: String) throws {
    try Program.run(["plot", "study"] + words, in: scratch).expectFailure(64, sentence)
    #expect(try scratch.names(in: "study") == ["runs.csv"])
  }

  @Test
  func `analyse, compare, sweep and tune print tables`() throws {
    let front = try Program.run("analyse", "study", "--format", "latex", in: scratch)
    front.expectSuccess()
    #expect(front.output.hasPrefix("% needs \\usepackage{booktabs}\n\\begin{table}\n"))
    let points = try Program.run(
      "analyse", "study", "--format", "csv", "--table", "points", "--figure", "match_rate", in: scratch)
    #expect(points.output.split(separator: "\n").count == 10)
    let pair = [
      "compare", "study", "--a", "matching.radius_m=250", "--b", "matching.radius_m=500", "--format",
      "markdown",
    ]
    let compared = try Program.run(pair, in: scratch)
    #expect(
      compared.output.hasPrefix(
        "| matching.limits.max\\_detour\\_s | figure | A | B | B − A | 95 % interval | p | pairs | B is |\n"))
    try Program.run("analyse", "study", "--format", "csv", "--json", in: scratch)
      .expectFailure(64, "--json and --format exclude each other; give one of them")
    try Program.run("analyse", "study", "--table", "points", in: scratch).expectFailure(
      64, "--table selects the table")
    try Program.run("analyse", "study", "--format", "csv", "--table", "sobol", in: scratch)
      .expectFailure(65, "the table sobol: study has another design")
    try Line.write(to: scratch)
    let varied = ["line.json5", "--vary", "matching.radius_m=1,5000", "--quiet"]
    let swept = try Program.run(
      ["sweep"] + varied + [
        "--replications", "2", "--figure", "match_rate", "--format", "csv", "--out", "s",
      ], in: scratch)
    #expect(swept.status == 0)
    #expect(
      swept.output
        == "matching.radius_m,runs,match_rate,match_rate_half_width_95\n1,2,0.333333,0\n5000,2,0.666667,0\n")
    let tuned = try Program.run(
      ["tune"] + varied + ["--maximise", "match_rate", "--format", "markdown", "--out", "t"], in: scratch)
    #expect(
      tuned.output.hasPrefix(
        "| radius (m) | runs | match rate (%) | state |\n|---:|---:|---:|---|\n| 5000 | "))
  }

  @Test
  func `a file from which both sides are drawn is listed once among the sources`() throws {
    let town = SharedData.checkout.appending(path: "Scenarios/town-matrix.json5").path
    let few = ["--set", "supply.matrix_share=0.01", "--set", "demand.matrix_share=0.01"]
    try Program.run(["run", town, "--out", "town", "--quiet"] + few, in: scratch).expectSuccess()
    let text = try Program.run("report", "town", "--methods", in: scratch).output
    #expect(text.split(separator: "trips-by-hour.csv` (matrix").count == 2, "\(text)")
    #expect(text.split(separator: "zones.geojson` (zones").count == 2, "\(text)")
  }

  @Test
  func `a method section has all items of the checklist, and what the manifest says`() throws {
    try Line.write(to: scratch)
    try Program.run("run", "line.json5", "--out", "one", "--quiet", in: scratch).expectSuccess()
    let run = try Program.run("report", "one", "--methods", in: scratch)
    run.expectSuccess()
    let version = try Program.run("--version", in: scratch).output.split(whereSeparator: \.isWhitespace)[1]
    let items = [
      "## 1. Objectives", "**Purpose.**", "**Outputs.**",
      "**Aims of the experiment.** One scenario was simulated",
      "## 2. Logic", "**Base model.**", "**Scenario logic.**", "**Components.**", "**Entry and exit.**",
      "## 3. Data",
      "**Sources.**", "**Preprocessing.**", "**Input parameters.**", "**Assumptions.**",
      "## 4. Experimentation",
      "**Initialisation.**", "**Run length.**", "**Estimation.** One run", "## 5. Implementation",
      "**Software.** Detour \(version)",
      "**Random numbers.**", "**Execution.**", "**System.**", "## 6. Code access", "**Model and data.**",
      "## References",
    ]
    var rest = run.output[...]
    for item in items {
      let found = try #require(rest.range(of: item), "\(item)")
      rest = rest[found.upperBound...]
    }
    #expect(
      run.output.contains("| `matching.radius_m` | ")
        && run.output.contains("doi:10.1080/17477778.2018.1442155"))
    let varied = [
      "sweep", "line.json5", "--vary", "matching.radius_m=1,5000", "--replications", "3", "--quiet",
    ]
    #expect(try Program.run(varied + ["--out", "s"], in: scratch).status == 0)
    let study = try Program.run("report", "s", "--methods", "--out", "m.md", in: scratch)
    #expect(study.output == "m.md\n")
    let text = try scratch.text("m.md")
    #expect(text.contains("The effect of `matching.radius_m` (1, 5000) on these figures."))
    #expect(text.contains("2 points (design grid) with 3 replications each"))
    try Program.run("report", "study", "--methods", in: scratch).expectFailure(
      65, "study: contains no results")
    try Program.run("report", "one", "--methods", "--json", in: scratch)
      .expectFailure(64, "--json applies to the page, but --methods writes text; give one of them")
  }

  @Test
  func `a word finds the fields and columns whose names contain it`() throws {
    let fields = try Program.run("fields", "RADIUS", in: scratch)
    fields.expectSuccess()
    let rows = fields.output.split(separator: "\n").filter { !$0.hasPrefix("    ") }
    #expect(rows.first?.contains("field") == true && rows.contains { $0.contains("  matching.radius_m  ") })
    #expect(rows.dropFirst().allSatisfy { $0.contains("radius") })
    try Program.run("fields", "walk_m", "--market", "services", in: scratch)
      .expectFailure(64, "no field has `walk_m` in its name in the market services")
    let columns = try Program.run("columns", "wait", in: scratch)
    columns.expectSuccess()
    let lines = columns.output.split(separator: "\n")
    #expect(lines.contains { $0.contains("requests.csv") && $0.contains("wait_s") })
    #expect(lines.contains { $0.contains("figures") && $0.contains("wait_s") })
  }
}
