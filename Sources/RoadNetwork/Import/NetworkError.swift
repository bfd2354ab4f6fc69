public import Tables

/// What can be wrong with a network that is read from files; `description` is the text for people.
public enum NetworkError: Error, Hashable, Sendable {
  /// Faults of one or several files, in the order in which the files were read.
  case faults([TableError])
  /// The files are sound, but no two nodes reach each other: no trip could be made.
  case noConnectedNodes(source: String)
}

extension NetworkError: CustomStringConvertible {
  /// A sentence that names the place, the fault and what would be right; several faults stand one a line.
  public var description: String {
    switch self {
    case .faults(let faults):
      faults.map(\.description).joined(separator: "\n")
    case .noConnectedNodes(let source):
      "\(source): no two nodes are joined in both directions; a network in which trips can be made is expected"
    }
  }
}
