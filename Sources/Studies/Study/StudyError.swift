public import Metrics
public import Tables

/// The reason a study cannot be executed; `description` is the message for users.
public enum StudyError: Error, Hashable, Sendable {
  /// A varied path that is not a field; the sentence suggests the most similar field.
  case unknownField(String)
  /// The plan is inconsistent; the sentence includes the remedy.
  case plan(String)
  /// Two points with identical runs, described by their varied values.
  case equalPoints(String, String)
  /// An unknown figure.
  case unknownFigure(name: String, examples: String)
  /// The folder exists, but does not contain a study.
  case notAStudy(folder: String)
  /// A file not written by the program.
  case damagedManifest(file: String)
  /// A manifest written by a newer version; the value is the message.
  case newer(String)
  /// The folder contains runs of another scenario.
  case otherScenario(folder: String, name: String)
  /// The folder's runs come from another version of the program.
  case otherVersion(folder: String, found: String, expected: String)
  /// The runs to be reused come from another version of the program.
  case otherReusedVersion(folder: String, found: String, expected: String)
  /// Another process is executing another plan in the folder.
  case inUse(folder: String)
  /// A shard folder belongs to a different study from the first folder.
  case otherStudy(folder: String, first: String)
  /// A column of a shard's run has a name from an earlier version.
  case formerName(FormerName)
  /// A file of the study was modified or created by the user.
  case changedByHand(file: String)
  /// Two folders contain the same run with different figures.
  case conflictingRuns(file: String, other: String)
  case unwritable(path: String, reason: SystemFault)
  /// The folder has no finished run called `id`.
  case noSuchRun(folder: String, id: String)
  /// The study keeps no tables, or none for the run called `id`.
  case noTables(folder: String, id: String?)
  /// A finished run can no longer be read.
  case lostRun(String)
  /// The study has no run with this id.
  case noRun(id: String)
  /// The run's input files have changed since the study was planned.
  case changedInput(point: String)
}

extension StudyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownField(let sentence), .plan(let sentence): sentence
    case .equalPoints(let one, let other):
      "the points \(one) and \(other) give identical runs; vary a field that affects the results, or use larger steps"
    case .unknownFigure(let name, let examples):
      "`\(name)` is not a figure; give one such as \(examples) (`detour columns` lists them)"
    case .notAStudy(let folder):
      "\(folder): contains something other than a study; give another folder"
    case .damagedManifest(let file):
      "\(file): is not the manifest of a study; give another folder"
    case .newer(let sentence): sentence
    case .otherScenario(let folder, let name):
      "\(folder): contains a study of another scenario (\(name), or the same with other fields or input files);"
        + " give another --out"
    case .otherVersion(let folder, let found, let expected):
      "\(folder): contains a study by detour \(found), but this is \(expected); complete it with that version, or"
        + " give another --out"
    case .otherReusedVersion(let folder, let found, let expected):
      "--reuse \(folder): contains a study by detour \(found), but this is \(expected), whose runs may"
        + " differ; leave the option out"
    case .inUse(let folder):
      "\(folder): another process is running another plan of this study there; wait for it, or give another"
        + " --out"
    case .otherStudy(let folder, let first):
      "\(folder): contains a shard of a different study than \(first); merge shards of one study only"
    case .formerName(let name): name.description
    case .changedByHand(let file):
      "\(file): was changed after detour wrote it, and would be overwritten; move it away, or give another --out"
    case .conflictingRuns(let file, let other):
      "\(file): differs from \(other), although it is the same run; repeat it with --only to see which is right"
        + " (the last digit of coordinates may differ between kinds of processors: run all shards on one kind)"
    case .unwritable(let path, let reason):
      "\(path): cannot be written (\(reason)); finished runs are kept, and the same command resumes"
    case .noSuchRun(let folder, let id):
      "\(folder): has no finished run \(id); the ids are in column run_id of runs.csv"
    case .noTables(let folder, let id):
      "\(folder): has no tables of \(id.map { "run \($0)" } ?? "its runs"); run the study with --keep-tables, or repeat a run"
        + " with --only RUN_ID --keep-tables"
    case .lostRun(let place):
      "\(place): was changed while the study was read; the same command repeats the run"
    case .noRun(let id):
      "--only \(id): is not a run of this study; the ids are in column run_id of runs.csv"
    case .changedInput(let point):
      "an input file of the point \(point) changed during the study; start again"
    }
  }
}
