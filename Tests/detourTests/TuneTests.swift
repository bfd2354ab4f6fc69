import Foundation
import JSON5
import Testing

/// `detour tune` as a user meets it, on a town small enough for many runs.
@Suite(.waitsForPrograms) struct TuneTests {
  private static let words = [
    "tune", "town.json5", "--vary", "matching.radius_m=200,600,1200", "--maximise", "match_rate", "--where",
    "wait_s.mean<=900", "--indifference", "0.05", "--tolerance", "wait_s.mean=60", "--replications", "6",
    "--set", "demand.count=60", "--set", "supply.count=60",
  ]
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  /// What is made of the study.
  private static let findings = ["tuning.csv", "tune.json"]

  private func content(_ folder: String) throws -> [String: Data] {
    try TownStudy.content(folder, with: Self.findings, in: scratch)
  }

  /// A search that many rounds do not end.
  private static let long = words.replacing(["0.05"], with: ["0.001"]) + ["--budget", "60"]

  @Test
  func `the best point is named with its bounds, and the folder is a study`() throws {
    let call = try Program.run(Self.words + ["--out", "tuned"], in: scratch)
    call.expectSuccess()
    #expect(
      call.output.hasPrefix("town-tune: the greatest match_rate where wait_s.mean ≤ 900, among 3 points\n"))
    for part in [
      "Best: matching.radius_m = ", "With a probability of 95 % or more it satisfies the bounds",
      "from the bound ≤ 900.0",
    ] {
      #expect(call.output.contains(part), "\(part)")
    }
    #expect(
      try scratch.text("tuned/tuning.csv").hasPrefix(
        "point,matching.radius_m,runs,state,beaten_by,objective,half_width_95,wait_s.mean<=900,equal_to\n"))
    let json = try #require(
      try JSONSerialization.jsonObject(with: scratch.data("tuned/tune.json")) as? [String: Any])
    #expect(json["verdict"] as? String == "selected" && (json["points"] as? [Any])?.count == 3)
    try Program.run("analyse", "tuned", "--figure", "match_rate", in: scratch).expectSuccess()
    let again = try Program.run(Self.words + ["--out", "tuned", "--json"], in: scratch)
    #expect(
      try again.output.replacing("\"study\": \"tuned\"", with: "\"study\": \".\"")
        == scratch.text("tuned/tune.json"))
  }

  @Test
  func `jobs and interruptions change no byte`() throws {
    try TownStudy.expectSameBytes(of: Self.words, with: Self.findings, in: scratch)
  }

  @Test
  func `a design that draws points looks for better ones, and ends in the same bytes`() throws {
    let words = Self.words.replacing(
      ["matching.radius_m=200,600,1200"], with: ["matching.radius_m=200:2000", "--design", "lhs", "4"])
    // So small a difference matters that points are added, whether or not the budget then reaches for a decision.
    let sharp = words.replacing(["0.05"], with: ["0.002"]) + ["--budget", "160", "--quiet"]
    for (out, jobs) in [("a", "1"), ("b", "2")] {
      let call = try Program.run(sharp + ["--out", out, "--jobs", jobs], in: scratch)
      #expect([0, 3].contains(call.status), "\(call.errors)")
    }
    #expect(try content("a") == content("b"))
    #expect(try scratch.text("a/tuning.csv").split(separator: "\n").count > 5)
  }

  @Test
  func `bounds that no point keeps are told, with the point that comes nearest`() throws {
    let call = try Program.run(
      Self.words.replacing(["matching.radius_m=200,600,1200"], with: ["matching.radius_m=600,1200"])
        .replacing(["wait_s.mean<=900"], with: ["wait_s.mean<=20"])
        .replacing(["wait_s.mean=60"], with: ["wait_s.mean=20"]) + ["--out", "none"], in: scratch)
    #expect(call.status == 1 && call.errors == "")
    #expect(
      call.output.contains(
        "Nothing to select: no simulated point respects wait_s.mean ≤ 20; the nearest is matching.radius_m = "
      ))
  }

  /// Who is hardly ever matched says little of waits, and nobody can tell whether these keep the bound.
  @Test
  func `where one point lacks most of a figure and the others pass the bound, nobody can tell`() throws {
    let call = try Program.run(
      Self.words.replacing(["matching.radius_m=200,600,1200"], with: ["matching.radius_m=1,600,1200"])
        .replacing(["wait_s.mean<=900"], with: ["wait_s.mean<=20"])
        .replacing(["wait_s.mean=60"], with: ["wait_s.mean=20"]) + ["--out", "mixed"], in: scratch)
    #expect(call.status == 3 && call.errors == "")
    #expect(
      call.output.contains("Undecided: 1 of 3 points is excluded because more than half of its runs lack"))
    #expect(
      call.output.contains("Among the others, no simulated point respects wait_s.mean ≤ 20; the nearest is "))
  }

  @Test
  func `points whose runs lack a figure are out, and the text says what to choose`() throws {
    let call = try Program.run(
      Self.words.replacing(["matching.radius_m=200,600,1200"], with: ["matching.radius_m=1,2"]) + [
        "--out", "empty",
      ],
      in: scratch)
    #expect(call.status == 3)
    #expect(
      call.output.contains(
        "Undecided: 2 of 2 points are excluded because more than half of their runs lack one of these figures"
      ))
    #expect(call.output.contains("equal allocation would have taken 12."))
  }

  /// Where exact insertion is not bound to the radius, one is as good as the other.
  @Test
  func `of points that are equal in every run none is beaten`() throws {
    let call = try Program.run(
      Self.words.replacing(["matching.radius_m=200,600,1200"], with: ["matching.radius_m=500,600"]) + [
        "--set", "matching.policy=insertion", "--out", "equal",
      ], in: scratch)
    call.expectSuccess(warns: true)
    #expect(call.output.contains("Best: matching.radius_m = 500 ("))
    #expect(call.output.contains("\nEqual to it in every run, in match_rate: matching.radius_m = 600\n"))
    #expect(call.output.contains("  equal to 500\n") && !call.output.contains("beaten"))
    let row = try #require(
      scratch.text("equal/tuning.csv").split(separator: "\n").first { $0.hasPrefix("2,") })
    #expect(row.hasPrefix("2,600,6,equal,,") && row.hasSuffix(",1"))
  }

  /// The lines of a log, where otherwise one stands every half a minute.
  @Test
  func `off a terminal a line says now and then how far a search is, and who is ahead`() throws {
    let call = try Program.call(
      URL(filePath: "/usr/bin/env"),
      ["DETOUR_PROGRESS_S=0.001", Program.url.path(percentEncoded: false)] + Self.long + ["--out", "told"],
      in: scratch)
    #expect(call.status == 3)
    // Before the first run the input is read, which is told likewise.
    let lines = call.errors.split(separator: "\n").drop { $0.contains("still reading") }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("progress: ") }, "\(call.errors)")
    #expect(lines.allSatisfy { $0.contains(" of at most 60 runs") && $0.contains(" points undecided") })
    #expect(lines.contains { $0.contains("; 3 of 3 points undecided") })
    #expect(
      lines.contains { $0.contains(", ahead matching.radius_m = ") && $0.contains(" with match_rate ") })
    let sweep = try Program.call(
      URL(filePath: "/usr/bin/env"),
      ["DETOUR_PROGRESS_S=0.001", Program.url.path(percentEncoded: false)]
        + TownStudy.words.filter { $0 != "--quiet" } + [
          "--out", "swept",
        ],
      in: scratch)
    #expect(sweep.errors.contains("progress: ") && sweep.errors.contains(" of 12 runs"))
  }

  @Test
  func `what programs hear of a search never shrinks, and is of its budget`() throws {
    let call = try Program.run(
      Self.long + ["--out", "heard", "--progress", "json"], in: scratch)
    #expect(call.status == 3)
    let lines = try call.errors.split(separator: "\n").map {
      try #require(JSON(parsing: String($0))?["progress"])
    }
    #expect(!lines.isEmpty && lines.allSatisfy { $0["total"]?.whole == 60 && $0["before"]?.whole == 0 })
    let done = lines.compactMap { $0["done"]?.whole }
    #expect(done == done.sorted() && done.count == lines.count)
    #expect(lines.last?["tuning"]?["points"]?.whole == 3 && lines.last?["tuning"]?["ahead"]?.words != nil)
  }

  /// Killed in a later round, a search says of itself what it knew then.
  @Test
  func `progress tells the budget of a search, what is undecided, and who is ahead`() throws {
    let words =
      Self.words.replacing(["0.05"], with: ["0.001"]) + ["--budget", "4000", "--out", "long", "--quiet"]
    let process = try Program.start(Program.url, words, in: scratch, log: Scratch())
    while process.isRunning, TownStudy.count("long", in: scratch) < 30 { sched_yield() }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let call = try Program.run("progress", "long", in: scratch)
    call.expectSuccess()
    #expect(call.output.contains(" of 4,000 runs at most\n"))
    #expect(call.output.contains("undecided    ") && call.output.contains(" of 3 points, after "))
    #expect(call.output.contains("ahead        matching.radius_m = "))
    #expect(call.output.contains("left         at most "))
    let json = try Program.run("progress", "long", "--json", in: scratch)
    #expect(json.output.contains(#""total": 4000"#) && json.output.contains(#""budget": 4000"#))
    #expect(json.output.contains(#""complete": false"#))
  }

  @Test
  func `a budget that ends before the decision is told, with what would help`() throws {
    let call = try Program.run(
      Self.words.replacing(["0.05"], with: ["0.0001"])
        .replacing(["matching.radius_m=200,600,1200"], with: ["matching.radius_m=900,1000,1100"])
        + ["--budget", "20", "--out", "short"], in: scratch)
    #expect(call.status == 3 && call.errors == "")
    #expect(call.output.contains("Undecided within the budget. Leading: matching.radius_m = "))
    #expect(call.output.contains("give --budget more"))
  }

  @Test(arguments: [
    ([], 64, "give either --maximise FIGURE or --minimise FIGURE"),
    (["--maximise", "match_rat"], 65, "did you mean `match_rate`?"),
    (["--maximise", "match_rate", "--where", "wait_s.p95"], 65, "`wait_s.p95` is not a constraint"),
    (
      ["--maximise", "match_rate", "--where", "wait_s.p95<=100", "--where", "wait_s.p95>=200"], 64,
      "the bounds wait_s.p95 ≥ 200 and wait_s.p95 ≤ 100 contradict each other; relax one"
    ),
    (["--maximise", "match_rate", "--where", "wait_s.mean<=0"], 64, "give --tolerance wait_s.mean=…"),
    (["--maximise", "match_rate", "--budget", "0"], 64, "--budget 0: give a whole number from 1"),
    (["--maximise", "match_rate", "--budget", "19"], 65, "give --budget 20 or more, or fewer points"),
    (
      ["--maximise", "match_rate", "--vary", "matching.spacing_m=50"], 64,
      "`matching.spacing_m` has only one value"
    ),
    (["--maximise", "match_rate", "--indifference", "0"], 64, "--indifference 0: give a number above 0"),
    (["--maximise", "match_rate", "--tolerance", "wait_s.p95=5"], 64, "no --where bounds wait_s.p95"),
    (["--maximise", "match_rate", "--replications", "2"], 64, "give 5 or more, preferably 10"),
    (["--maximise", "match_rate", "--design", "morris", "4"], 64, "the design morris is for screening"),
  ])
  func `what is wrong is told in a sentence`(words: [String], code: Int32, sentence: String) throws {
    let vary = ["--vary", "matching.radius_m=500,1000"]
    try Program.run(["tune", "town.json5", "--out", "out"] + vary + words, in: scratch)
      .expectFailure(code, sentence)
    #expect(!scratch.has("out/runs.csv"))
  }
}
