import Statistics
import Study

/// The outputs of commands that read studies.
extension Output {
  static let interval = Form.object(Form.interval)
  static let runID = Form.Member("run_id", .optional(.text), "its first run")

  private static let tuned = Form.object(
    [
      .init("point", .integer, "its number, from 1"), .init("at", .settings, "its values"), runID,
      .init("runs", .integer, "its runs"), .init("state", .text, "its fate"),
      .init("resamples_best", .number, "the share of resamples in which it is the best"),
      .init("objective", interval, "the figure"),
      .init("beaten_by", .integer, "the number of a point that is better", mayLack: true),
      .init("equal_to", .integer, "the number of a point with the same in every run", mayLack: true),
      .init(
        "bounds",
        .objects([
          .init("bound", .text, "the bound"), .init("slack", .optional(.number), "what is left to it"),
          .init("figure", interval, "its figure"),
        ]), "every bound"),
    ])

  static let tune = Output(
    "tune", "What was selected, and what became of the other points; tune.json holds the same.",
    .object([
      .init("study", .text, "its folder"),
      .init(
        "verdict", .words(["selected", "nothing_keeps_the_bounds", "figures_missing", "undecided"]),
        "what came out"),
      .init("figure", .text, "what the best is best in"), .init("direction", .text, "which way is better"),
      .init("indifference", .optional(.number), "the least difference that matters"),
      .init(
        "bounds",
        .objects([
          .init("bound", .text, "the bound"),
          .init("tolerance", .number, "how near either answer is right"),
        ]), "what must hold"),
      .init("confidence", .number, "of the selection"), .init("runs", .integer, "runs that were carried out"),
      .init("budget", .integer, "the most runs"),
      .init("equal_allocation_runs", .integer, "what equal numbers would have taken"),
      .init("rounds", .integer, "rounds of the selection"), .init("best", .optional(tuned), "who leads"),
      .init("reason", .optional(.text), "why nothing was selected"),
      .init("points", .list(tuned), "every point"),
      .init("warnings", .list(.text), "values of a field that give equal runs, and the limits that bind"),
    ]))

  static let calibrate = Output(
    "calibrate", "The settings that reproduce observed figures; calibrate.json holds the same.",
    .object([
      .init("study", .text, "its folder"),
      .init("reproduced", .flag, "whether any setting is not implausible"),
      .init("runs", .integer, "runs that were carried out"),
      .init("limit", .number, "the standard deviations beyond which a figure makes a setting implausible"),
      .init(
        "waves",
        .objects([
          .init("points", .integer, "the points by then"),
          .init("share", .number, "of the ranges that is not implausible by them"),
        ]), "in their order"),
      .init(
        "fields",
        .objects([
          .init("field", .text, "its path"), .init("from", .number, "the least value looked at"),
          .init("to", .number, "the greatest"), .init("median", .optional(.number), "over the draws"),
          .init("lower", .optional(.number), "the lower end of its 95 % region"),
          .init("upper", .optional(.number), "the upper end of it"),
        ]), "that vary"),
      .init(
        "not_told_apart",
        .objects([
          .init("fields", .list(.text), "of which the figures tell a combination alone"),
          .init(
            "kind", .words(["product", "ratio", "product of powers", "weighted sum"]), "of combination"),
          .init("weights", .list(.number), "the power of each field, or its factor in a sum"),
          .init("lower", .number, "the lower end of the 95 % region of the combination"),
          .init("upper", .number, "the upper end of it"),
        ]), "fields that only act together"),
      .init("not_told", .list(.text), "fields that the figures say nothing of"),
      .init(
        "best",
        .object([.init("point", .integer, "its number, from 1"), .init("at", .settings, "its values"), runID]
        ),
        "the likeliest point; the least implausible one where nothing is reproduced"),
      .init(
        "figures",
        .objects(
          [
            .init("figure", .text, "its name"), .init("observed", .number, "as observed"),
            .init("deviation", .number, "the standard deviation of that around the mean of all days"),
          ] + Form.interval + [
            .init("off_by", .number, "how far it lies off its surface there, in standard deviations")
          ]), "that were observed"),
    ]))

  private static let bias = Form.object([
    .init("mean", .optional(.number), "the mean over the samples"),
    .init("bias", .optional(.number), "the mean of the samples less their wholes"),
    .init("lower", .optional(.number), "the lower end of its interval"),
    .init("upper", .optional(.number), "the upper end of its interval"),
  ])

  static let sample = Output(
    "sample", "The bias of samples against the whole, figure by figure.",
    .object([
      .init("study", .text, "its folder"), .init("replications", .integer, "pairs of a sample and its whole"),
      .init("confidence", .number, "of the intervals"),
      .init("exponent", .number, "the power of 1 ÷ share by which the service is stretched"),
      .init("stretched", .list(.text), "the fields that are"),
      .init(
        "figures",
        .objects([
          .init("figure", .text, "its name"), .init("unit", .text, "its unit"),
          .init("whole", .optional(.number), "its mean over the wholes"),
          .init(
            "shares",
            .objects([
              .init("share", .number, "of both sides"),
              .init("stretch", .number, "how many times as long the service is"),
              .init("as_it_is", bias, "with the service as it is"),
              .init(
                "stretched", .optional(bias),
                "with the service stretched, times and lengths divided by as much"),
            ]), "in ascending order"),
        ]), "in the order asked for"),
    ]))

