/// The outputs of `detour bench`.
extension Output {
  private static let answer = Form.words(["yes", "no", "cannot tell"])
  private static let count = Form.optional(.integer)

  static let bench = Output(
    "bench", "The measurements, as in benchmark.json.",
    .object([
      .init("format", .integer, "the version of the format"),
      .init("date", .text, "the time of the measurement"),
      .init("commit", .optional(.text), "the commit given by --commit"),
      .init(
        "machine",
        .object([
          .init("processor", .text, "its name"), .init("processors", .integer, "the number of processors"),
          .init("memory_gib", .integer, "the memory in GiB"), .init("system", .text, "the operating system"),
          .init("compiler", .text, "the compiler"),
        ]), "the machine"),
      .init(
        "results",
        .objects([
          .init("command", .text, "NAME@SIZE"), .init("benchmark", .text, "its name"),
          .init("size", .integer, "its size"),
          .init("operations", .integer, "the number of operations per repetition"),
          .init("operation", .text, "the kind of operation"),
          .init("mean", .optional(.number), "the mean processor time of a repetition, in seconds"),
          .init("stddev", .optional(.number), "the standard deviation of the processor time"),
          .init("median", .optional(.number), "the median processor time"),
          .init("min", .optional(.number), "the minimum processor time"),
          .init("max", .optional(.number), "the maximum processor time"),
          .init("times", .list(.number), "the processor time of each repetition, in seconds"),
          .init("wall_times", .list(.number), "the wall-clock time of each repetition, in seconds"),
          .init(
            "decision_times", .list(.optional(.map(.number))), "the times of single decisions, in seconds"),
          .init("instructions", count, "the number of instructions per repetition"),
          .init("peak_bytes", .integer, "the peak memory"),
          .init("fingerprint", .text, "the fingerprint of the outcome"),
          .init("counts", .map(.integer), "the counts by name"),
          .init(
            "figures",
            .objects([
              .init("figure", .text, "its name"), .init("value", .number, "the value of the figure"),
              .init("unit", .text, "its unit"),
            ]), "the figures of a run"),
          .init("compiler", .text, "the compiler that built the program"),
        ]), "the measured cases"),
      .init(
        "growth",
        .objects([
          .init("benchmark", .text, "its name"), .init("figure", .text, "the measured figure"),
          .init("unit", .text, "the unit of the sizes"),
          .init("slope", .number, "the slope on logarithmic axes"),
          .init("noise", .number, "the noise of the slope"),
          .init("sizes", .list(.integer), "the measured sizes"),
        ]), "the growth of figures with the size"),
      .init(
        "left_out",
        .objects([
          .init("command", .text, "NAME@SIZE"), .init("reason", .text, "the reason"),
          .init("failed", .flag, "whether it failed"),
        ]), "the cases that were not measured"),
    ]))

  static let benchList = Output(
    "bench-list", "The benchmarks that `bench --list` shows.",
    .object([
      .init(
        "benchmarks",
        .objects([
          .init("name", .text, "its name"), .init("summary", .text, "what it measures"),
          .init("kind", .text, "micro or macro"), .init("unit", .text, "the unit of its sizes"),
          .init("sizes", .list(.integer), "its sizes"),
          .init("small_size", count, "its size in the small set; null if it is not in the set"),
          .init("needs", .list(.text), "the real data that it requires"),
        ]), "all benchmarks")
    ]))

  static let benchCompare = Output(
    "bench-compare", "The regressions found by each gate.",
    .object([
      .init("base", .text, "the base"), .init("head", .text, "the compared version"),
      .init("worse", answer, "the overall verdict"),
      .init(
        "gates",
        .objects([
          .init("gate", .text, "its name"), .init("worse", answer, "the verdict of the gate"),
          .init(
            "findings",
            .objects([
              .init("subject", .text, "the case"), .init("worse", answer, "the verdict on the case"),
              .init("words", .text, "in words"),
            ]), "the findings, one per case"),
        ]), "the gates, in the order of their use"),
    ]))

  static let benchResults = Output(
    "bench-results",
    "The differences between the committed and the current results of the reference scenarios.",
    .object([
      .init("reference", .text, "the committed results"),
      .init("changed", answer, "whether any scenario changed"),
      .init(
        "scenarios",
        .objects([
          .init("name", .text, "the scenario"),
          .init("replications", .integer, "the number of replications run"),
          .init("same", .integer, "the number of identical replications"),
          .init("fault", .optional(.text), "the reason that the comparison failed"),
          .init(
            "changes",
            .objects([
              .init("figure", .text, "its name"), .init("before", .number, "the committed mean"),
              .init("after", .number, "the current mean"),
              .init(
                "half_width_95", .optional(.number), "the half-width of the 95 % interval of the difference"),
              .init("beyond_noise", .flag, "whether the difference exceeds the noise"),
            ]), "the changed figures"),
        ]), "all reference scenarios"),
    ]))

  static let benchHistory = Output(
    "bench-history", "The recorded history of each figure, and its pictures.",
    .object([
      .init("folder", .text, "the folder of the records"), .init("files", .list(.text), "the picture files"),
      .init(
        "figures",
        .objects([
          .init("machine", .text, "the kind of machine"), .init("figure", .text, "its name"),
          .init("unit", .text, "its unit; empty for counts"),
          .init("labels", .list(.text), "the date and commit of each record"),
          .init(
            "series", .map(.list(.optional(.number))), "the values of each case, in the order of the labels"),
        ]), "the figures of the small set"),
    ]))

  static let benchRace = Output(
    "bench-race", "The times of the pairs of runs.",
    .object([
      .init("case", .text, "NAME@SIZE"),
      .init(
        "pairs",
        .objects([
          .init("base_s", .number, "the time of the base, in seconds"),
          .init("head_s", .number, "the time of the head, in seconds"),
        ]),
        "the pairs, in order of execution"),
    ]))

  static let benchSelfTest = Output(
    "bench-self-test", "The error rates of the time gate.",
    .object([
      .init("file", .text, "the file of pairs"), .init("pairs", .integer, "the number of pairs"),
      .init(
        "slowdowns",
        .objects([
          .init("slowdown", .number, "the relative slowdown of the head"),
          .init("yes", .number, "the share of the answer yes"),
          .init("no", .number, "the share of the answer no"),
          .init("cannot_tell", .number, "the share of the answer cannot tell"),
        ]), "the shares of answers by slowdown"),
    ]))
}
