import Foundation
import JSON5
import Testing

@Suite(.waitsForPrograms) struct HelpTests {
  static let commands = [
    "new", "run", "sweep", "tune", "calibrate", "sample", "merge", "unpack", "compare", "analyse", "plot",
    "report",
    "archive", "reproduce", "validate", "explain", "episodes", "profile", "schema", "fields", "columns",
    "network", "bench",
    "completions",
    "man",
  ]
  let scratch = Scratch()

  @Test
  func `the help lists every command, shows an example and names the exit codes`() throws {
    let help = try Program.run("--help", in: scratch)
    help.expectSuccess()
    for command in Self.commands { #expect(help.output.contains("\n  \(command) ")) }
    #expect(help.output.contains("Example: detour run Scenarios/quickstart.json5"))
    #expect(help.output.contains("Exit codes: 0 "))
    #expect(try Program.run("-h", in: scratch).output == help.output)
    #expect(try Program.run("help", in: scratch).output == help.output)
  }

  @Test
  func `the help of a command stood in for a word behind the dashes`() throws {
    try Program.run("columns", "--json", "--", "--help", in: scratch).expectFailure(64, "--help")
  }

  @Test(arguments: commands)
  func `the help of each command shows its usage and an example`(command: String) throws {
    let help = try Program.run(command, "--help", in: scratch)
    help.expectSuccess()
    #expect(help.output.contains("Usage: detour \(command)"))
    #expect(help.output.contains("Example: detour \(command)"))
    #expect(try Program.run("help", command, in: scratch).output == help.output)
    #expect(try Program.run(command, "surplus", "-h", in: scratch).output == help.output)
  }

  /// The words that stand behind `head` at the beginning of a line of `help`.
  private static func names(_ head: Regex<(Substring, Substring)>, in help: String) -> [String] {
    var seen: Set<String> = []
    return help.matches(of: head).map { String($0.output.1) }.filter { seen.insert($0).inserted }
  }

  @Test
  func `the help of every command and verb fits 80 columns and breaks between words`() throws {
    let whole = try Program.run("--help", in: scratch).output
    let list = try #require(whole.split(separator: "\n\n").first { $0.hasPrefix("  new ") })
    let commands = Self.names(try Regex("(?m)^  ([a-z]+) "), in: String(list))
    #expect(Set(commands).isSuperset(of: Self.commands + ["progress"]))
    var pages: [[String]] = [[]] + commands.map { [$0] }
    for command in commands {
      let help = try Program.run(command, "--help", in: scratch).output
      pages += Self.names(try Regex("(?m)^detour \(command) ([a-z]+)\\b"), in: help).map { [command, $0] }
    }
    #expect(pages.contains(["bench", "race"]) && pages.contains(["network", "prepare"]))
    for words in pages {
      let help = try Program.run(words + ["--help"], in: scratch)
      help.expectSuccess()
      for line in help.output.split(separator: "\n") where line.count > 80 {
        // A word that is longer than a line has one of its own.
        #expect(!line.drop { $0 == " " }.contains(" "), "\(words): \(line)")
      }
    }
  }

  @Test(arguments: [["bench", "history"], ["network", "info"]])
  func `the help of a verb tells its own options alone`(words: [String]) throws {
    let help = try Program.run(words + ["--help"], in: scratch)
    help.expectSuccess()
    #expect(help.output.contains("Usage: detour \(words.joined(separator: " "))"))
    #expect(!help.output.contains("--pairs") && !help.output.contains("--worker"))
    #expect(try Program.run(["help"] + words, in: scratch).output == help.output)
    let whole = try Program.run(words[0], "--help", in: scratch).output
    #expect(whole.contains("\ndetour \(words.joined(separator: " ")) "))
    #expect(!whole.contains("--worker") && !whole.contains("--census"))
  }

  @Test
  func `the version is a line`() throws {
    let version = try Program.run("--version", in: scratch)
    version.expectSuccess()
    #expect(version.output.wholeMatch(of: /detour [0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    #expect(try Program.run("-V", in: scratch).output == version.output)
  }

  @Test
  func `without a word the help comes with the code of a wrong command line`() throws {
    let call = try Program.run(in: scratch)
    #expect(call.status == 64)
    #expect((call.output + call.errors).contains("Usage: detour COMMAND"))
  }

  @Test(arguments: [
    (
      ["fly"],
      "`fly` is not a command; the commands are new, run, sweep, tune, calibrate, sample, merge, unpack, progress, compare, analyse, plot, report, "
    ),
    (["run"], "`detour run` expects SCENARIO, got none"),
    (["run", "a.json5", "b.json5"], "`detour run` expects SCENARIO, got 2 (`a.json5`, `b.json5`)"),
    (
      ["run", "--loud", "a.json5"], "`--loud` is not an option of `detour run`; its options are --set, --seed"
    ),
    (["run", "a.json5", "--out"], "--out requires a value: --out DIR"),
    (["run", "a.json5", "--out="], "--out is empty: give the name of a folder"),
    (["run", "a.json5", "--seed", "few"], "--seed few: give a whole number from 0 to"),
    (["run", "a.json5", "--seed", "-1"], "--seed -1: give a whole number from 0 to"),
    (["run", "a.json5", "--seed", "1", "--seed", "2"], "--seed is given twice"),
    (["run", "a.json5", "--quiet=yes"], "--quiet takes no value"),
    (["run", "a.json5", "--routing", "luck"], "--routing luck: give one of "),
    (
      ["run", "a.json5", "--record", "thoughts"], "--record thoughts: give one of tracks, candidates, events"
    ),
    (["explain", "Results/a"], "`detour explain` expects RUN REQUEST, got 1 (`Results/a`)"),
    (["compare", "Results/a"], "give two folders, or one with --a and --b for two of its points"),
    (
      ["compare", "a", "b", "--confidence", "95"],
      "--confidence 95: give a number between 0 and 1, such as 0.95"
    ),
    (["analyse"], "`detour analyse` expects STUDY, got none"),
    (
      ["plot", "s", "--kind", "pie"],
      "--kind pie: give one of heatmap, curves, surface, pareto, morris, sobol"
    ),
    (["plot", "s", "--out", "x"], "--out applies to one picture: select it with --kind"),
    (["swep"], "`swep` is not a command; did you mean `sweep`?"),
    (["help", "anaylse"], "`anaylse` is not a command; did you mean `analyse`?"),
    (["run", "a.json5", "--qiet"], "`--qiet` is not an option of `detour run`; did you mean `--quiet`?"),
    (
      ["sweep", "a.json5", "--reps", "3"],
      "`--reps` is not an option of `detour sweep`; its options are --vary"
    ),
    (["sweep", "a.json5", "--replicatons", "3"], "did you mean `--replications`?"),
    (
      ["run", "a.json5", "--routing", "label"],
      "give one of dijkstra, hierarchy, labels; did you mean `labels`?"
    ),
    (["run", "a.json5", "-z"], "`-z` is not an option of `detour run`; its options are --set"),
    (["run", "a.json5", "-o"], "--out requires a value: --out DIR"),
    (["run", "a.json5", "-q", "--quiet"], "--quiet is given twice"),
    (["completions", "csh"], "`csh`: give one of bash, zsh, fish; did you mean"),
    (["columns", "requsts"], "`requsts` is not a table; did you mean `requests`?"),
    (["schema", "--json-output", "plots"], "--json-output plots: give one of run, sweep"),
    (["fields", "radus_m"], "no field has `radus_m` in its name; did you mean `radius_m`?"),
    (["columns", "nothing"], "`nothing` is not a table; the tables are requests, attempts"),
  ])
  func `a wrong command line is told in a sentence, with the help that helps`(
    words: [String], sentence: String
  ) throws {
    let call = try Program.run(words, in: scratch)
    call.expectFailure(64, sentence, "see `detour ")
    #expect(try scratch.names() == [])
  }
}

@Suite(.waitsForPrograms) struct ShortOptionTests {
  let scratch = Scratch()

