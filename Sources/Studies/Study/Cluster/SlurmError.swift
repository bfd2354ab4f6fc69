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
      "\(program) is not on the PATH: --slurm needs a machine from which jobs are submitted to Slurm; without it, run"
        + " `detour sweep … --shard 1/N --out DIR-1` and so on, and put them together with `detour merge`"
    case .refused(let reason, let folder):
      "Slurm refused the study (\(reason)); what was handed to it stands in \(folder)/submit.sh. Options for sbatch"
        + " are given by --slurm-option, and `scontrol show config` says MaxArraySize, above which --slurm must stay"
    case .silent(let job):
      "Slurm does not say whether job \(job) of this study is still there (squeue fails); try again when it answers"
    }
  }
}
