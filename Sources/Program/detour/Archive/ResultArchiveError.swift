import Quoting

/// The reason results cannot be archived, or an archive cannot be reproduced.
enum ResultArchiveError: Error, Equatable, InputFault {
  /// The folder contains neither a run nor a study.
  case notResults(folder: String)
  /// Runs of the study are missing or changed.
  case incomplete(folder: String, String)
  /// A table of a run differs from its digest in the manifest.
  case changedTable(file: String)
  /// An input file is missing.
  case noInput(path: String, folder: String)
  /// An input file differs from the one that was used.
  case changedInput(path: String, found: String, expected: String)
  /// The identity of the runs cannot be recovered from the archive.
  case otherIdentity(folder: String)
  /// An input file is named by an absolute path.
  case absoluteInput(path: String)
  /// Two input files would have the same place in the archive.
  case sharedPlace(path: String)
  /// A name too long for a tar file.
  case longName(String)
  /// The file is not a valid archive; the sentence gives the reason.
  case damaged(file: String, String)
  /// The archive has a newer version.
  case newer(file: String, found: Int, known: Int)
  /// The archive contains no inputs.
  case needsInputs(file: String, count: Int)
  /// Reproducing would execute a policy.
  case needsPolicy(file: String, words: [String])

  var description: String {
    switch self {
    case .notResults(let folder):
      "\(folder): is the result folder of neither a run nor a study (no manifest.json); give the folder that `detour run`"
        + " or `detour sweep` wrote"
    case .incomplete(let folder, let reason):
      "\(folder): \(reason); run the command that wrote it again to complete it"
    case .changedTable(let file):
      "\(file): differs from its digest in manifest.json; run the scenario again"
    case .noInput(let path, let folder):
      "\(path): the input file does not exist in \(folder); restore the original file"
    case .changedInput(let path, let found, let expected):
      "\(path): the input file has changed: its SHA-256 begins with \(found.prefix(12)), expected \(expected.prefix(12));"
        + " restore it, or run again"
    case .otherIdentity(let folder):
      "\(folder): its runs cannot be repeated from its manifest: files that only some points read have changed, or the points were "
        + "chosen by a search; archive a study with fixed points instead"
    case .absoluteInput(let path):
      "\(path): is an absolute path, which cannot be archived; name the file relative to the scenario and run again"
    case .sharedPlace(let path):
      "\(path): another input file would have the same place in the archive; rename one of them and run again"
    case .longName(let name): "\(name): the name is too long for a tar file; shorten it"
    case .damaged(let file, let reason):
      "\(file): is not an archive written by `detour archive`: \(reason); archive the results again, or copy the file again"
    case .newer(let file, let found, let known):
      "\(file): is an archive in version \(found), and this program reads version \(known); install a newer Detour"
    case .needsInputs(let file, let count):
      "\(file): \(count) input \(count == 1 ? "file is" : "files are") not in the archive; give the scenario's"
        + " folder with --inputs DIR"
    case .needsPolicy(let file, let words):
      "\(file): reproducing it executes the policy `\(("\(words)" as ShellCode).text)`; add --allow-policy if you trust it"
    }
  }
}