  static let progress = Output(
    "progress", "How far a study is, and the shards of it on a cluster; also of `sweep --slurm`.",
    .object([
      .init("study", .text, "its name"), .init("folder", .text, "where it is"),
      .init("total", .optional(.integer), "its runs, where that is known"),
      .init("is_open", .flag, "whether replications are added until they suffice"),
      .init("finished", .optional(.integer), "runs that are there"),
      .init("in_hand", .optional(.integer), "runs that somebody carries out"),
      .init("complete", .flag, "whether nothing is missing"),
      .init(
        "tuning",
        .optional(
          .object([
            .init("budget", .integer, "the most runs"), .init("points", .integer, "the points so far"),
            .init("undecided", .integer, "those that may still be the best"),
            .init("rounds", .integer, "finished rounds of the selection; 0 while points are looked for"),
            .init("ahead", .optional(.text), "the setting that is ahead"),
            .init("objective", .optional(.text), "the figure there"),
          ])), "how far `detour tune` is, while somebody is at it"),
      .init("runs_per_s", .optional(.number), "the pace of the last ten minutes"),
      .init("left_s", .optional(.number), "how long the rest takes at that pace, seconds"),
      .init("array_job", .optional(.text), "Slurm's job of the shards"),
      .init("merge_job", .optional(.text), "Slurm's job that merges them"),
      .init("merge_state", .optional(.text), "what Slurm says of that"),
      .init(
        "shards",
        .objects([
          .init("shard", .optional(.integer), "its number"), .init("folder", .text, "where it is"),
          .init("finished", .integer, "runs that are there"),
          .init("total", .optional(.integer), "its runs, where that is known"),
          .init(
            "state", .optional(.words(ShardStatus.State.allCases.map(\.rawValue))),
            "what Slurm does with it"),
          .init("exit_code", .optional(.integer), "with which it failed for good"),
          .init("host", .optional(.text), "the machine that it was on last"),
          .init("log", .optional(.text), "where it says what it does"),
        ]), "every shard or folder"),
    ]))

  static let compare = Output(
    "compare", "B against A, figure by figure, at each point that both have.",
    .object([
      .init("a", .text, "the one side"), .init("b", .text, "the side that the verdict is about"),
      .init("confidence", .number, "of intervals and verdicts"),
      .init("comparisons", .integer, "how many verdicts share the confidence"),
      .init("verdict", .text, "the worst of all"),
      .init(
        "points",
        .objects([
          .init("at", .settings, "what both have"), .init("pairs", .integer, "pairs of runs"),
          .init(
            "figures",
            .objects([
              .init("figure", .text, "its name"), .init("unit", .text, "its unit"),
              .init("share", .flag, "whether people read it in per cent"),
              .init("direction", .optional(.text), "which way is better"),
              .init("pairs", .integer, "pairs in which it applies"),
              .init("mean_a", .optional(.number), "the mean of A"),
              .init("mean_b", .optional(.number), "the mean of B"),
              .init("difference", .optional(.number), "the mean of B minus A"),
              .init("lower", .optional(.number), "the lower end of its interval"),
              .init("upper", .optional(.number), "the upper end of its interval"),
              .init("p", .optional(.number), "the p-value"),
              .init("p_holm", .optional(.number), "the p-value, corrected"),
              .init("verdict", .text, "what is said of B"),
            ]), "every figure"),
        ]), "every point"),
    ]))

  static let plot = Output(
    "plot", "What was drawn, and what not.",
    .object([
      .init(
        "pictures",
        .objects([
          .init("kind", .text, "heatmap, curves, surface, pareto, morris or sobol"),
          .init("name", .text, "with its figures"),
          .init("files", .list(.text), "where it is"),
          .init("width", .integer, "in units of which 96 are an inch"),
          .init("height", .integer, "in the same unit"),
          .init("style", .words(["page", "paper", "slides"]), "what the picture is for"),
          .init("font_size_pt", .number, "the size of the type in points"),
          .init("caption", .list(.text), "what a caption has to say; empty if the picture has it as a title"),
        ]), "in the order in which they were drawn"),
      .init(
        "left_out",
        .objects([
          .init("kind", .text, "of picture"), .init("reason", .text, "why the study does not allow it"),
        ]),
        "only where no --kind was named"),
    ]))

  static let report = Output(
    "report", "Where the page is.",
    .object([
      .init("folder", .text, "what it is of"),
      .init("other", .text, "the run beside it; only of two runs", mayLack: true),
      .init("page", .text, "the file"),
      .init("bytes", .integer, "its size"),
    ]))

  static let columns = Output(
    "columns", "Tables as a Data Package (Frictionless).",
    .object([
      .init("profile", .text, "tabular-data-package"), .init("name", .text, "detour"),
      .init(
        "resources",
        .objects([
          .init("name", .text, "the table"), .init("path", .text, "its file"),
          .init("description", .text, "what a row is"),
          .init("profile", .text, "tabular-data-resource"),
          .init(
            "schema",
            .object([
              .init(
                "fields",
                .objects([
                  .init("name", .text, "the column"),
                  .init("type", .words(["integer", "number", "boolean", "string"]), "its type"),
                  .init("description", .text, "what it means"), .init("unit", .text, "its unit"),
                  .init("formula", .text, "how it is computed", mayLack: true),
                  .init(
                    "constraints",
                    .object([
                      .init("enum", .list(.text), "the words", mayLack: true),
                      .init("required", .flag, "whether a file must have the column", mayLack: true),
                    ]),
                    "of columns of words, and of columns that files must have",
                    mayLack: true),
                ]), "in the order of the file"),
              .init("missingValues", .list(.text), "what stands where nothing applies"),
              .init("primaryKey", .list(.text), "what the rows are ordered by"),
            ]), "the columns"),
        ]), "the tables"),
      .init(
        "figures",
        .objects([
          .init("name", .text, "the figure"), .init("unit", .text, "its unit"),
          .init("share", .flag, "whether people read it in per cent"),
          .init("headline", .flag, "whether it is one that runs are compared by"),
        ]), "of the market, in the order of summary.csv"),
    ]))
}
