import Study

extension Command {
  static let progress = Command(
    name: "progress", summary: "show the progress of a study, wherever it is running",
    operands: [Operand(name: "DIR", kind: .folder, count: 1...100_000)],
    options: [jsonOption("it")],
    discussion: """
      DIR is the folder of a study, also under --slurm, or several shard folders. Only folders are read, so it
      works from any machine with access to them; Slurm's squeue is queried too if available. The pace is that of the last
      ten minutes.
      """,
    example: "detour progress Results/radius"
  ) { arguments, _ in
    let status = try StudyStatus(arguments.operands)
    return arguments.show(status.json, as: .progress, or: status.text)
  }
}
