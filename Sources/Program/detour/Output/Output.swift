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
    .either([form, .object([Member("absent", .text, "the reason that the study does not allow it")])])
  }
}

/// The outputs of commands that run scenarios.
extension Output {
  private static let distribution: [Form.Member] = ["mean", "p50", "p90", "p99", "p999", "max"].map {
    Form.Member($0, .number, "microseconds")
  }

  private static let performance: [Form.Member] = [
    .init("wall_s", .number, "the total wall-clock time, in seconds"),
    .init("cpu_s", .number, "the total processor time, in seconds"),
    .init("peak_memory_bytes", .integer, "the peak memory"),
    .init("events", .integer, "the number of events executed"),
    .init("events_per_s", .optional(.number), "the events per second"),
    .init("requests", .integer, "the number of requests that took part"),
    .init("requests_per_s", .optional(.number), "the requests per second"),
    .init(
      "decision_us",
      .optional(
        .object(
          [.init("count", .integer, "the number of decisions")] + distribution + [
            .init("processor", .object(distribution), "the processor times of decisions")
          ])), "the wall-clock times of decisions"),
    .init(
      "phases",
      .objects([
        .init("name", .text, "the phase"), .init("wall_s", .number, "the wall-clock time, in seconds"),
        .init("cpu_s", .number, "the total processor time, in seconds"),
      ]), "the phases of the run"),
  ]

  static let run = Output(
    "run", "The summary of a run: its figures, by name.",
    .object([
      .init("run_id", .text, "the id of the run"), .init("scenario", .text, "its name"),
      .init("seed", .integer, "the master seed"), .init("replication", .integer, "the replication"),
      .init(
        "attempts_per_cycle", .integer, "the maximum number of attempts per cycle, including the first",
        mayLack: true),
      .init("outcomes", .map(.integer), "the number of requests with each outcome"),
      .init(
        "figures", .map(.either([.number, .map(.number)])),
        "the figures: a number each, or the statistics of a distribution; see `detour columns summary`"),
      .init(
        "warm_up",
        .object([
          .init("method", .text, "MSER-5"), .init("series", .text, "the series analysed"),
          .init("period_s", .number, "the simulated time, in seconds"),
          .init(
            "deleted_s", .optional(.number), "the initial period to delete; null if no steady state is found"),
          .init("warm_up_s", .number, "the scenario's warm-up"),
        ]), "the warm-up analysis of a stationary scenario", mayLack: true),
      .init("fingerprint", .text, "the fingerprint of the result tables", mayLack: true),
      .init("performance", .object(performance), "the computing time and memory of the run", mayLack: true),
    ]))

  private static let study: [Form.Member] = [
    .init("study", .text, "its name"), .init("results", .text, "its folder"),
    .init("seed", .integer, "the master seed"),
    .init("fields", .list(.text), "the varied fields"),
    .init("runs", .integer, "the number of finished runs"),
    .init("missing", .integer, "the number of missing runs"),
    .init("confidence", .number, "the confidence level of the intervals"),
    .init(
      "points",
      .objects([
        .init("point", .integer, "its number, from 1"), .init("at", .settings, "its values"),
        .init("runs", .integer, "its runs"),
        .init(
          "figures",
          .map(
            .object(
              [.init("runs", .integer, "the number of runs in which the figure applies")] + Form.interval + [
                .init("sd", .optional(.number), "the standard deviation over the runs")
              ])), "the figures by name; see `detour columns summary`"),
      ]), "every point"),
    .init(
      "warnings", .list(.text),
      "notices about the input, the field values that give identical runs, and the binding limits"),
  ]

  static let sweep = Output("sweep", "Every point of a study with its figures.", .object(study))
  static let merge = Output("merge", "Every point of the merged study with its figures.", .object(study))

  static let sweepOnly = Output(
    "sweep-only", "The result of `sweep --only`: the comparison of the repeated run with the stored one.",
    .object([
      .init("run_id", .text, "the run"),
      .init("repetition", .words(["first", "same", "different", "damaged"]), "the result of the comparison"),
    ]))

  static let validate = Output(
    "validate", "The faults of a scenario or a study, and its size.",
    .object([
      .init("file", .text, "the checked file"), .init("valid", .flag, "whether it has no faults"),
      .init("faults", .list(.text), "a sentence per fault, with its position"),
      .init("counts", .map(.integer), "the contents of the scenario: numbers by name"),
      .init("points", .optional(.integer), "the number of points of a study"),
      .init("runs", .optional(.integer), "the minimum number of runs of a study"),
      .init(
        "defaults", .list(.text),
        "the fields missing from the scenario whose defaults apply to recorded people"),
      .init("warnings", .list(.text), "warnings about unusual input"),
    ]))
}

/// The outputs of `detour network`.
extension Output {
  private static let size: [Form.Member] = [
    .init("file", .text, "the network"), .init("origin", .text, "the source of the network"),
    .init("nodes", .integer, "the number of nodes"), .init("links", .integer, "the number of directed links"),
  ]

  static let networkImport = Output(
    "network-import", "The imported network and its file.",
    .object(size))

  static let networkInfo = Output(
    "network-info", "The size, extent and road classes of a network.",
    .object(
      size + [
        .init("length_m", .number, "the total length of the links"),
        .init("components", .integer, "the number of strongly connected components"),
        .init("bends", .integer, "the number of bends between the ends of links"),
        .init("is_geographic", .flag, "whether coordinates are longitude and latitude"),
        .init(
          "extent", .list(.number), "west, south, east and north; on a plane, the minimum and maximum x and y"
        ),
        .init(
          "classes",
          .objects([
            .init("name", .text, "the road class"), .init("links", .integer, "the number of its links"),
            .init("length_m", .number, "the total length of its links"),
            .init("slowest_kmh", .optional(.number), "the lowest speed of its links"),
            .init("mean_kmh", .number, "the mean speed: length ÷ time"),
            .init("fastest_kmh", .optional(.number), "the highest speed of its links"),
          ]), "the road classes"),
        .init("checksums_right", .flag, "whether the checksums are right; only with --check", mayLack: true),
      ]))

  static let networkRoute = Output(
    "network-route", "The fastest route between two points.",
    .object([
      .init("duration_s", .number, "the travel time"), .init("distance_m", .number, "the distance"),
      .init("links", .integer, "the number of its links"), .init("from_node_id", .integer, "the first node"),
      .init("to_node_id", .integer, "the last node"),
    ]))

  static let networkPairs = Output(
    "network-pairs", "The fastest route of each pair of --pairs, in order.",
    .objects([
      .init("from", .optional(.integer), "a node's id"), .init("to", .optional(.integer), "a node's id"),
      .init("time_s", .optional(.number), "the travel time"),
      .init("length_m", .optional(.number), "the distance"),
      .init("reachable", .flag, "whether there is a route"),
    ]))

  static let networkPrepare = Output(
    "network-prepare", "The routing preprocessing and its folder.",
    .object([
      .init("folder", .text, "the folder of the preprocessing"),
      .init("method", .words(["labels", "hierarchy", "dijkstra"]), "the routing algorithm"),
      .init("nodes", .integer, "the number of nodes of the network"),
    ]))
}
