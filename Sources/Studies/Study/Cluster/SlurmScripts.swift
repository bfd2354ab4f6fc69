import Quoting

/// The scripts that submit a study to Slurm, written to be both executed and read.
///
/// User input never occurs in lines parsed by Slurm itself: names and options are quoted shell words.
public struct SlurmScripts: Sendable {
  /// The name of the jobs; characters other than letters, digits, `.`, `_` and `-` become `_`.
  public var name: String
  /// The absolute path of the program.
  public var program: String
  /// The words of the command for a shard, without the shard's number and folder.
  public var words: [String]
  /// The absolute folder to which paths in `words` are relative.
  public var workingFolder: String
  /// The absolute folder of the study.
  public var study: String
  public var shards: Int
  /// The number of concurrent runs in each shard, one processor each.
  public var jobs: Int
  /// Additional words for `sbatch`.
  public var options: [String]

  /// The maximum number of shards.
  public static let mostShards = 100_000
  /// How long before its time limit a shard is requeued, in seconds.
  static let notice = 90
  /// The part of `notice` for completing current runs, in seconds.
  static let grace = 60
  /// The maximum number of restarts of a crashed shard without a newly finished run.
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

  /// The script of an array task.
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
    finished() { cat "$shard"/runs/*.index 2>/dev/null | wc -c; }

    echo "$(date '+%F %T') shard $number of \(shards) on $(uname -n), start $((${SLURM_RESTART_COUNT:-0} + 1))"
    mkdir -p "$study/slurm/state"
    say "running $(uname -n)"
    before=$(finished)
    late=
    child=
    # Slurm says that the time is nearly up.
    trap 'late=yes; kill -TERM $child 2>/dev/null' USR1
    \([program] + words) \\
      --shard "$number/\(shards)" --jobs "${SLURM_CPUS_PER_TASK:-1}" --out "$shard" --reuse "$study" --runs-only --quiet &
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

  /// The script of the merging job, which runs after the array.
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

  /// The calls of `sbatch`; the script prints the numbers of both jobs.
  var submission: ShellCode {
    // Slurm expands `%a` in the name of a log, and `%%` to a percent sign.
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

extension SlurmScripts {
  /// The options that would change the two jobs, or the output of `sbatch` about them.
  private static let ownOptions = [
    "--array", "--help", "--parsable", "--test-only", "--usage", "--version", "--wait", "--wrap",
  ]
  /// The short forms of these options, such as `-a` for `--array`.
  private static let ownLetters: Set<Unicode.Scalar> = ["a", "h", "V", "W"]
  /// The short options of `sbatch` that take no value, so that others may follow in the same word.
  private static let switches: Set<Unicode.Scalar> = ["H", "k", "O", "Q", "s", "u", "v"]
  /// Returns whether `word` is an option of `sbatch` reserved for the program, such as `--array=1-9`, `--arr`, `-a1`
  /// or `-Ha1`.
  ///
  /// `sbatch` accepts abbreviated long options, and a value directly after a letter.
  public static func isOwn(_ word: String) -> Bool {
    // Byte by byte, as `sbatch` reads it.
    if word.utf8.starts(with: "--".utf8) {
      let name = String(word.unicodeScalars.prefix { $0 != "=" })
      // Arguments after `--` alone are not options.
      return ownOptions.contains { $0.utf8.starts(with: name.utf8) }
    }
    let scalars = Array(word.unicodeScalars)
    guard scalars.count > 1, scalars[0] == "-" else { return false }
    let letters = scalars.dropFirst()
    guard let first = letters.first(where: { !switches.contains($0) }) else { return false }
    return ownLetters.contains(first)
  }
}
