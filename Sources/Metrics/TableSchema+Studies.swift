extension TableSchema {
  /// A row per run of a study.
  public static let studyRuns = TableSchema(
    "study/runs",
    "A row per run of a study, points in their order; runs.csv of a study's folder.",
    key: ["FIELD", "replication"],
    columns: [
      .runID,
      .word("FIELD", "A column for each varied field, named by its path."),
      .number("seed", "The master seed."),
      .number("replication", "The replication, counted from 0; the same random numbers at every point."),
      Column(
        "FIGURE", .none, .decimal,
        "A column for each figure of summary.csv: match_rate, wait_s.mean; with the decimals of its unit."),
      Column("fingerprint", .identifier, .text, "The fingerprint of the run's tables."),
    ])

  /// A row per point and figure of a study.
  public static let studySummary = TableSchema(
    "study/summary",
    "A row per point and figure of a study; summary.csv of a study's folder. A figure without values has none.",
    key: ["point", "metric", "statistic"],
    columns: [
      .count("point", "The point, counted from 1 in the order of runs.csv."),
      .word("FIELD", "A column for each varied field: the value at the point."),
      .word("metric", "The figure; see the list of metrics."),
      .word("statistic", "Which number of it; see the list of statistics."),
      .word("unit", "What the figure is counted in."),
      .count("n", "The runs in which the figure applies."),
      Column("mean", .none, .decimal, "The mean over these runs, with at least 3 decimals."),
      Column("sd", .none, .decimal, "The standard deviation over them (n − 1 below); empty of one run."),
      Column(
        "half_width_95", .none, .decimal, "Half the width of the 95 % interval of Student's t for the mean.",
        formula: "t(0.975; n − 1) · sd ÷ √n"),
      Column("lower_95", .none, .decimal, "Its lower end.", formula: "mean − half_width_95"),
      Column("upper_95", .none, .decimal, "Its upper end.", formula: "mean + half_width_95"),
    ])

  /// A row per point of a study whose scenario is stationary there: what MSER-5 says.
  public static let studyWarmUp = TableSchema(
    "study/warm_up",
    "A row per point whose scenario is stationary: constant rates and travel times; warm_up.csv of a study's folder."
      + " MSER-5 looks at the matches over time, the mean over the runs.",
    key: ["point"],
    columns: [
      .count("point", "The point, counted from 1 in the order of runs.csv."),
      .word("FIELD", "A column for each varied field: the value at the point."),
      .count("runs", "The runs at the point."),
      .seconds("period_s", "The time from second 0 on that was looked at."),
      .seconds("deleted_s", "What MSER-5 deletes at its front; empty where it shows no steady state."),
      .seconds("warm_up_s", "The scenario's time.warm_up_s."),
      .word("verdict", "What this warm-up is: `long_enough`, `too_short`, or `no_steady_state`: run longer."),
    ])

  /// A row per point of a study that was tuned: what became of it.
  public static let studyTuning = TableSchema(
    "study/tuning",
    "A row per point that `detour tune` looked at: what became of it; tuning.csv of the study's folder.",
    key: ["point"],
    columns: [
      .count("point", "The point, counted from 1 in the order of runs.csv."),
      .word("FIELD", "A column for each varied field: the value at the point."),
      .count("runs", "The runs at the point."),
      .word(
        "state",
        "What became of it: `best` was selected, `beaten` is worse, `infeasible` breaks a bound, of `incomplete` a run"
          + " lacks a figure, and `undecided` were left when the budget ended."),
      .count("beaten_by", "The point that is better; empty of others than `beaten`."),
      Column("objective", .none, .decimal, "The mean of the figure that is to be best, in its unit."),
      Column("half_width_95", .none, .decimal, "Half the width of the 95 % interval of Student's t for it."),
      Column(
        "BOUND", .none, .decimal,
        "A column for each bound, named by it: by how much the mean keeps it, in its unit; negative where it does"
          + " not."),
    ])

  /// A row per run of a study: what it took.
  public static let studyPerformance = TableSchema(
    "study/performance",
    "A row per run of a study: what it took on its machine; performance.csv of a study's folder.",
    key: ["run_id"], isDeterministic: false,
    columns: [
      .runID,
      .seconds("wall_s", "Wall-clock time of the run."),
      .seconds("cpu_s", "Processor time of the thread that carried it out."),
      .seconds("input_s", "Wall-clock time of reading and drawing, and of preparing a network at first."),
      .seconds("simulation_s", "Wall-clock time of the events."),
      .seconds("output_s", "Wall-clock time of the figures and the fingerprint."),
      .count("events", "Events executed."),
      .count("requests", "Requests that took part, probes included."),
    ])
}
