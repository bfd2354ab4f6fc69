import Statistics
import Study

/// The output of commands that look at studies.
extension Output {
  private static let interval = Form.object(Form.interval)
  private static let runID = Form.Member("run_id", .optional(.text), "its first run")

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
        .list(
          .object([
            .init("bound", .text, "the bound"), .init("slack", .optional(.number), "what is left to it"),
            .init("figure", interval, "its figure"),
          ])), "every bound"),
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
        .list(
          .object([
            .init("bound", .text, "the bound"),
            .init("tolerance", .number, "how near either answer is right"),
          ])), "what must hold"),
      .init("confidence", .number, "of the selection"), .init("runs", .integer, "runs that were carried out"),
      .init("budget", .integer, "the most runs"),
      .init("equal_allocation_runs", .integer, "what equal numbers would have taken"),
      .init("rounds", .integer, "rounds of the selection"), .init("best", .optional(tuned), "who leads"),
      .init("reason", .optional(.text), "why nothing was selected"),
      .init("points", .list(tuned), "every point"),
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
        .list(
          .object([
            .init("figure", .text, "its name"), .init("unit", .text, "its unit"),
            .init("whole", .optional(.number), "its mean over the wholes"),
            .init(
              "shares",
              .list(
                .object([
                  .init("share", .number, "of both sides"),
                  .init("stretch", .number, "how many times as long the service is"),
                  .init("as_it_is", bias, "with the service as it is"),
                  .init(
                    "stretched", .optional(bias),
                    "with the service stretched, times and lengths divided by as much"),
                ])), "in ascending order"),
          ])), "in the order asked for"),
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
        .list(
          .object([
            .init("shard", .optional(.integer), "its number"), .init("folder", .text, "where it is"),
            .init("finished", .integer, "runs that are there"),
            .init("total", .optional(.integer), "its runs, where that is known"),
            .init(
              "state", .optional(.words(ShardStatus.State.allCases.map(\.rawValue))),
              "what Slurm does with it"),
            .init("exit_code", .optional(.integer), "with which it failed for good"),
            .init("host", .optional(.text), "the machine that it was on last"),
            .init("log", .optional(.text), "where it says what it does"),
          ])), "every shard or folder"),
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
        .list(
          .object([
            .init("at", .settings, "what both have"), .init("pairs", .integer, "pairs of runs"),
            .init(
              "figures",
              .list(
                .object([
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
                ])), "every figure"),
          ])), "every point"),
    ]))

  private static let bestFigures: [Form.Member] = [
    .init("figure", .text, "what it is best in"), .init("direction", .text, "which way is better"),
    .init("constraints", .list(.text), "what it keeps"),
  ]

  private static let quadratic = Form.object([
    .init(
      "terms",
      .list(
        .object([
          .init("term", .text, "its name"), .init("coefficient", .number, "its coefficient"),
          .init("standard_error", .optional(.number), "of the coefficient"),
        ])), "of the quadratic"),
    .init("explained", .optional(.number), "the share of the variance"),
    .init(
      "left_out_error", .optional(.number), "root mean square of the residuals, each point left out in turn"),
    .init(
      "lack_of_fit",
      .optional(
        .object([
          .init("f", .optional(.number), "the statistic"), .init("df", .integer, "degrees of freedom"),
          .init("df_error", .integer, "those of the error"), .init("p", .optional(.number), "the p-value"),
        ])), "the test of whether the shape is right"),
  ])

  private static let process = Form.object([
    .init("trend", .words(GaussianProcess.Trend.allCases.map(\.rawValue)), "what it varies around"),
    .init(
      "terms",
      .list(
        .object([
          .init("term", .text, "its name"), .init("coefficient", .number, "its coefficient"),
        ])), "of the trend"),
    .init("smoothness", .number, "of Matérn's covariance: 1.5 or 2.5"),
    .init("variance", .number, "around the trend"),
    .init("lengths", .map(.number), "over which it changes, by field, in half ranges"),
    .init("inflation", .number, "the factor of the variance between points, by the residuals"),
    .init(
      "left_out",
      .object([
        .init("points", .integer, "the points"), .init("held", .integer, "those within their 95 % interval"),
        .init("error", .number, "root mean square of the residuals"),
        .init("explained", .number, "the share of the variance"),
        .init("fits", .flag, "whether the residuals refute no interval"),
      ]), "the residuals, each point left out in turn"),
    .init("means", .list(.number), "of the points that have the figure"),
    .init("noise", .list(.number), "the variance of each, less what replications share"),
    .init("values", .list(.number), "the process at the points"),
  ])

  private static let surface = Form.object([
    .init("coding", .text, "what the coefficients are of"), .init("ranges", .map(.list(.number)), "by field"),
    .init("logarithmic", .list(.text), "fields on a logarithmic scale"),
    .init("stands", .words(["quadratic", "process"]), "which of the two stands for the surface"),
    .init("quadratic", .optional(quadratic), "the quadratic, where the points determine one"),
    .init("process", process, "the Gaussian process"),
  ])

  private static let bounded: [Form.Member] = [
    .init("value", .optional(.number), "the value"),
    .init("lower", .optional(.number), "the lower end of its interval"),
    .init("upper", .optional(.number), "the upper end of its interval"),
  ]

  static let analyse = Output(
    "analyse", "What a study shows: front, best points, surfaces, quantiles, what matters.",
    .object([
      .init("study", .text, "its folder"), .init("points", .integer, "its points"),
      .init("runs", .integer, "its runs"),
      .init("parameters", .list(.text), "what varies"),
      .init(
        "precision_missing",
        .optional(
          .object([
            .init("figure", .text, "what the precision is of"), .init("half_width", .number, "as asked for"),
            .init("max_replications", .integer, "where it gave up"),
            .init("points", .integer, "that lack it"),
            .init("replications_needed", .optional(.integer), "what would reach it"),
          ])), "where --precision was not reached"),
      .init(
        "front",
        .orAbsent(
          .list(
            .object([
              .init("at", .settings, "its values"), runID, .init("means", .map(.number), "by figure"),
              .init("knee", .flag, "whether it is the knee"),
            ]))), "points that none beats"),
      .init("knee_rests_on", .list(.text), "the figures of the front"),
      .init(
        "simulated_best",
        .orAbsent(
          .object(
            bestFigures + [
              .init("at", .settings, "its values"), runID, .init("runs", .integer, "its runs"),
              .init("objective", .map(interval), "the figure"),
              .init(
                "bounds",
                .map(
                  .object(
                    Form.interval + [
                      .init("bound", .text, "the bound"),
                      .init("slack", .optional(.number), "what is left to it"),
                    ])), "by figure"), .init("keeping", .integer, "points that respect the bounds"),
              .init("resamples", .integer, "how often was resampled"),
              .init(
                "stays_best", .number, "the share in which it stays the best, those that equal it with it"),
              .init("equal", .list(.settings), "points with the same in every run"),
              .init("keeps_bounds", .number, "the share in which it respects the bounds"),
            ])), "the best point that was simulated"),
      .init("surfaces", .map(.orAbsent(surface)), "by figure"),
      .init(
        "best",
        .orAbsent(
          .optional(
            .object(
              bestFigures + [
                .init("is_guess", .flag, "whether the surface does not fit"),
                .init("at", .map(.number), "its values"),
                .init("figures", .map(.object(bounded)), "by name"),
              ]))), "the best point of the surface"),
      .init(
        "prediction",
        .optional(
          .orAbsent(
            .object([
              .init("at", .map(.number), "the point asked for"),
              .init("extrapolated", .list(.text), "fields whose value lies beyond all points"),
              .init("is_guess", .flag, "whether a surface does not fit"),
              .init("figures", .map(.object(bounded)), "by name"),
            ]))), "the surfaces at a point that was not simulated"),
      .init(
        "quantiles",
        .map(
          .orAbsent(
            .list(
              .object([
                .init("at", .settings, "its values"), .init("runs", .integer, "its runs"),
                .init(
                  "quantiles",
                  .list(
                    .object(
                      [.init("probability", .number, "0.5 for the median")] + bounded + [
                        .init("confidence", .optional(.number), "of the interval")
                      ])), "over the runs"),
              ])))), "by figure"),
      .init(
        "controlled",
        .map(
          .orAbsent(
            .list(
              .object(
                [.init("at", .settings, "its values")] + Form.interval + [
                  .init(
                    "variance_ratio", .optional(.number),
                    "the variance that is left, over that of the plain mean"),
                  .init(
                    "controls",
                    .map(
                      .object([
                        .init("expected", .number, "its mean by the input"),
                        .init("coefficient", .optional(.number), "the change of the figure per unit of it"),
                      ])), "by name"),
                ])))), "means with control variates, by figure, with --control auto"),
      .init(
        "sobol",
        .map(
          .orAbsent(
            .list(
              .object([
                .init("field", .text, "the field"), .init("first", .object(bounded), "alone"),
                .init("total", .object(bounded), "with others"),
              ])))), "shares of the variance, by figure"),
      .init(
        "screenings",
        .map(
          .orAbsent(
            .list(
              .object([
                .init("field", .text, "the field"), .init("mu_star", .number, "how much it matters"),
                .init("mu", .number, "the mean effect"), .init("sigma", .optional(.number), "how it differs"),
                .init("effects", .integer, "how many there are"),
              ])))), "effects after Morris, by figure"),
    ]))

  static let plot = Output(
    "plot", "What was drawn, and what not.",
    .object([
      .init(
        "pictures",
        .list(
          .object([
            .init("kind", .text, "heatmap, curves, surface, pareto, morris or sobol"),
            .init("name", .text, "with its figures"),
            .init("files", .list(.text), "where it is"),
            .init("width", .integer, "in units of which 96 are an inch"),
            .init("height", .integer, "likewise"),
          ])), "in the order in which they were drawn"),
      .init(
        "left_out",
        .list(
          .object([
            .init("kind", .text, "of picture"), .init("reason", .text, "why the study does not allow it"),
          ])),
        "only where no --kind was named"),
    ]))

  static let report = Output(
    "report", "Where the page is.",
    .object([
      .init("folder", .text, "what it is of"), .init("page", .text, "the file"),
      .init("bytes", .integer, "its size"),
    ]))

  static let columns = Output(
    "columns", "Tables as a Data Package (Frictionless).",
    .object([
      .init("profile", .text, "tabular-data-package"), .init("name", .text, "detour"),
      .init(
        "resources",
        .list(
          .object([
            .init("name", .text, "the table"), .init("path", .text, "its file"),
            .init("description", .text, "what a row is"),
            .init("profile", .text, "tabular-data-resource"),
            .init(
              "schema",
              .object([
                .init(
                  "fields",
                  .list(
                    .object([
                      .init("name", .text, "the column"),
                      .init("type", .words(["integer", "number", "boolean", "string"]), "its type"),
                      .init("description", .text, "what it means"), .init("unit", .text, "its unit"),
                      .init("formula", .text, "how it is computed", mayLack: true),
                      .init(
                        "constraints", .object([.init("enum", .list(.text), "the words")]),
                        "of columns of words",
                        mayLack: true),
                    ])), "in the order of the file"),
                .init("missingValues", .list(.text), "what stands where nothing applies"),
                .init("primaryKey", .list(.text), "what the rows are ordered by"),
              ]), "the columns"),
          ])), "the tables"),
      .init(
        "figures",
        .list(
          .object([
            .init("name", .text, "the figure"), .init("unit", .text, "its unit"),
            .init("share", .flag, "whether people read it in per cent"),
            .init("headline", .flag, "whether it is one that runs are compared by"),
          ])), "of the market, in the order of summary.csv"),
    ]))
}
