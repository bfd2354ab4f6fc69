import Statistics
import Study

/// The outputs of commands that read studies.
extension Output {
  static let interval = Form.object(Form.interval)
  static let runID = Form.Member("run_id", .optional(.text), "the id of its first run")

  private static let tuned = Form.object(
    [
      .init("point", .integer, "its number, from 1"), .init("at", .settings, "its values"), runID,
      .init("runs", .integer, "its runs"), .init("state", .text, "its status"),
      .init("resamples_best", .number, "the share of resamples in which it is the best"),
      .init("objective", interval, "the mean of the objective"),
      .init("beaten_by", .integer, "the number of the better point", mayLack: true),
      .init(
        "equal_to", .integer, "the number of the point with the same objective in every run", mayLack: true),
      .init(
        "bounds",
        .objects([
          .init("bound", .text, "the bound"),
          .init("slack", .optional(.number), "the margin by which the bound is respected"),
          .init("figure", interval, "its figure"),
        ]), "every bound"),
    ])

  static let tune = Output(
    "tune", "The selected point and the status of the other points, as in tune.json.",
    .object([
      .init("study", .text, "its folder"),
      .init(
        "verdict", .words(["selected", "nothing_keeps_the_bounds", "figures_missing", "undecided"]),
        "the result of the search"),
      .init("figure", .text, "the objective"),
      .init("direction", .text, "the direction of improvement: higher or lower"),
      .init("indifference", .optional(.number), "the indifference zone of the objective"),
      .init(
        "bounds",
        .objects([
          .init("bound", .text, "the bound"),
          .init("tolerance", .number, "the indifference zone of the bound"),
        ]), "the bounds to respect"),
      .init("confidence", .number, "the confidence level of the selection"),
      .init("runs", .integer, "the number of runs executed"),
      .init("budget", .integer, "the maximum number of runs"),
      .init("equal_allocation_runs", .integer, "the number of runs required under equal allocation"),
      .init("rounds", .integer, "the number of rounds of the selection"),
      .init("best", .optional(tuned), "the selected or leading point"),
      .init("reason", .optional(.text), "the reason that no point was selected"),
      .init("points", .list(tuned), "all points"),
      .init("warnings", .list(.text), "the field values that give identical runs, and the binding limits"),
    ]))

  static let calibrate = Output(
    "calibrate", "The settings that reproduce observed figures, as in calibrate.json.",
    .object([
      .init("study", .text, "its folder"),
      .init("reproduced", .flag, "whether any setting remains plausible"),
      .init("runs", .integer, "the number of runs executed"),
      .init(
        "limit", .number,
        "the number of standard deviations beyond which a figure makes a setting implausible"),
      .init(
        "waves",
        .objects([
          .init("points", .integer, "the number of points up to and including the wave"),
          .init("share", .number, "the share of the ranges that these points do not rule out"),
        ]), "in their order"),
      .init(
        "fields",
        .objects([
          .init("field", .text, "its path"), .init("from", .number, "the lower bound of the range"),
          .init("to", .number, "the upper bound of the range"),
          .init("median", .optional(.number), "the median of the draws"),
          .init("lower", .optional(.number), "the lower end of its 95 % region"),
          .init("upper", .optional(.number), "the upper end of its 95 % region"),
        ]), "the varied fields"),
      .init(
        "not_told_apart",
        .objects([
          .init("fields", .list(.text), "the fields of which the figures determine only a combination"),
          .init(
            "kind", .words(["product", "ratio", "product of powers", "weighted sum"]),
            "the kind of combination"),
          .init("weights", .list(.number), "the power of each field, or its factor in a sum"),
          .init("lower", .number, "the lower end of the 95 % region of the combination"),
          .init("upper", .number, "the upper end of that region"),
        ]), "fields that cannot be identified separately"),
      .init("not_told", .list(.text), "fields on which the figures give no information"),
      .init(
        "best",
        .object([.init("point", .integer, "its number, from 1"), .init("at", .settings, "its values"), runID]
        ),
        "the most likely point, or the least implausible one if no setting reproduces the figures"),
      .init(
        "figures",
        .objects(
          [
            .init("figure", .text, "its name"), .init("observed", .number, "the observed value"),
            .init(
              "deviation", .number,
              "the standard deviation of the observed value around the mean over all days"),
          ] + Form.interval + [
            .init(
              "off_by", .number,
              "the deviation of the observed value from the surface at the best point, in standard deviations"
            )
          ]), "the observed figures"),
    ]))

