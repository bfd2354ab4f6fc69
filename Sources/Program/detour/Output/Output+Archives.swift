/// The outputs of commands that archive results and reproduce them.
extension Output {
  static let archive = Output(
    "archive", "The archive that was written.",
    .object([
      .init("archive", .text, "its file"), .init("kind", .words(["run", "study"]), "what is in it"),
      .init("name", .text, "the name of the scenario or the study"),
      .init("version", .text, "the version of detour that computed the results"),
      .init("bytes", .integer, "its size"), .init("inputs", .integer, "the number of input files"),
      .init("packs_inputs", .flag, "whether the archive contains the input files"),
      .init("results", .list(.text), "the result files"),
    ]))

  static let reproduce = Output(
    "reproduce", "The comparison of archived with new results.",
    .object([
      .init("archive", .text, "its file"), .init("kind", .words(["run", "study"]), "what is in it"),
      .init("name", .text, "the name of the scenario or the study"),
      .init("version", .text, "the version of detour that computed the archived results"),
      .init("this_version", .text, "the version of detour that computed the new ones"),
      .init("reproduced", .flag, "whether all files are the same"),
      .init(
        "files",
        .objects([
          .init("file", .text, "a file of results"),
          .init("same", .flag, "whether it is identical, byte for byte"),
          .init("finding", .text, "the difference, in words"),
        ]), "every file"),
      .init("verdict", .text, "the outcome, in words"),
    ]))
}
