import JSON5
import Quoting

/// The output of a command with `--json`: its form, and its name in `detour schema --json-output`.
struct Output: Sendable {
  /// The command, with its verb after a dash: `network-route`.
  let name: String
  /// The meaning, as a sentence.
  let meaning: String
  let form: Form

  init(_ name: String, _ meaning: String, _ form: Form) {
    self.name = name
    self.meaning = meaning
    self.form = form
  }

  /// All outputs, in the order of the commands.
  static let all: [Output] = [
    run, sweep, sweepOnly, tune, calibrate, sample, merge, progress, compare, analyse, plot, report, archive,
    reproduce,
    validate, explain, columns,
    networkImport, networkInfo, networkRoute, networkPairs, networkPrepare, bench, benchList, benchCompare,
    benchResults,
    benchHistory, benchRace, benchSelfTest,
  ]

  /// The JSON Schema of the output.
  var schema: JSON { form.schema(of: name.replacingScalars(["-": " "]), meaning) }
}

/// Writes `json`, the output of a command, to standard output.
func print(json: JSON, as output: Output) {
  assert(
    output.form.fault(in: json) == nil, "the output of \(output.name): \(output.form.fault(in: json) ?? "")")
  Outlet.output.write(json)
}

extension Arguments {
  /// Prints `json` if JSON was requested, otherwise `text`; returns the exit code for success.
  func show(_ json: @autoclosure () -> JSON, as output: Output, or text: @autoclosure () -> String) -> Int32 {
    if has("--json") { print(json: json(), as: output) } else { print(text(), terminator: "") }
    return ExitCode.success
  }
}

extension Form {
  /// A mean with the limits of its 95 % confidence interval, as members.
  static let interval: [Member] = [
    Member("mean", .optional(.number), "the mean over the runs"),
    Member("lower", .optional(.number), "the lower end of its interval"),
    Member("upper", .optional(.number), "the upper end of its interval"),
  ]

  /// The values of the varied fields, as they were given.
  static let settings = Form.map(.text)

  /// Returns the form of a value or of the reason it is missing.
  static func orAbsent(_ form: Form) -> Form {
    .either([form, .object([Member("absent", .text, "why the study does not allow it")])])
  }
}

/// The outputs of commands that run scenarios.
extension Output {
  private static let distribution: [Form.Member] = ["mean", "p50", "p90", "p99", "p999", "max"].map {
    Form.Member($0, .number, "microseconds")
  }

  private static let performance: [Form.Member] = [
    .init("wall_s", .number, "seconds in all"), .init("cpu_s", .number, "seconds of all processors"),
    .init("peak_memory_bytes", .integer, "the most memory"), .init("events", .integer, "events executed"),
    .init("events_per_s", .optional(.number), "events a second"),
    .init("requests", .integer, "requests that took part"),
    .init("requests_per_s", .optional(.number), "asks a second"),
    .init(
      "decision_us",
      .optional(
        .object(
          [.init("count", .integer, "decisions")] + distribution + [
            .init("processor", .object(distribution), "what they took of the processor")
          ])), "what decisions took, wall clock"),
    .init(
      "phases",
      .objects([
        .init("name", .text, "the phase"), .init("wall_s", .number, "seconds"),
        .init("cpu_s", .number, "seconds of all processors"),
      ]), "parts of the work"),
  ]

  static let run = Output(
    "run", "The summary of a run: its figures, by name.",
    .object([
      .init("run_id", .text, "what tells the run from others"), .init("scenario", .text, "its name"),
      .init("seed", .integer, "the master seed"), .init("replication", .integer, "the replication"),
      .init("attempts_per_cycle", .integer, "attempts, the first included", mayLack: true),
      .init("outcomes", .map(.integer), "how many requests came to what"),
      .init(
        "figures", .map(.either([.number, .map(.number)])),
        "figures: a number, or statistics of a distribution; `detour columns summary` explains them"),
      .init(
        "warm_up",
        .object([
          .init("method", .text, "MSER-5"), .init("series", .text, "what it looks at"),
          .init("period_s", .number, "the simulated time"),
          .init("deleted_s", .optional(.number), "what it deletes; null where nothing settles"),
          .init("warm_up_s", .number, "the warm-up of the scenario"),
        ]), "how a stationary scenario fills up", mayLack: true),
      .init("fingerprint", .text, "of the tables of events", mayLack: true),
      .init("performance", .object(performance), "what the run took", mayLack: true),
    ]))

