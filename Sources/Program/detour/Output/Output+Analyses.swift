import Statistics
import Study

/// The outputs of study analyses.
extension Output {
  private static let bestFigures: [Form.Member] = [
    .init("figure", .text, "the objective"),
    .init("direction", .text, "the direction of improvement: higher or lower"),
    .init("constraints", .list(.text), "the bounds that it respects"),
  ]

  private static let quadratic = Form.object([
    .init(
      "terms",
      .objects([
        .init("term", .text, "its name"), .init("coefficient", .number, "its coefficient"),
        .init("standard_error", .optional(.number), "the standard error of the coefficient"),
      ]), "the terms of the quadratic"),
    .init("explained", .optional(.number), "the share of the variance explained"),
    .init(
      "left_out_error", .optional(.number), "the root-mean-square leave-one-out residual"),
    .init(
      "lack_of_fit",
      .optional(
        .object([
          .init("f", .optional(.number), "the F statistic"),
          .init("df", .integer, "the degrees of freedom of the lack of fit"),
          .init("df_error", .integer, "the degrees of freedom of the pure error"),
          .init("p", .optional(.number), "the p-value"),
        ])), "the lack-of-fit test"),
  ])

  private static let process = Form.object([
    .init("trend", .words(GaussianProcess.Trend.allCases.map(\.rawValue)), "the kind of trend"),
    .init(
      "terms",
      .objects([
        .init("term", .text, "its name"), .init("coefficient", .number, "its coefficient"),
      ]), "the terms of the trend"),
    .init("smoothness", .number, "the smoothness of the Matérn covariance: 1.5 or 2.5"),
    .init("variance", .number, "the variance around the trend"),
    .init("lengths", .map(.number), "the correlation length of each field, in half ranges"),
    .init("inflation", .number, "the factor on the variance between points, estimated from the residuals"),
    .init(
      "widening", .number,
      "the factor on all variances except that of errors common to all points, estimated from the residuals"),
    .init(
      "left_out",
      .object([
        .init("points", .integer, "the number of points"),
        .init("held", .integer, "the number of points within their 95 % interval"),
        .init("error", .number, "the root-mean-square residual"),
        .init("explained", .number, "the share of the variance explained"),
        .init("fits", .flag, "whether the residuals are consistent with the intervals"),
      ]), "the leave-one-out cross-validation"),
    .init("means", .list(.number), "the mean at each point that has the figure"),
    .init("noise", .list(.number), "the variance of each mean, excluding the part common to all points"),
    .init("values", .list(.number), "the values of the process at the points"),
  ])

  private static let surface = Form.object([
    .init("coding", .text, "the coding of the fields to which the coefficients apply"),
    .init("ranges", .map(.list(.number)), "the range of each field"),
    .init("logarithmic", .list(.text), "fields on a logarithmic scale"),
    .init("stands", .words(["quadratic", "process"]), "the model used as the surface"),
    .init("quadratic", .optional(quadratic), "the quadratic; null if the points do not determine one"),
    .init("process", process, "the Gaussian process"),
  ])

  private static let bounded: [Form.Member] = [
    .init("value", .optional(.number), "the value"),
    .init("lower", .optional(.number), "the lower end of its interval"),
    .init("upper", .optional(.number), "the upper end of its interval"),
  ]

