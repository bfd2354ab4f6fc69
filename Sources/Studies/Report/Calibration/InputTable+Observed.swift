public import Tables

extension InputTable {
  /// The figures to be reproduced by `detour calibrate`.
  public static let observed = InputTable(
    "observed",
    "A row per observed figure: --observed of `detour calibrate`; summary.csv of a run or of a study is such a table too.",
    [
      InputColumn(
        "figure", .none, .text, .required,
        "The figure, such as `wait_s.mean`; `metric` and `kpi` are older names of the column.",
        hasOtherNames: true),
      InputColumn(
        "statistic", .none, .text, .optional, "The statistic, if the figure is named without one.",
        fallback: "none"),
      InputColumn(
        "value", .none, .decimal, .requiredUnless("`mean` is given"),
        "The observed value, in the unit of the figure."),
      InputColumn(
        "mean", .none, .decimal, .optional, "The mean over the runs of a study, instead of `value`."),
      InputColumn(
        "standard_error", .none, .decimal, .optional, "The standard error of the value.", fallback: "0"),
      InputColumn(
        "days", .count, .integer, .optional, "The number of days over which the value is averaged.",
        fallback: "1"),
      InputColumn(
        "n", .count, .integer, .optional, "The number of runs, instead of `days`.", fallback: "1"),
    ])
}
