public import Tables

/// The faults of a file of prepared data; none is fatal, for all of it can be prepared again.
public enum ArchiveError: Error, Hashable, Sendable {
  /// The file cannot be read or written.
  case file(TableError)
  /// The file is something else.
  case notAnArchive(file: String)
  /// The file is of another version of the format.
  case version(file: String, found: Int, expected: Int)
  /// The file holds something else than was asked for.
  case kind(file: String, found: String, expected: String)
  /// The file was made for a network with other links or other times.
  case otherNetwork(file: String)
  /// The file is cut short or some of its bytes changed.
  case damaged(file: String, reason: String)
}

extension ArchiveError: CustomStringConvertible {
  /// A sentence that names the file, the fault and the remedy.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .notAnArchive: finding + "; delete or rename it"
    case .kind: finding + "; check the path"
    case .version, .otherNetwork, .damaged: finding + "; delete it and it will be made again"
    }
  }

  /// The same sentence without the remedy, for where the file is made again by itself.
  public var finding: String {
    switch self {
    case .file(let error): error.description
    case .notAnArchive(let file): "\(file): this is no file of prepared data"
    case .version(let file, let found, let expected):
      "\(file): version \(found) of the format, \(expected) is expected"
    case .kind(let file, let found, let expected): "\(file): holds \(found), \(expected) is expected"
    case .otherNetwork(let file): "\(file): made for another network or other travel times"
    case .damaged(let file, let reason): "\(file): damaged (\(reason))"
    }
  }
}
