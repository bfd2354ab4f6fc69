import Quoting

/// The scripts that hand a study to Slurm, for the program to start and for people to read.
///
/// Nothing that a user wrote stands in a line that Slurm reads itself: names and options are words of a shell, quoted.
public struct SlurmScripts: Sendable {
  /// The names of the jobs; other characters than letters, digits, `.`, `_` and `-` become `_`.
  public var name: String
  /// The absolute path of the program.
  public var program: String
  /// The words of the command that carries out a shard, without those that say which and where.
  public var words: [String]
  /// The folder that the words' paths are relative to, absolute.
  public var workingFolder: String
  /// The study's folder, absolute.
  public var study: String
  public var shards: Int
  /// Runs at a time in each shard, a processor each.
  public var jobs: Int
  /// Further words for `sbatch`.
  public var options: [String]

  /// The most shards of a study.
  public static let mostShards = 100_000
  /// The seconds before its time limit at which a shard is requeued.
  static let notice = 90
  /// The part of that time, in seconds, that the runs in hand have to finish.
  static let grace = 60
  /// The number of times that a shard that dies begins again although no further run was finished.
  static let fruitlessAttempts = 3

  /// Creates the scripts of a study.
  public init(
    name: String, program: String, words: [String], workingFolder: String, study: String, shards: Int,
    jobs: Int, options: [String]
  ) {
    self.name = name
    self.program = program
    self.words = words
    self.workingFolder = workingFolder
    self.study = study
    self.shards = shards
    self.jobs = jobs
    self.options = options
  }

  private var folder: ClusterFolder { ClusterFolder(study: study) }

  private var jobName: String {
    let isPlain = { (scalar: Unicode.Scalar) in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        || "._-".unicodeScalars.contains(scalar)
    }
    return "detour-"
      + String(String.UnicodeScalarView(name.unicodeScalars.map { isPlain($0) ? $0 : "_" }.prefix(40)))
  }

  /// The work of a task of the array.
  var shard: ShellCode {
    """
    #!/bin/sh
    # A shard of a study, as a task of an array job: submit.sh hands it to Slurm. `detour sweep … --slurm` wrote it.
    #SBATCH --job-name=\(jobName)
    #SBATCH --ntasks=1
    #SBATCH --cpus-per-task=\(jobs)
    #SBATCH --requeue
    #SBATCH --open-mode=append
    #SBATCH --signal=B:USR1@\(Self.notice)
    set -u
    study=\(study)
    number=$SLURM_ARRAY_TASK_ID
    shard=$study/slurm/shards/$number

    say() { echo "$*" >"$study/slurm/state/.$number" && mv "$study/slurm/state/.$number" "$study/slurm/state/$number"; }
    finished() { find "$shard/runs" -name '*.csv' 2>/dev/null | grep -c ''; }

    echo "$(date '+%F %T') shard $number of \(shards) on $(uname -n), start $((${SLURM_RESTART_COUNT:-0} + 1))"
    mkdir -p "$study/slurm/state"
    say "running $(uname -n)"
    before=$(finished)
    late=
    child=
    # Slurm says that the time is nearly up.
    trap 'late=yes; kill -TERM $child 2>/dev/null' USR1
    \([program] + words) \\
      --shard "$number/\(shards)" --jobs "${SLURM_CPUS_PER_TASK:-1}" --out "$shard" --reuse "$study" --quiet &
    child=$!
    wait "$child"
    code=$?
    # A signal that was heard ends the waiting, not the program: it ends after the runs in hand, or at the second one at once.
    if [ -n "$late" ]; then
      waited=0
      while [ "$waited" -lt \(Self.grace) ] && kill -0 "$child" 2>/dev/null; do
        sleep 1
        waited=$((waited + 1))
      done
      kill -TERM "$child" 2>/dev/null
      wait "$child"
    fi

    if [ "$code" -eq 0 ]; then
      say finished
      exit 0
    fi
    # What was killed, or had no time left, goes on in the queue where it was; not for ever where nothing comes of it.
    if [ -n "$late" ] || [ "$code" -gt 128 ]; then
      if [ "$(finished)" -gt "$before" ] || [ "${SLURM_RESTART_COUNT:-0}" -lt \(Self.fruitlessAttempts) ]; then
        echo "$(date '+%F %T') shard $number goes on later (${late:+its time is up, }exit code $code)"
        say waiting
        scontrol requeue "${SLURM_ARRAY_JOB_ID}_$number" && exit 0
      fi
    fi
    echo "$(date '+%F %T') shard $number failed with exit code $code"
    say "failed $code"
    exit "$code"

    """
  }

  /// The work of the job after the array.
  var merge: ShellCode {
    """
    #!/bin/sh
    # Makes one study of the shards when all of them have ended. `detour sweep … --slurm` wrote it.
    #SBATCH --job-name=\(jobName)-merge
    #SBATCH --ntasks=1
    #SBATCH --cpus-per-task=1
    #SBATCH --requeue
    #SBATCH --open-mode=append
    exec \([program, "merge", study])

    """
  }

  /// The calls of `sbatch`; it prints the numbers of the two jobs.
  var submission: ShellCode {
    // Slurm reads `%a` in the name of a log, and `%%` as a percent sign.
    let logs = folder.logs.replacingScalars(["%": "%%"])
    let options: ShellCode = options.isEmpty ? "" : "\(options) "
    func call(_ log: String, _ more: ShellCode, _ script: String) -> ShellCode {
      let own = ["--chdir=" + workingFolder, "--output=" + logs + "/" + log]
      return "sbatch --parsable \(own) \(options)\(more) \(script)"
    }
    return """
      #!/bin/sh
      # Hands the study to Slurm: an array of shards, and a job that merges them. `detour sweep … --slurm` wrote it.
      set -eu
      array=$(\(call("shard-%a.log", "--array=1-\(shards)", folder.shardScript)))
      array=${array%%;*}
      # Behind the shards however they end: where one fails for good, the merge says which, and what is there.
      merge=$(\(call("merge.log", "--cpus-per-task=1 --dependency=\"afterany:$array\"", folder.mergeScript))) || {
        scancel "$array"
        exit 1
      }
      echo "$array ${merge%%;*}"

      """
  }
}
