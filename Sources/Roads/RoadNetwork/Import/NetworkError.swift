public import Tables

/// The errors of a network import; `description` is the message for users.
public enum NetworkError: Error, Hashable, Sendable {
  /// Faults of one or several files, in reading order.
  case faults([TableError])
  /// An OpenStreetMap file that is truncated, corrupt or of another format.
  case unreadable(file: String, reason: String)
  /// The name of the file or folder does not indicate a known format.
  case unknownFormat(path: String)
  /// A single table of a GMNS network; its folder is required instead.
  case partOfFolder(path: String, folder: String)
  /// The file is valid but has no roads for cars; `remark` is from the server that sent it.
  case noRoads(source: String, remark: String = "")
  /// The tables are valid, but all links are closed to cars, for the given `reasons`.
  case noOpenLinks(source: String, reasons: [String])
  /// A node with a longitude beyond ±180 or a latitude beyond ±90 degrees.
  case outsideTheWorld(file: String, node: Int64)
  /// The files are valid, but no two nodes reach each other, so no trip is possible.
  case noConnectedNodes(source: String)
  /// Files that are inconsistent with each other.
  case mismatch(file: String, other: String, reason: String)
  /// A DIMACS graph for which the usual units are implausible; its files state none.
  case implausibleUnit(file: String, reason: String, option: String)
  /// A network whose link lengths or travel times are implausible for roads.
  case implausible(source: String, reason: String, cure: String)
  /// A `.network` file that is damaged, truncated, or not an archive.
  case archive(ArchiveError)
}

extension NetworkError: CustomStringConvertible {
  /// The message: place, fault and remedy; several faults are listed one per line.
  public var description: String {
    switch self {
    case .faults(let faults):
      faults.map(\.description).joined(separator: "\n")
    case .unreadable(let file, let reason):
      "\(file): truncated, corrupt or in another format (\(reason)); download it again"
    case .unknownFormat(let path):
      "\(path): not recognised as a network by its name; supported are \(NetworkFormat.words)"
    case .partOfFolder(let path, let folder):
      "\(path): a part of a GMNS network; give its folder, \(folder)"
    case .noRoads(let source, let remark):
      "\(source): contains no roads for cars; a file with ways whose highway is one of motorway to service is"
        + " expected" + (remark.isEmpty ? "" : " (its server remarks “\(remark)”; download it again)")
    case .noOpenLinks(let source, let reasons):
      "\(source): no link is open to cars: \(reasons.joined(separator: "; ")); a road network is expected"
    case .outsideTheWorld(let file, let node):
      "\(file): node \(node) lies outside the world; a longitude from -180 to 180 and a latitude from -90 to"
        + " 90 are expected"
    case .noConnectedNodes(let source):
      "\(source): no two nodes can reach each other; give a network on which trips are possible"
    case .mismatch(let file, let other, let reason):
      "\(file): does not fit \(other) (\(reason)); give files of the same graph"
    case .implausibleUnit(let file, let reason, let option):
      "\(file): is not in the units of the DIMACS challenge (\(reason)); import it once with `detour network"
        + " import \(option) …` and use the .network file"
    case .implausible(let source, let reason, let cure):
      "\(source): cannot be a road network (\(reason)); \(cure)"
    case .archive(let error):
      Self.sentence(error)
    }
  }

  /// Returns the message for a faulty network archive, which cannot be rebuilt automatically.
  private static func sentence(_ error: ArchiveError) -> String {
    switch error {
    case .file, .kind:
      error.description
    case .notAnArchive(let file):
      "\(file): not written by detour; create the file with `detour network import`"
    case .version(let file, let found, let expected):
      "\(file): format version \(found) instead of \(expected); import the network again"
    case .otherNetwork(let file):
      "\(file): created for another network; import the network again"
    case .damaged(let file, let reason):
      "\(file): damaged (\(reason)); import the network again"
    }
  }
}