  private static let bias = Form.object([
    .init("mean", .optional(.number), "the mean over the samples"),
    .init("bias", .optional(.number), "the mean difference between samples and full runs"),
    .init("lower", .optional(.number), "the lower end of its interval"),
    .init("upper", .optional(.number), "the upper end of its interval"),
  ])

  static let sample = Output(
    "sample", "The bias of samples relative to full runs, figure by figure.",
    .object([
      .init("study", .text, "its folder"),
      .init("replications", .integer, "the number of pairs of a sample and its full run"),
      .init("confidence", .number, "the confidence level of the intervals"),
      .init("exponent", .number, "the exponent X: the service is stretched by share^(−X)"),
      .init("stretched", .list(.text), "the stretched fields"),
      .init(
        "figures",
        .objects([
          .init("figure", .text, "its name"), .init("unit", .text, "its unit"),
          .init("whole", .optional(.number), "its mean over the full runs"),
          .init(
            "shares",
            .objects([
              .init("share", .number, "the sample share of drivers and requests"),
              .init("stretch", .number, "the factor by which the service is stretched"),
              .init("as_it_is", bias, "the bias without stretching"),
              .init(
                "stretched", .optional(bias),
                "the bias with the service stretched, after dividing times and lengths by the factor"),
            ]), "the sample shares, in ascending order"),
        ]), "the figures, in the order requested"),
    ]))

  static let progress = Output(
    "progress", "The progress of a study and of its shards on a cluster; also printed by `sweep --slurm`.",
    .object([
      .init("study", .text, "its name"), .init("folder", .text, "its folder"),
      .init("total", .optional(.integer), "the number of its runs, if known"),
      .init("is_open", .flag, "whether replications are added until the precision is reached"),
      .init("finished", .optional(.integer), "the number of finished runs"),
      .init("in_hand", .optional(.integer), "the number of runs in progress"),
      .init("complete", .flag, "whether no run is missing"),
      .init(
        "tuning",
        .optional(
          .object([
            .init("budget", .integer, "the maximum number of runs"),
            .init("points", .integer, "the number of points so far"),
            .init("undecided", .integer, "the number of points that may still be the best"),
            .init(
              "rounds", .integer,
              "the number of finished rounds of the selection; 0 while new points are being searched"),
            .init("ahead", .optional(.text), "the leading setting"),
            .init("objective", .optional(.text), "its mean objective"),
          ])), "the progress of `detour tune`, while it is running"),
      .init("runs_per_s", .optional(.number), "the runs per second over the last ten minutes"),
      .init("left_s", .optional(.number), "the remaining time at that rate, in seconds"),
      .init("array_job", .optional(.text), "the Slurm array job of the shards"),
      .init("merge_job", .optional(.text), "the Slurm job that merges them"),
      .init("merge_state", .optional(.text), "the Slurm state of the merge job"),
      .init(
        "shards",
        .objects([
          .init("shard", .optional(.integer), "its number"), .init("folder", .text, "its folder"),
          .init("finished", .integer, "the number of finished runs"),
          .init("total", .optional(.integer), "the number of its runs, if known"),
          .init(
            "state", .optional(.words(ShardStatus.State.allCases.map(\.rawValue))),
            "the state of its Slurm job"),
          .init("exit_code", .optional(.integer), "the exit code of its final failure"),
          .init("host", .optional(.text), "the last machine on which it ran"),
          .init("log", .optional(.text), "its log file"),
        ]), "the shards or folders"),
    ]))

