public import Tables

/// The faults of a network that is read from files; `description` is the text for people.
public enum NetworkError: Error, Hashable, Sendable {
  /// Faults of one or several files, in the order in which the files were read.
  case faults([TableError])
  /// A file of OpenStreetMap that is truncated, corrupt or of another format.
  case unreadable(file: String, reason: String)
  /// The name of the file or folder says no format that is read.
  case unknownFormat(path: String)
  /// The file is sound, but nothing in it is a road for cars; `remark` is that of the server that sent it.
  case noRoads(source: String, remark: String = "")
  /// The tables are sound, but cars use none of their links, for the `reasons`.
  case noOpenLinks(source: String, reasons: [String])
  /// A node whose longitude is beyond ±180 or whose latitude is beyond ±90 degrees.
  case outsideTheWorld(file: String, node: Int64)
  /// The files are sound, but no two nodes reach each other: no trip could be made.
  case noConnectedNodes(source: String)
  /// Files that belong together do not fit each other.
  case mismatch(file: String, other: String, reason: String)
  /// A graph of the DIMACS challenge, which states no units, that cannot be in the usual ones.
  case implausibleUnit(file: String, reason: String, option: String)
  /// A network whose lengths or times cannot be those of roads.
  case implausible(source: String, reason: String, cure: String)
  /// A `.network` file that is damaged, cut short, or something else.
  case archive(ArchiveError)
}

extension NetworkError: CustomStringConvertible {
  /// A sentence that names the place, the fault and what would be right; several faults stand one a line.
  public var description: String {
    switch self {
    case .faults(let faults):
      faults.map(\.description).joined(separator: "\n")
    case .unreadable(let file, let reason):
      "\(file): truncated, corrupt or of another format (\(reason)); fetch it again"
    case .unknownFormat(let path):
      "\(path): no network is known by such a name; \(NetworkFormat.words) are read"
    case .noRoads(let source, let remark):
      "\(source): holds no road for cars; a file with ways whose highway is one of motorway to service is"
        + " expected" + (remark.isEmpty ? "" : " (its server remarks “\(remark)”; fetch it again)")
    case .noOpenLinks(let source, let reasons):
      "\(source): no link is open to cars: \(reasons.joined(separator: "; ")); a network of roads is expected"
    case .outsideTheWorld(let file, let node):
      "\(file): node \(node) lies outside the world; a longitude from -180 to 180 and a latitude from -90 to"
        + " 90 are expected"
    case .noConnectedNodes(let source):
      "\(source): no two nodes are joined in both directions; a network in which trips can be made is expected"
    case .mismatch(let file, let other, let reason):
      "\(file): does not fit \(other) (\(reason)); give files of the same graph"
    case .implausibleUnit(let file, let reason, let option):
      "\(file): is not in the units of the DIMACS challenge (\(reason)); import it once with `detour network"
        + " import \(option) …` and use the .network file"
    case .implausible(let source, let reason, let cure):
      "\(source): cannot be a network of roads (\(reason)); \(cure)"
    case .archive(let error):
      Self.sentence(error)
    }
  }

  /// The meaning of an archive's fault to someone who opens a network, which nothing can make again by itself.
  private static func sentence(_ error: ArchiveError) -> String {
    switch error {
    case .file, .kind:
      error.description
    case .notAnArchive(let file):
      "\(file): this is no file that detour wrote; make one with `detour network import`"
    case .version(let file, let found, let expected):
      "\(file): version \(found) of the format, \(expected) is expected; import the network again"
    case .otherNetwork(let file):
      "\(file): made for another network; import the network again"
    case .damaged(let file, let reason):
      "\(file): damaged (\(reason)); import the network again"
    }
  }
}
