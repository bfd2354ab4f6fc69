public import Tables

/// The faults of a file of prepared data; none is fatal, because the data can be prepared again.
public enum ArchiveError: Error, Hashable, Sendable {
  /// The file cannot be read or written.
  case file(TableError)
  /// The file is not an archive.
  case notAnArchive(file: String)
  /// The file has another version of the format.
  case version(file: String, found: Int, expected: Int)
  /// The file contains another kind of data.
  case kind(file: String, found: String, expected: String)
  /// The file belongs to a network with other links or travel times.
  case otherNetwork(file: String)
  /// The file is truncated, or some of its bytes have changed.
  case damaged(file: String, reason: String)
}

extension ArchiveError: CustomStringConvertible {
  /// The message: file, fault and remedy.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .notAnArchive: finding + "; delete or rename it"
    case .kind: finding + "; check the path"
    case .version, .otherNetwork, .damaged: finding + "; delete it, and it will be recreated"
    }
  }

  /// The message without the remedy, for callers that rebuild the file themselves.
  public var finding: String {
    switch self {
    case .file(let error): error.description
    case .notAnArchive(let file): "\(file): this is not a file of preprocessed data"
    case .version(let file, let found, let expected):
      "\(file): format version \(found) instead of \(expected)"
    case .kind(let file, let found, let expected): "\(file): contains \(found) instead of \(expected)"
    case .otherNetwork(let file): "\(file): created for another network or other travel times"
    case .damaged(let file, let reason): "\(file): damaged (\(reason))"
    }
  }
}
