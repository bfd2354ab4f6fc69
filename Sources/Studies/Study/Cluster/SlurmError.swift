/// The reason a study cannot be submitted to Slurm; `description` is the message for users.
public enum SlurmError: Error, Hashable, Sendable {
  /// A Slurm program is not on the path.
  case missing(program: String)
  /// `sbatch` rejected the jobs.
  case refused(reason: String, folder: String)
  /// `squeue` does not report the state of a job.
  case silent(job: String)
}

extension SlurmError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing(let program):
      "\(program) is not on the PATH: --slurm requires a machine with access to Slurm; otherwise run"
        + " `detour sweep … --shard 1/N --out DIR-1` and so on, and merge the folders with `detour merge`"
    case .refused(let reason, let folder):
      "Slurm refused the study (\(reason)); the submission is in \(folder)/submit.sh. Options for sbatch"
        + " are given by --slurm-option; the number of shards must be below the MaxArraySize of `scontrol show config`"
    case .silent(let job):
      "Slurm cannot report whether job \(job) of this study still exists (squeue failed); try again later"
    }
  }
}
