/// What commands that run scenarios print.
extension Output {
  private static let distribution: [Form.Member] = ["mean", "p50", "p90", "p99", "p999", "max"].map {
    Form.Member($0, .number, "microseconds")
  }

  private static let performance: [Form.Member] = [
    .init("wall_s", .number, "seconds in all"), .init("cpu_s", .number, "seconds of all processors"),
    .init("peak_memory_bytes", .integer, "the most memory"), .init("events", .integer, "events executed"),
    .init("events_per_s", .optional(.number), "events a second"),
    .init("requests", .integer, "asks that took part"),
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
      .list(
        .object([
          .init("name", .text, "the phase"), .init("wall_s", .number, "seconds"),
          .init("cpu_s", .number, "seconds of all processors"),
        ])), "parts of the work"),
  ]

  static let run = Output(
    "run", "The summary of a run: its figures, by name.",
    .object([
      .init("run_id", .text, "what tells the run from others"), .init("scenario", .text, "its name"),
      .init("seed", .integer, "the master seed"), .init("replication", .integer, "the replication"),
      .init("attempts_per_cycle", .integer, "attempts, the first included", mayLack: true),
      .init("outcomes", .map(.integer), "how many asks came to what"),
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
      .list(
        .object([
          .init("point", .integer, "its number, from 1"), .init("at", .settings, "its values"),
          .init("runs", .integer, "its runs"),
          .init(
            "figures",
            .map(
              .object(
                [.init("runs", .integer, "runs in which the figure applies")] + Form.interval + [
                  .init("sd", .optional(.number), "the standard deviation over the runs")
                ])), "by name; `detour columns summary` explains them"),
        ])), "every point"),
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
      .init("warnings", .list(.text), "what looks odd"),
    ]))

  /// Of a scenario in which passengers walk.
  private static let walk = Form.Member(
    "walk",
    .object([
      .init("pickup_x", .number, "longitude or x of where the passenger gets on"),
      .init("pickup_y", .number, "latitude or y of it"),
      .init("dropoff_x", .number, "longitude or x of where the passenger gets off"),
      .init("dropoff_y", .number, "latitude or y of it"),
      .init("walk_to_pickup_m", .number, "metres on foot to the pickup, as the crow flies"),
      .init("walk_to_pickup_s", .number, "seconds"),
      .init("walk_from_dropoff_m", .number, "metres on foot from the drop-off, likewise"),
      .init("walk_from_dropoff_s", .number, "seconds"),
    ]), "where they meet and how far the passenger walks; only where passengers walk", mayLack: true)

  /// A change of cars that was looked for.
  private static let transfer = Form.Member(
    "transfer",
    .object([
      .init("first_drivers", .integer, "drivers near the pickup with seats, whose wishes agree"),
      .init("second_drivers", .integer, "those who pass near the destination, likewise"),
      .init("evaluated", .integer, "rides that no bound dismissed"),
      .init("fate", .text, "what became of it"),
      .init("first_driver_id", .text, "who takes the passenger to the place", mayLack: true),
      .init("second_driver_id", .text, "who takes the passenger on", mayLack: true),
      .init("x", .number, "longitude or x of the place", mayLack: true),
      .init("y", .number, "latitude or y of it", mayLack: true),
      .init("planned_dropoff_s", .number, "when the first car is to be there", mayLack: true),
      .init("planned_pickup_s", .number, "when the second is to pick the passenger up", mayLack: true),
      .init("first_cost_ms", .integer, "the cost of the first ride", mayLack: true),
      .init("second_cost_ms", .integer, "that of the second", mayLack: true),
    ]), "a change of cars that was looked for, and found if it has drivers; only with `matching.transfer`",
    mayLack: true)

  static let explain = Output(
    "explain", "What became of an ask, attempt by attempt.",
    .object([
      .init("run", .text, "the folder of the run"), .init("market", .text, "the market"),
      .init("id", .text, "the ask"),
      .init("outcome", .text, "what became of it", mayLack: true),
      .init("cause", .optional(.text), "why it failed", mayLack: true),
      .init("submitted_s", .number, "when it was submitted", mayLack: true),
      .init("party_size", .integer, "persons", mayLack: true),
      .init("direct_s", .optional(.number), "the direct trip", mayLack: true),
      .init("direct_m", .optional(.number), "the direct trip", mayLack: true),
      .init(
        "match",
        .optional(
          .object([
            .init("time_s", .number, "when"), .init("driver", .text, "with whom"),
            .init("detour_s", .number, "how far the driver goes out of the way"),
            .init("pickup_s", .optional(.number), "when the pickup was"),
            .init("dropoff_s", .optional(.number), "when the drop-off was"), walk,
          ])), "null of those that were not matched", mayLack: true),
      .init(
        "attempts",
        .list(
          .object([
            .init("cycle", .integer, "from 1"), .init("attempt", .integer, "from 1, in its cycle"),
            .init("time_s", .number, "when"), .init("outcome", .text, "what came of it"),
            .init("cause", .optional(.text), "why it failed"),
            .init("driver", .optional(.text), "who was asked"),
            .init("bound_by", .optional(.text), "the limit that bound"),
            .init(
              "drivers",
              .list(
                .object([
                  .init("driver", .text, "who"),
                  .init("failed", .optional(.text), "the stage that failed; null of candidates"),
                  .init("pickup_m", .optional(.number), "from the last report to the pickup"),
                  .init("route_m", .optional(.number), "from the route to the destination"),
                  .init("cost", .optional(.number), "what the policy compares by"), walk,
                ])), "who came nearest"),
            transfer,
          ])), "in their order", mayLack: true),
      .init("lines", .list(.text), "the account in words"),
    ]))
}
