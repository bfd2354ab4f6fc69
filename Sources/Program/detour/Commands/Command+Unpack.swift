import Study

extension Command {
  static let unpack = Command(
    name: "unpack", summary: "extract the packed result folders of a study's runs",
    operands: [
      Operand(name: "STUDY", kind: .folder), Operand(name: "RUN_ID", kind: .text, count: 0...1_000_000),
    ],
    options: [
      Option(
        name: "--runs",
        help:
          "extract the row, computing time, start-up, halves and notices of each run instead"),
      Option(
        name: "--out", short: "-o", value: "DIR", kind: .folder,
        help: "write into DIR instead of the study's folder"),
      quietOption,
    ],
    discussion: """
      A study stores its runs, and with --keep-tables their result folders, in a few packed files. This command writes
      the result folders of the runs given, or of all runs, to DIR/tables/RUN_ID, where every command can read them.
      With --runs it writes DIR/runs/RUN_ID.csv instead, and a file per run in performance, start-up and notices. The
      packed files are kept, and existing result folders are not overwritten. The ids are in column run_id of runs.csv.
      """,
    example: "detour unpack Results/radius 0f3a62c1d9e85b74"
  ) { arguments, _ in
    let (study, ids) = (arguments.operands[0], Array(arguments.operands.dropFirst()))
    let target = arguments.value("--out") ?? study
    let packed = try PackedRuns(study: study)
    let paths =
      try arguments.has("--runs")
      ? packed.unpackRuns(ids, into: target) : packed.unpackTables(ids, into: target)
    if !arguments.has("--quiet") { for path in paths { print(path) } }
    return ExitCode.success
  }
}
