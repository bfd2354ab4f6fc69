extension TableSchema {
  /// A row per interval of simulated time.
  public static let timeseries = TableSchema(
    "timeseries",
    "A row per interval: flows within [from_s, to_s), states just before to_s; probes, refused rows left out.",
    key: ["from_s"],
    columns: [
      .runID,
      .seconds("from_s", "Begin of the interval, included."),
      .seconds("to_s", "End of the interval, excluded; the last interval holds the end of the run."),
      .count("drivers_active", "Drivers announced and not yet arrived, at the end of the interval."),
      .count("requests_submitted", "Requests submitted in the interval."),
      .count("matches", "Attempts whose acceptance came in the interval."),
      .count("pickups", "Pickup stops at which a car arrived in the interval."),
      .count("dropoffs", "Drop-off stops at which a car arrived in the interval."),
      .count(
        "requests_waiting",
        "Requests submitted and neither picked up nor gone nor given up, at the interval's end."),
      .count("passengers_on_board", "Persons picked up and not yet dropped off, at the interval's end."),
      .ratio(
        "match_rate",
        "Share of the requests submitted in the interval that were ever matched; in progress left out.",
        formula: "ever matched ÷ submitted"),
      .seconds(
        "mean_time_to_match_s", "Mean over the matches made in the interval.",
        formula: "mean(answered_s − submit_s)"
      ),
      .seconds(
        "mean_detour_s", "Mean added detour of the matches made in the interval, as computed for the offer.",
        formula: "mean(detour_s of attempts.csv)"),
    ])

  /// A row per metric and statistic.
  public static let summary = TableSchema(
    "summary", "A row per metric and statistic; what does not apply has no row.",
    key: ["metric", "statistic"],
    columns: [
      .runID,
      .word("scenario", "The scenario's name."),
      .number("seed", "The master seed."),
      .number("replication", "The replication, counted from 0."),
      .word("metric", "The figure; see the list of metrics."),
      .word(
        "statistic",
        "Which number of it: value, or a statistic of a distribution; see the list of statistics."),
      Column("value", .none, .decimal, "The number, with the decimals of its unit."),
      .word("unit", "What the number is counted in; count for the statistic count."),
    ])

  /// A row per attempt: what the matcher's call took on this machine.
  public static let timing = TableSchema(
    "timing", "A row per attempt: what the matcher's call took; depends on the machine.",
    key: ["request_id", "cycle", "attempt"], isDeterministic: false,
    columns: [
      .id("request_id", "The request, as the demand file calls it."),
      .count("cycle", "The cycle of the request, counted from 1."),
      .count("attempt", "The attempt within its cycle, counted from 1."),
      Column("decision_us", .microseconds, .decimal, "Wall-clock time of the matcher's call."),
      .count("drivers_active", "Drivers announced or under way, available or not."),
      .count("in_radius", "Available drivers whose reported position lies within r of the pickup."),
      .count("evaluated", "Drivers whose pairs of stops were evaluated."),
    ])
}