  private static let study: [Form.Member] = [
    .init("study", .text, "its name"), .init("results", .text, "its folder"),
    .init("seed", .integer, "the master seed"),
    .init("fields", .list(.text), "what varies"), .init("runs", .integer, "runs that are there"),
    .init("missing", .integer, "runs that are to come"),
    .init("confidence", .number, "of the intervals"),
    .init(
      "points",
      .objects([
        .init("point", .integer, "its number, from 1"), .init("at", .settings, "its values"),
        .init("runs", .integer, "its runs"),
        .init(
          "figures",
          .map(
            .object(
              [.init("runs", .integer, "runs in which the figure applies")] + Form.interval + [
                .init("sd", .optional(.number), "the standard deviation over the runs")
              ])), "by name; `detour columns summary` explains them"),
      ]), "every point"),
    .init(
      "warnings", .list(.text),
      "notices about the input, values of a field that give equal runs, and the limits that bind"),
  ]

  static let sweep = Output("sweep", "Every point of a study with its figures.", .object(study))
  static let merge = Output("merge", "Every point of the study that was made of shards.", .object(study))

  static let sweepOnly = Output(
    "sweep-only", "What `sweep --only` found: how a run done again compares with what was there.",
    .object([
      .init("run_id", .text, "the run"),
      .init("repetition", .words(["first", "same", "different", "damaged"]), "how it compares"),
    ]))

  static let validate = Output(
    "validate", "Whether a scenario or a study has faults, and what there is of it.",
    .object([
      .init("file", .text, "what was checked"), .init("valid", .flag, "whether it has no faults"),
      .init("faults", .list(.text), "a sentence for each, with its place"),
      .init("counts", .map(.integer), "what the scenario has, by name"),
      .init("points", .optional(.integer), "points of a study"),
      .init("runs", .optional(.integer), "runs of a study, at least"),
      .init(
        "defaults", .list(.text), "fields that recorded people act by and that the scenario does not give"),
      .init("warnings", .list(.text), "what looks odd"),
    ]))
}

/// The outputs of `detour network`.
extension Output {
  private static let size: [Form.Member] = [
    .init("file", .text, "the network"), .init("origin", .text, "what it was made of"),
    .init("nodes", .integer, "nodes"), .init("links", .integer, "directed links"),
  ]

  static let networkImport = Output(
    "network-import", "What was imported, and where it is.",
    .object(size))

  static let networkInfo = Output(
    "network-info", "A network in figures.",
    .object(
      size + [
        .init("length_m", .number, "of all links"), .init("components", .integer, "strongly connected parts"),
        .init("bends", .integer, "between the ends of links"),
        .init("is_geographic", .flag, "whether coordinates are longitude and latitude"),
        .init(
          "extent", .list(.number), "west, south, east, north; on a plane the least and greatest x and y"),
        .init(
          "classes",
          .objects([
            .init("name", .text, "of the class"), .init("links", .integer, "its links"),
            .init("length_m", .number, "of its links"),
            .init("slowest_kmh", .optional(.number), "of its links"),
            .init("mean_kmh", .number, "length over time"),
            .init("fastest_kmh", .optional(.number), "of its links"),
          ]), "classes of roads"),
        .init("checksums_right", .flag, "with --check", mayLack: true),
      ]))

  static let networkRoute = Output(
    "network-route", "The quickest way between two points.",
    .object([
      .init("duration_s", .number, "how long it takes"), .init("distance_m", .number, "how far it is"),
      .init("links", .integer, "its links"), .init("from_node_id", .integer, "where it begins"),
      .init("to_node_id", .integer, "where it ends"),
    ]))

  static let networkPairs = Output(
    "network-pairs", "The quickest way of each pair of --pairs, in their order.",
    .objects([
      .init("from", .optional(.integer), "a node's id"), .init("to", .optional(.integer), "a node's id"),
      .init("time_s", .optional(.number), "how long it takes"),
      .init("length_m", .optional(.number), "how far it is"),
      .init("reachable", .flag, "whether there is a way"),
    ]))

  static let networkPrepare = Output(
    "network-prepare", "What was prepared, and where it is.",
    .object([
      .init("folder", .text, "where it is"),
      .init("method", .words(["labels", "hierarchy", "dijkstra"]), "how it answers"),
      .init("nodes", .integer, "of the network"),
    ]))
}
