public import Tables

/// The reason a result folder cannot be written.
public enum ResultFolderError: Error, Hashable {
  /// Results exist there already.
  case exists(path: String)
  /// A folder with files not written by a run, which is not replaced; `found` describes them.
  case notResults(path: String, found: String)
  /// A file exists there.
  case notAFolder(path: String)
  case unwritable(path: String, reason: SystemFault)
}

extension ResultFolderError: CustomStringConvertible {
  /// The message: place, fault and remedy.
  public var description: String {
    switch self {
    case .exists(let path):
      "\(path): results already exist there; give another --out, or --force to replace them"
    case .notResults(let path, let found):
      "\(path): --force replaces only the results of a run, but the folder contains \(found); move that away, or"
        + " give another --out"
    case .notAFolder(let path):
      "\(path): not a folder; give another --out"
    case .unwritable(let path, let reason):
      "\(path): cannot be written (\(reason))"
    }
  }
}
