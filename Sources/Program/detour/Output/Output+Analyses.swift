import Statistics
import Study

/// The outputs of study analyses.
extension Output {
  private static let bestFigures: [Form.Member] = [
    .init("figure", .text, "what it is best in"), .init("direction", .text, "which way is better"),
    .init("constraints", .list(.text), "what it keeps"),
  ]

  private static let quadratic = Form.object([
    .init(
      "terms",
      .objects([
        .init("term", .text, "its name"), .init("coefficient", .number, "its coefficient"),
        .init("standard_error", .optional(.number), "of the coefficient"),
      ]), "of the quadratic"),
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
      .objects([
        .init("term", .text, "its name"), .init("coefficient", .number, "its coefficient"),
      ]), "of the trend"),
    .init("smoothness", .number, "of Matérn's covariance: 1.5 or 2.5"),
    .init("variance", .number, "around the trend"),
    .init("lengths", .map(.number), "over which it changes, by field, in half ranges"),
    .init("inflation", .number, "the factor of the variance between points, by the residuals"),
    .init(
      "widening", .number,
      "the factor of all variances but that of errors common to all points, by the residuals"),
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
        "trend",
        .orAbsent(
          .object([
            .init("level", .number, "the p-value from which on a figure counts as settled"),
            .init(
              "has_tables", .flag, "whether runs keep tables, so that all columns of their series are tested"),
            .init(
              "tests",
              .objects([
                .init("figure", .text, "the column of timeseries.csv"),
                .init(
                  "at", .optional(.map(.text)), "the values of what varies; null: the mean over the points"),
                .init(
                  "first_half", .optional(.number), "the mean in the first half of the time after the warm-up"
                ),
                .init("second_half", .optional(.number), "that in the second half"),
                .init("runs", .integer, "the replications"),
                .init(
                  "p", .optional(.number), "of the paired t-test, corrected for the number of tests (Holm)"),
              ]), "each figure at each point"),
          ])), "whether figures drift over the run"),
      .init(
        "front",
        .orAbsent(
          .objects([
            .init("at", .settings, "its values"), runID, .init("means", .map(.number), "by figure"),
            .init("knee", .flag, "whether it is the knee"),
          ])), "points that none beats"),
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
                .init("probability", .number, "the least probability that each bound was to hold with"),
                .init(
                  "bounds_hold", .map(.optional(.number)), "by bound, the probability that it holds there"),
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
            .objects([
              .init("at", .settings, "its values"), .init("runs", .integer, "its runs"),
              .init(
                "quantiles",
                .objects(
                  [.init("probability", .number, "0.5 for the median")] + bounded + [
                    .init("confidence", .optional(.number), "of the interval")
                  ]), "over the runs"),
            ]))), "by figure"),
      .init(
        "controlled",
        .map(
          .orAbsent(
            .objects(
              [.init("at", .settings, "its values")] + Form.interval + [
                .init(
                  "variance_ratio", .optional(.number),
                  "the square of the width of the interval, over that of the plain mean's"),
                .init(
                  "controls",
                  .map(
                    .object([
                      .init("expected", .number, "its mean by the input"),
                      .init(
                        "sampled", .flag, "whether that is the mean of further replications of the input"),
                      .init(
                        "coefficient", .optional(.number),
                        "the change of the figure per unit of it; null where it was not chosen"),
                    ])), "by name"),
              ]))), "means with control variates, by figure, with --control auto"),
      .init(
        "sobol",
        .map(
          .orAbsent(
            .objects([
              .init("field", .text, "the field"), .init("first", .object(bounded), "alone"),
              .init("total", .object(bounded), "with others"),
            ]))), "shares of the variance, by figure"),
      .init(
        "screenings",
        .map(
          .orAbsent(
            .objects([
              .init("field", .text, "the field"), .init("mu_star", .number, "how much it matters"),
              .init("mu", .number, "the mean effect"), .init("sigma", .optional(.number), "how it differs"),
              .init("effects", .integer, "how many there are"),
            ]))), "effects after Morris, by figure"),
      .init("warnings", .list(.text), "values of a field that give equal runs, and the limits that bind"),
    ]))
}