  init() throws { try Line.write(to: scratch) }

  @Test(arguments: [
    ["-q", "-o", "out"], ["-qoout"], ["-qo", "out"], ["--quiet", "-o=out"], ["-q", "--out=out"],
  ])
  func `options have short names, alone or in one word`(words: [String]) throws {
    let call = try Program.run(["run", "line.json5"] + words, in: scratch)
    call.expectSuccess()
    #expect(call.output == "")
    #expect(scratch.has("out/summary.csv"))
  }
}

@Suite(.waitsForPrograms) struct DocumentsTests {
  let scratch = Scratch()

  @Test
  func `the schema is JSON that names every part of a scenario`() throws {
    let call = try Program.run("schema", in: scratch)
    call.expectSuccess()
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(call.output.utf8)) as? [String: Any])
    // A branch for each market; the first is the carpool's.
    let branches = try #require(schema["allOf"] as? [[String: Any]])
    let carpool = try #require(branches.first?["then"] as? [String: Any])
    let properties = try #require(carpool["properties"] as? [String: Any])
    for part in ["seed", "time", "space", "supply", "demand", "matching", "behaviour", "results"] {
      #expect(properties[part] != nil, "\(part)")
    }
    #expect(try Program.run("schema", "--markdown", in: scratch).output.contains("matching.radius_m"))
  }

  @Test
  func `the columns of every table are explained, and as the files have them`() throws {
    try Town.write(to: scratch)
    try Program.run(
      "run", "town.json5", "--out", "out", "--record=candidates", "--record=events", in: scratch
    ).expectSuccess()
    let all = try Program.run("columns", in: scratch)
    all.expectSuccess()
    let tables = RunResult.deterministic + ["candidates", "events", "timing"]
    for table in tables {
      let one = try Program.run("columns", table, in: scratch)
      one.expectSuccess()
      // With the table come the lists of the words in it, which stand at the end of the whole.
      #expect(one.output.split(separator: "\n").allSatisfy(all.output.contains), "\(table)")
      let header = try #require(try scratch.text("out/\(table).csv").split(separator: "\n").first)
      for column in header.split(separator: ",") {
        #expect(one.output.contains("\n  \(column) "), "\(table).\(column)")
      }
    }
    let markdown = try Program.run("columns", "--markdown", in: scratch)
    markdown.expectSuccess()
    #expect(tables.allSatisfy { markdown.output.contains($0 + ".csv") })
  }

  @Test
  func `the tables that are read are explained, of each market and those of all`() throws {
    let all = try Program.run("columns", "input", in: scratch)
    all.expectSuccess()
    for name in [
      "requests", "drivers", "trips", "zones", "matrix", "node_weights", "offers", "offer_stops",
      "offer_prices",
      "bookings", "friends", "node", "link", "config", "use_group", "edges", "time_profile", "pairs",
      "observed",
      "times",
    ] {
      let one = try Program.run("columns", "input/" + name, in: scratch)
      one.expectSuccess()
      #expect(one.output.hasPrefix("input/\(name): "))
      #expect(all.output.contains("input/\(name): "))
    }
    for (market, names) in [
      ("services", ["jobs", "providers"]), ("shifts", ["programme", "volunteers"]),
      ("orders", ["orders", "accounts"]),
    ] {
      let all = try Program.run("columns", market + "/input", in: scratch).output
      for name in names {
        let one = try Program.run("columns", "\(market)/input/\(name)", in: scratch)
        one.expectSuccess()
        #expect(one.output.hasPrefix("input/\(name): ") && all.contains("input/\(name): "))
      }
    }
    // Names that no table of results has need nothing before them.
    let short = try Program.run("columns", "offer_stops", in: scratch).output
    #expect(short == (try Program.run("columns", "input/offer_stops", in: scratch).output))
    #expect(short.contains("\n  sequence "))
    #expect(try Program.run("columns", "requests", in: scratch).output.hasPrefix("requests.csv: "))
    let json = try Program.run("columns", "input/offer_prices", "--json", in: scratch)
    json.expectSuccess()
    let fields = JSON(parsing: json.output)?["resources"]?.items?.first?["schema"]?["fields"]?.items
    #expect(fields?.compactMap { $0["name"]?.words } == ["offer_id", "from_stop", "to_stop", "price"])
    #expect(fields?.allSatisfy { $0["constraints"]?["required"] == .boolean(true) } == true)
    try Program.run("columns", "input/offer_stop", in: scratch).expectFailure(
      64, "`input/offer_stop` is not a table; did you mean `input/offer_stops`?")
  }

  @Test
  func `a column that a file lacks is explained by the table that is named`() throws {
    try Line.write(to: scratch)
    try scratch.write(Line.drivers.replacing("driver_id", with: "who"), to: "drivers.csv")
    try Program.run("run", "line.json5", "--out", "out", in: scratch).expectFailure(
      65, "drivers.csv:1: missing column driver_id; present: who, depart_s",
      "`detour columns input/drivers` describes its columns")
  }
}
