import Foundation
import Testing

/// The page of a study, in a browser.
@Suite(.waitsForPrograms, .enabled(if: BrowserCheck.isAvailable, BrowserCheck.missing), .serialized)
struct StudyPageTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  /// A study of three fields, with the page that `detour report` makes of it.
  private func makeStudy(_ more: String...) throws {
    let words = [
      "sweep", "town.json5", "--vary", "matching.radius_m=300,600,1200", "--vary",
      "matching.policy=two_circles,first", "--vary", "matching.limits.max_detour_s=120,480", "--replications",
      "3",
      "--quiet", "--set", "demand.count=60", "--set", "supply.count=60", "--out", "study",
    ]
    try Program.run(words + more, in: scratch).expectSuccess()
    let call = try Program.run("report", "study", in: scratch)
    call.expectSuccess()
    #expect(call.output == "study.html\n")
  }

  @Test
  func `figures equal the summary, with scripts and without`() throws {
    try makeStudy()
    try BrowserCheck.expect(
      "check_study", "figures_equal_the_summary", "study.html", "study/summary.csv", in: scratch)
  }

  @Test
  func `what is chosen is drawn, sorted and told`() throws {
    try makeStudy()
    try BrowserCheck.expect(
      "check_study", "choosing_changes_the_charts", "study.html", "wait_s.p95", "matching.radius_m", "480",
      in: scratch)
    try BrowserCheck.expect("check_study", "sorting_orders_the_rows", "study.html", in: scratch)
    try BrowserCheck.expect("check_study", "a_point_tells_its_command", "study.html", in: scratch)
    try scratch.write(
      Program.run("analyse", "study", "--json", in: scratch).output, to: "analysis.json")
    try BrowserCheck.expect(
      "check_study", "the_front_is_that_of_the_analysis", "study.html", "analysis.json", in: scratch)
  }

  @Test
  func `differences are those of compare`() throws {
    try makeStudy()
    let rows = try Table("study/summary.csv", in: scratch)
    let fields = ["matching.radius_m", "matching.policy", "matching.limits.max_detour_s"].map(rows.column)
    let points = rows.column("point")
    func choice(_ point: String) throws -> String {
      let row = try #require(points.firstIndex(of: point))
      return
        "matching.radius_m=\(fields[0][row]),matching.policy=\(fields[1][row]),matching.limits.max_detour_s=\(fields[2][row])"
    }
    var found: [String: Any] = [:]
    for point in ["2", "7", "12"] {
      let call = try Program.run(
        "compare", "study", "--a", choice("1"), "--b", choice(point), "--figure", "match_rate", "--json",
        in: scratch)
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(call.output.utf8)) as? [String: Any])
      let blocks = try #require(json["points"] as? [[String: Any]])
      found[point] = try #require((blocks[0]["figures"] as? [[String: Any]])?.first)
    }
    try scratch.write(JSONSerialization.data(withJSONObject: found), to: "compared.json")
    try BrowserCheck.expect(
      "check_study", "verdicts_equal_those_of_compare", "study.html", "compared.json", in: scratch)
  }

  @Test(arguments: ["two_circles", "first"])
  func `predictions are those of the analysis`(policy: String) throws {
    try makeStudy()
    let setting = "matching.radius_m=777,matching.limits.max_detour_s=200,matching.policy=\(policy)"
    let call = try Program.run(
      "analyse", "study", "--figure", "match_rate", "--figure", "driver_detour_s.mean", "--at", setting,
      "--json", in: scratch)
    try scratch.write(call.output, to: "analysis.json")
    try BrowserCheck.expect(
      "check_study", "predictions_are_those_of_the_analysis", "study.html", "analysis.json",
      "matching.policy=\(policy)", in: scratch)
  }

  @Test
  func `the page suits everyone`() throws {
    try makeStudy()
    try BrowserCheck.expect("check_study", "suits_everyone", "study.html", in: scratch)
  }

  @Test
  func `the command of a point does its first run again`() throws {
    let name = "it's <here> & there"
    try makeStudy("--set", "name='it\\'s <here> & there'")
    try scratch.write(Town.scenario, to: name + ".json5")
    try Program.run("report", "study", "--quiet", in: scratch).expectSuccess()
    let page = try scratch.text("study.html")
    let lines = try #require(page.firstMatch(of: /(?s)id="command-lines">(.*?)<\/pre>/)?.output.1)
      .split(separator: "\n")
    #expect(lines.count == 12)
    let signs = ["&#39;": "'", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&amp;": "&"]
    let command = String(lines[7]).replacing(/&[^;]*;/) { signs[String($0.output)] ?? "?" }
    let words = try #require(command.wholeMatch(of: /detour (run .*)/)?.output.1)
    let line = "'\(Program.url.path(percentEncoded: false))' \(words) --out again --quiet"
    try Program.call(URL(filePath: "/bin/sh"), ["-c", line], in: scratch).expectSuccess()
    let fingerprints = try Table("study/runs.csv", in: scratch).column("fingerprint")
    #expect(try RunResult("again", in: scratch).fingerprint == fingerprints[21])
  }

  @Test(arguments: ["morris 2", "lhs 8", "sobol 8", "saltelli 4"])
  func `every design has a page`(design: String) throws {
    let parts = design.split(separator: " ").map(String.init)
    let words = [
      "sweep", "town.json5", "--vary", "matching.radius_m=300:1200", "--vary",
      "matching.limits.max_detour_s=120:480",
      "--design", parts[0], parts[1], "--replications", "2", "--quiet", "--set", "demand.count=40", "--set",
      "supply.count=40", "--out", "study",
    ]
    try Program.run(words, in: scratch).expectSuccess()
    try Program.run("report", "study", "--quiet", in: scratch).expectSuccess()
    // These designs tell which fields matter.
    let tells = ["morris", "saltelli"].contains(parts[0])
    #expect(try scratch.text("study.html").contains("Which fields matter</h2>") == tells)
    if tells {
      try BrowserCheck.expect("check_study", "fields_that_matter_are_drawn", "study.html", in: scratch)
    }
    try BrowserCheck.expect(
      "check_study", "figures_equal_the_summary", "study.html", "study/summary.csv", in: scratch)
  }

  @Test
  func `a tuned study says what was selected`() throws {
    let words = [
      "tune", "town.json5", "--vary", "matching.radius_m=200,1200", "--maximise", "match_rate",
      "--indifference",
      "0.05", "--replications", "6", "--set", "demand.count=60", "--set", "supply.count=60", "--quiet",
      "--out", "tuned",
    ]
    try Program.run(words, in: scratch).expectSuccess()
    try Program.run("report", "tuned/", "--out", "page.html", in: scratch).expectSuccess()
    let page = try scratch.text("page.html")
    #expect(page.contains("It selected point 2: matching.radius_m = 1200."))
    try BrowserCheck.expect(
      "check_study", "figures_equal_the_summary", "page.html", "tuned/summary.csv", in: scratch)
  }

  @Test
  func `names that are markup show as text`() throws {
    let name = "</script><img src=x onerror=alert(1)>"
    var runs =
      "run_id,matching.policy,matching.radius_m,seed,replication,match_rate,driver_detour_s.mean,fingerprint\n"
    for (point, value) in [name, "\"<b class='hostile'>, '\"\"quoted\"\"'\"", "first"].enumerated() {
      for replication in 0..<4 {
        let rate = 0.2 * Double(point + 1) + 0.01 * Double(replication * replication % 3)
        runs +=
          "c0ffee0\(point)\(replication)0000000,\(value),\(point + 1)00,1,\(replication),\(rate),\(100 * rate),\(String(repeating: "a", count: 64))\n"
      }
    }
    try scratch.write(runs, to: "made/runs.csv")
    try scratch.write(
      """
      {"scenario_id": "</script>", "version": "\(name)", "scenario_folder": "..",
       "plan": {"name": "<img src=x onerror=alert(2)>", "scenario": "\(name)", "set": ["name=\(name)"],
         "vary": [{"field": "matching.policy", "values": ["a", "b"]}, {"field": "matching.radius_m", "values": ["1", "2"]}]},
       "points": [], "inputs": [], "scenario": {}}
      """, to: "made/manifest.json")
    try Program.run("report", "made", in: scratch).expectSuccess()
    try BrowserCheck.expect(
      "check_study", "hostile_names_are_text", "made.html", name, "<img src=x onerror=alert(2)>",
      "<b class='hostile'>, '\"quoted\"'", in: scratch)
    try BrowserCheck.expect("check_study", "suits_everyone", "made.html", in: scratch)
  }
}
