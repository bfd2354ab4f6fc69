import Study

extension Command {
  static let unpack = Command(
    name: "unpack", summary: "take the result folders of runs out of a study",
    operands: [
      Operand(name: "STUDY", kind: .folder), Operand(name: "RUN_ID", kind: .text, count: 0...1_000_000),
    ],
    options: [
      Option(
        name: "--runs",
        help:
          "write what the study stores for each run: its row, computing time, start-up, halves and notices"),
      Option(
        name: "--out", short: "-o", value: "DIR", kind: .folder,
        help: "write into DIR instead of the study's folder"),
      quietOption,
    ],
    discussion: """
      A study packs its runs, and with --keep-tables their result folders, into a few files. This command writes the
      result folders of the runs given, or of all runs, as DIR/tables/RUN_ID, which every command can read. With --runs
      it writes DIR/runs/RUN_ID.csv, and such files in performance, start-up and notices. What is packed is kept, and so
      are result folders that are present. The ids are in column run_id of runs.csv.
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
