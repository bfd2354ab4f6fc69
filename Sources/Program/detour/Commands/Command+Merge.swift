import Quoting
import Study

extension Command {
  static let merge = Command(
    name: "merge", summary: "merge the shards of a study into one folder",
    operands: [Operand(name: "SHARD", kind: .folder, count: 1...100_000)],
    options: [
      Option(
        name: "--out", short: "-o", value: "DIR", kind: .folder, help: "the folder for the merged study"),
      jsonOption("every point with its figures"), quietOption,
    ],
    discussion: """
      The merged folder is byte-identical to that of an unsharded study, except for performance.csv. If runs
      are missing, the tables contain the available ones and the exit code is 1. Without --out, SHARD is the folder of
      a study under --slurm, whose shards are merged into it, and removed when no run is missing.
      """,
    example: "detour merge Results/shard-1 Results/shard-2 --out Results/study"
  ) { arguments, command in
    let output = try folder(arguments, command)
    let isGathering = !arguments.has("--out")
    let merge = try isGathering ? StudyMerge(gathering: output) : StudyMerge(arguments.operands)
    let results = try merge.write(to: output)
    if arguments.has("--json") {
      let findings = Detour.findings(of: results, in: output)
      print(
        json: results.json(name: merge.name, seed: merge.seed, folder: output, findings: findings), as: .merge
      )
    } else if !arguments.has("--quiet") {
      print(StudyText(results, name: merge.name, seed: merge.seed).text, terminator: "")
      print("results      \(output)")
    }
    if !results.damaged.isEmpty { Detour.complain(results.damagedWords + "; they were omitted") }
    guard results.missing == 0 else {
      let call: ShellCode = "detour progress \(output.asOperand)"
      Detour.complain(
        "\(output): \(results.missing) runs are missing; "
          + (isGathering
            ? "`\(call.text)` shows where to look" : "run the other shards and merge again"))
      if isGathering { Detour.complain(try StudyStatus([output]).text) }
      return ExitCode.failure
    }
    if isGathering { StudyMerge.clearShards(of: output) }
    return ExitCode.success
  }

  /// Returns the folder to write to.
  private static func folder(_ arguments: Arguments, _ command: Command) throws(UsageError) -> String {
    let folder = arguments.value("--out") ?? (arguments.operands.count == 1 ? arguments.operands[0] : "")
    guard !folder.isEmpty else {
      throw command.misuse("`detour merge` requires the output folder: --out DIR")
    }
    return folder
  }
}
