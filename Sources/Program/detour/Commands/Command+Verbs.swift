import Benchmarking

/// The verbs of the commands that have some.
extension Command {
  private static let importOptions = ["--length-unit-m", "--time-unit-s", "--speed-kmh"]
  private static let networkFile = Operand(name: "FILE", kind: .path)

  static let networkVerbs = [
    Verb(
      "import", [networkFile], options: ["--out", "--json"] + importOptions,
      forms: [
        Verb.Form(
          usage: "FILE -o NAME.network",
          summary: "read a network once and store it in a file that opens at once")
      ]),
    Verb(
      "info", [networkFile], options: ["--check", "--json"] + importOptions,
      summary: "nodes, links, speeds by class, extent"),
    Verb(
      "route", [networkFile],
      options: ["--from", "--to", "--pairs", "--snap-m", "--json", "--geojson"] + importOptions,
      forms: [
        Verb.Form(usage: "FILE --from … --to …", summary: "the quickest way between two points"),
        Verb.Form(
          usage: "FILE --pairs PAIRS.csv",
          summary: "time and length of the quickest way of many pairs, as CSV"),
      ]),
    Verb(
      "prepare", [networkFile], options: ["--travel-time-factor", "--routing", "--json"],
      summary: """
        keep what routing prepares in FILE.routing, for later runs;
        beside a .network file runs do so by themselves
        """),
    Verb("profile", options: [], summary: "how cars use OpenStreetMap, as Markdown"),
    Verb(
      "formats", options: [],
      summary: "what FILE may be, as Markdown: files and folders of these formats"),
  ]

  private static let benchmark = Operand(name: "NAME", kind: .known(Suite.all.map(\.name)), count: 0...62)
  private static let sides = [Operand(name: "BASE", kind: .path), Operand(name: "HEAD", kind: .path)]

  private static let places = ["--scenarios", "--data"]
  private static let reports = ["--json", "--format", "--markdown", "--junit"]

  /// What `detour bench` has that measures.
  static let benchOptions =
    [
      "--list", "--scenario", "--set", "--size", "--repetitions", "--instructions", "--out", "--record",
      "--commit",
      "--worker", "--census",
    ] + places + reports

  static let benchVerbs = [
    Verb(
      "compare", sides + [benchmark],
      options: ["--scenario", "--set", "--gates", "--baseline", "--pairs"] + places + reports,
      summary: "ask of two programs, scenarios, or files that --out wrote: did it get worse?"),
    Verb(
      "results", options: ["--reference"] + places + reports,
      summary: "run the reference scenarios again and ask whether anything differs"),
    Verb(
      "history", [Operand(name: "DIR", kind: .folder, count: 0...1)],
      options: ["--out", "--figure", "--machine", "--json", "--format"],
      summary: "print what was recorded in Results/benchmarks or DIR as a table, or draw it with --out"),
    Verb(
      "race", sides + [Operand(name: "NAME@SIZE")],
      options: ["--pairs", "--json", "--format"] + places,
      summary: "print the times of --pairs pairs as CSV"),
    Verb(
      "self-test", [Operand(name: "FILE", kind: .file(["csv"]))], options: ["--json", "--format"],
      summary: "how often the gate of time would be wrong on a machine that gave such times"),
  ]
}
