import Study

extension Command {
  static let progress = Command(
    name: "progress", summary: "show how far a study has got, wherever it is running",
    operands: [Operand(name: "DIR", kind: .folder, count: 1...100_000)],
    options: [jsonOption("it")],
    discussion: """
      DIR is the folder of a study, of one under --slurm, or several folders of shards. Nothing but folders is read, so it
      works from any machine that sees them; where Slurm's squeue is there, it is asked too. The pace is that of the last
      ten minutes.
      """,
    example: "detour progress Results/radius"
  ) { arguments, _ in
    let status = try StudyStatus(arguments.operands)
    return arguments.show(status.json, as: .progress, or: status.text)
  }
}