  static let analyse = Output(
    "analyse",
    "The findings of a study: Pareto front, best points, surfaces, quantiles and influential fields.",
    .object([
      .init("study", .text, "the study's folder"), .init("points", .integer, "its points"),
      .init("runs", .integer, "its runs"),
      .init("parameters", .list(.text), "the varied fields"),
      .init(
        "precision_missing",
        .optional(
          .object([
            .init("figure", .text, "the figure to which --precision applies"),
            .init("half_width", .number, "the requested half-width"),
            .init("max_replications", .integer, "the maximum number of replications"),
            .init("points", .integer, "the number of points without the precision"),
            .init(
              "replications_needed", .optional(.integer),
              "the number of replications expected to reach the precision"),
          ])), "the points at which --precision was not reached"),
      .init(
        "trend",
        .orAbsent(
          .object([
            .init("level", .number, "the p-value from which a figure counts as free of drift"),
            .init(
              "has_tables", .flag,
              "whether the runs kept tables, so that all columns of their time series are tested"),
            .init(
              "tests",
              .objects([
                .init("figure", .text, "the column of timeseries.csv"),
                .init(
                  "at", .optional(.map(.text)),
                  "the values of the varied fields; null: the mean over the points"),
                .init(
                  "first_half", .optional(.number),
                  "the mean over the first half of the time after the warm-up"
                ),
                .init("second_half", .optional(.number), "the mean over the second half"),
                .init("runs", .integer, "the number of replications"),
                .init(
                  "p", .optional(.number),
                  "the p-value of the paired t-test, corrected for the number of tests (Holm)"),
              ]), "a test for each figure at each point"),
          ])), "the tests for drift over the run"),
      .init(
        "front",
        .orAbsent(
          .objects([
            .init("at", .settings, "its values"), runID,
            .init("means", .map(.number), "the mean of each figure"),
            .init("knee", .flag, "whether the point is the knee of the front"),
          ])), "the Pareto-optimal points"),
      .init("knee_rests_on", .list(.text), "the figures by which the knee is determined"),
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
                      .init("slack", .optional(.number), "the margin by which the bound is respected"),
                    ])), "by figure"),
              .init("keeping", .integer, "the number of points that respect the bounds"),
              .init("resamples", .integer, "the number of resamples"),
              .init(
                "stays_best", .number,
                "the share of resamples in which the point, or an equal one, is the best"),
              .init("equal", .list(.settings), "points with the same objective in every run"),
              .init("keeps_bounds", .number, "the share of resamples in which the point respects the bounds"),
            ])), "the best simulated point"),
      .init("surfaces", .map(.orAbsent(surface)), "the surface of each figure"),
      .init(
        "best",
        .orAbsent(
          .optional(
            .object(
              bestFigures + [
                .init("is_guess", .flag, "whether a surface does not fit, so that the point is a guess"),
                .init("probability", .number, "the minimum probability with which each bound must hold"),
                .init(
                  "bounds_hold", .map(.optional(.number)),
                  "the probability that each bound holds at the point"),
                .init("at", .map(.number), "its values"),
                .init("figures", .map(.object(bounded)), "by name"),
              ]))), "the optimum of the surface; null if no point respects the bounds"),
      .init(
        "prediction",
        .optional(
          .orAbsent(
            .object([
              .init("at", .map(.number), "the requested point"),
              .init(
                "extrapolated", .list(.text), "the fields whose value lies outside the range of the points"),
              .init("is_guess", .flag, "whether a surface does not fit, so that the prediction is a guess"),
              .init("figures", .map(.object(bounded)), "by name"),
            ]))), "the predictions of the surfaces at the requested point"),
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
                    .init("confidence", .optional(.number), "the confidence level of the interval")
                  ]), "the quantiles over the runs"),
            ]))), "the quantiles of each figure"),
      .init(
        "controlled",
        .map(
          .orAbsent(
            .objects(
              [.init("at", .settings, "its values")] + Form.interval + [
                .init(
                  "variance_ratio", .optional(.number),
                  "the squared width of the interval ÷ the squared width for the plain mean"),
                .init(
                  "controls",
                  .map(
                    .object([
                      .init("expected", .number, "the mean of the control, expected from the input"),
                      .init(
                        "sampled", .flag, "whether this expectation was estimated by sampling further inputs"),
                      .init(
                        "coefficient", .optional(.number),
                        "the regression coefficient of the control; null if not selected"),
                    ])), "the control variates, by name"),
              ]))), "means with control variates, by figure, with --control auto"),
      .init(
        "sobol",
        .map(
          .orAbsent(
            .objects([
              .init("field", .text, "the field"), .init("first", .object(bounded), "the first-order index"),
              .init("total", .object(bounded), "the total-effect index"),
            ]))), "the Sobol' indices, by figure"),
      .init(
        "screenings",
        .map(
          .orAbsent(
            .objects([
              .init("field", .text, "the field"),
              .init("mu_star", .number, "μ*: the mean absolute elementary effect"),
              .init("mu", .number, "μ: the mean elementary effect"),
              .init("sigma", .optional(.number), "σ: the standard deviation of the elementary effects"),
              .init("effects", .integer, "the number of elementary effects"),
            ]))), "the Morris screening, by figure"),
      .init("warnings", .list(.text), "the field values that give identical runs, and the binding limits"),
    ]))
}
