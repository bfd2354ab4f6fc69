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