  static let compare = Output(
    "compare", "The comparison of B with A, figure by figure, at each common point.",
    .object([
      .init("a", .text, "the reference, A"), .init("b", .text, "the side that is judged, B"),
      .init("confidence", .number, "the confidence level of intervals and verdicts"),
      .init("comparisons", .integer, "the number of verdicts over which the confidence is corrected"),
      .init("verdict", .text, "the worst verdict"),
      .init(
        "points",
        .objects([
          .init("at", .settings, "the settings of the point"),
          .init("pairs", .integer, "the number of pairs of runs"),
          .init(
            "figures",
            .objects([
              .init("figure", .text, "its name"), .init("unit", .text, "its unit"),
              .init("share", .flag, "whether the figure is shown in per cent"),
              .init("direction", .optional(.text), "the direction of improvement: higher or lower"),
              .init("pairs", .integer, "the number of pairs in which the figure applies"),
              .init("mean_a", .optional(.number), "the mean of A"),
              .init("mean_b", .optional(.number), "the mean of B"),
              .init("difference", .optional(.number), "the mean of B minus A"),
              .init("lower", .optional(.number), "the lower end of its interval"),
              .init("upper", .optional(.number), "the upper end of its interval"),
              .init("p", .optional(.number), "the p-value"),
              .init("p_holm", .optional(.number), "the p-value, corrected by Holm's method"),
              .init("verdict", .text, "the verdict on B"),
            ]), "every figure"),
        ]), "every point"),
    ]))

  static let plot = Output(
    "plot", "The pictures drawn, and the kinds left out.",
    .object([
      .init(
        "pictures",
        .objects([
          .init("kind", .text, "heatmap, curves, surface, pareto, morris or sobol"),
          .init("name", .text, "the name of the picture, with its figures"),
          .init("files", .list(.text), "the files of the picture"),
          .init("width", .integer, "the width, in units of 1/96 inch"),
          .init("height", .integer, "the height, in the same unit"),
          .init("style", .words(["page", "paper", "slides"]), "the layout of the picture"),
          .init("font_size_pt", .number, "the font size, in points"),
          .init("caption", .list(.text), "the text for a caption; empty if the picture shows it as a title"),
        ]), "the pictures, in drawing order"),
      .init(
        "left_out",
        .objects([
          .init("kind", .text, "the kind of picture"),
          .init("reason", .text, "why the study does not allow it"),
        ]),
        "the kinds left out; empty if --kind is given"),
    ]))

  static let report = Output(
    "report", "The location of the page.",
    .object([
      .init("folder", .text, "the folder of results"),
      .init("other", .text, "the second run, if two are shown side by side", mayLack: true),
      .init("page", .text, "the page's file"),
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
          .init("description", .text, "the content of a row"),
          .init("profile", .text, "tabular-data-resource"),
          .init(
            "schema",
            .object([
              .init(
                "fields",
                .objects([
                  .init("name", .text, "the column"),
                  .init("type", .words(["integer", "number", "boolean", "string"]), "its type"),
                  .init("description", .text, "the meaning of the column"), .init("unit", .text, "its unit"),
                  .init("formula", .text, "the formula", mayLack: true),
                  .init(
                    "constraints",
                    .object([
                      .init("enum", .list(.text), "the permitted words", mayLack: true),
                      .init("required", .flag, "whether a file must have the column", mayLack: true),
                    ]),
                    "the constraints of columns with permitted words, and of required columns",
                    mayLack: true),
                ]), "the columns, in the order of the file"),
              .init("missingValues", .list(.text), "the text of a value that does not apply"),
              .init("primaryKey", .list(.text), "the columns by which the rows are ordered"),
            ]), "the columns"),
        ]), "the tables"),
      .init(
        "figures",
        .objects([
          .init("name", .text, "the figure"), .init("unit", .text, "its unit"),
          .init("share", .flag, "whether the figure is shown in per cent"),
          .init("headline", .flag, "whether comparisons show the figure by default"),
        ]), "the figures of the market, in the order of summary.csv"),
    ]))
}
