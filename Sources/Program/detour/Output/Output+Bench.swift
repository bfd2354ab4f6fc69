/// The outputs of `detour bench`.
extension Output {
  private static let answer = Form.words(["yes", "no", "cannot tell"])
  private static let count = Form.optional(.integer)

  static let bench = Output(
    "bench", "What was measured; benchmark.json holds the same.",
    .object([
      .init("format", .integer, "the version of the form"), .init("date", .text, "when"),
      .init("commit", .optional(.text), "as --commit said"),
      .init(
        "machine",
        .object([
          .init("processor", .text, "its name"), .init("processors", .integer, "how many"),
          .init("memory_gib", .integer, "memory"), .init("system", .text, "the system"),
          .init("compiler", .text, "the compiler"),
        ]), "where"),
      .init(
        "results",
        .objects([
          .init("command", .text, "NAME@SIZE"), .init("benchmark", .text, "its name"),
          .init("size", .integer, "its size"), .init("operations", .integer, "of a repetition"),
          .init("operation", .text, "what one is"),
          .init("mean", .optional(.number), "seconds of the processor"),
          .init("stddev", .optional(.number), "likewise"), .init("median", .optional(.number), "likewise"),
          .init("min", .optional(.number), "likewise"), .init("max", .optional(.number), "likewise"),
          .init("times", .list(.number), "of every repetition, seconds of the processor"),
          .init("wall_times", .list(.number), "of every repetition, seconds"),
          .init("decision_times", .list(.optional(.map(.number))), "what single decisions took, seconds"),
          .init("instructions", count, "of a repetition"), .init("peak_bytes", .integer, "the most memory"),
          .init("fingerprint", .text, "of the outcome"), .init("counts", .map(.integer), "by name"),
          .init(
            "figures",
            .objects([
              .init("figure", .text, "its name"), .init("value", .number, "in its unit"),
              .init("unit", .text, "its unit"),
            ]), "of what is a run"),
          .init("compiler", .text, "the compiler of the program"),
        ]), "every case"),
      .init(
        "growth",
        .objects([
          .init("benchmark", .text, "its name"), .init("figure", .text, "what grows"),
          .init("unit", .text, "of the sizes"), .init("slope", .number, "on log axes"),
          .init("noise", .number, "of the slope"), .init("sizes", .list(.integer), "that were measured"),
        ]), "how figures grow with the size"),
      .init(
        "left_out",
        .objects([
          .init("command", .text, "NAME@SIZE"), .init("reason", .text, "why"),
          .init("failed", .flag, "whether it failed"),
        ]), "what was not measured"),
    ]))

  static let benchList = Output(
    "bench-list", "The benchmarks that `bench --list` shows.",
    .object([
      .init(
        "benchmarks",
        .objects([
          .init("name", .text, "its name"), .init("summary", .text, "what it measures"),
          .init("kind", .text, "micro or macro"), .init("unit", .text, "of its sizes"),
          .init("sizes", .list(.integer), "its sizes"), .init("small_size", count, "in the small set"),
          .init("needs", .list(.text), "real data"),
        ]), "all of them")
    ]))

  static let benchCompare = Output(
    "bench-compare", "Whether it got worse, by each gate.",
    .object([
      .init("base", .text, "the base"), .init("head", .text, "what is asked about"),
      .init("worse", answer, "in all"),
      .init(
        "gates",
        .objects([
          .init("gate", .text, "its name"), .init("worse", answer, "what it answers"),
          .init(
            "findings",
            .objects([
              .init("subject", .text, "the case"), .init("worse", answer, "what was found"),
              .init("words", .text, "in words"),
            ]), "of each case"),
        ]), "in the order in which they were tried"),
    ]))

  static let benchResults = Output(
    "bench-results", "Whether the reference scenarios give other results.",
    .object([
      .init("reference", .text, "the committed results"), .init("changed", answer, "in all"),
      .init(
        "scenarios",
        .objects([
          .init("name", .text, "the scenario"), .init("replications", .integer, "that were run"),
          .init("same", .integer, "of those"), .init("fault", .optional(.text), "why it could not be told"),
          .init(
            "changes",
            .objects([
              .init("figure", .text, "its name"), .init("before", .number, "the mean"),
              .init("after", .number, "the mean"),
              .init("half_width_95", .optional(.number), "of the difference"),
              .init("beyond_noise", .flag, "whether it is more than noise"),
            ]), "of its figures"),
        ]), "every scenario"),
    ]))

  static let benchHistory = Output(
    "bench-history", "What was recorded, figure by figure, and the pictures of it.",
    .object([
      .init("folder", .text, "where it was recorded"), .init("files", .list(.text), "the pictures"),
      .init(
        "figures",
        .objects([
          .init("machine", .text, "the kind of machine"), .init("figure", .text, "its name"),
          .init("unit", .text, "its unit; empty of counts"),
          .init("labels", .list(.text), "when, and the commit"),
          .init("series", .map(.list(.optional(.number))), "by case, in the order of the labels"),
        ]), "of the small set"),
    ]))

  static let benchRace = Output(
    "bench-race", "The times of pairs.",
    .object([
      .init("case", .text, "NAME@SIZE"),
      .init(
        "pairs",
        .objects([
          .init("base_s", .number, "seconds of the base"), .init("head_s", .number, "seconds of the head"),
        ]),
        "in their order"),
    ]))

  static let benchSelfTest = Output(
    "bench-self-test", "How often the gate of time would answer what.",
    .object([
      .init("file", .text, "the pairs"), .init("pairs", .integer, "how many"),
      .init(
        "slowdowns",
        .objects([
          .init("slowdown", .number, "how much slower the head is, as a share"),
          .init("yes", .number, "the share of answers"), .init("no", .number, "likewise"),
          .init("cannot_tell", .number, "likewise"),
        ]), "by slowdown"),
    ]))
}
