import Foundation
public import Quantities
import Tables

/// A loaded network with information about its source.
public struct LoadedNetwork: Sendable {
  public let network: Network
  /// The file or folder as given.
  public let path: String
  /// The source's format.
  public let format: NetworkFormat
  /// The import report; for a `.network` file it holds the original one in `imported`.
  public let report: NetworkReport
  /// The format and the import report, as lines of text.
  public let origin: String
  /// The paths of all files read, in reading order.
  public let files: [String]
}

/// A road network in a file or folder of any known format.
///
///     let loaded = try NetworkSource.load("porto.osm.pbf")
///     loaded.network.nodeCount
///
/// The format follows from the file's name or the folder's content; `NetworkFormat.all` lists the formats.
public struct NetworkSource: Sendable {
  public let path: String
  /// The recognised format.
  public let format: NetworkFormat
  private let reader: any NetworkReader

  /// Determines the format of `path`.
  ///
  /// - Throws: `NetworkError` if nothing exists there or the format is unknown.
  public init(_ path: String, options: ImportOptions = ImportOptions()) throws(NetworkError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .faults([.missingFile(file: path)])
    }
    let found =
      isFolder.boolValue ? NetworkFormat.ofFolder(path) : NetworkFormat.ofFile(path).map { ($0, path) }
    guard let (format, entry) = found else { throw .unknownFormat(path: path) }
    if !isFolder.boolValue, let folder = Self.folder(ofPart: path) {
      throw .partOfFolder(path: path, folder: folder)
    }
    self.path = path
    self.format = format
    reader = format.reader(entry, options)
  }

  /// Returns the GMNS folder whose node or link table is the file at `path`; nil if the file is neither.
  private static func folder(ofPart path: String) -> String? {
    let file = URL(filePath: path)
    guard ["node.csv", "link.csv", "node.csv.gz", "link.csv.gz"].contains(file.lastPathComponent) else {
      return nil
    }
    let folder = FilePath.folder(of: path)
    let name = folder.isEmpty ? "." : folder
    return NetworkFormat.ofFolder(name)?.0.name == NetworkFormat.gmns.name ? name : nil
  }

  /// Reads the network at `path`, in any format.
  ///
  /// - Throws: `NetworkError` with all faults.
  public static func load(
    _ path: String, options: ImportOptions = ImportOptions()
  ) throws(NetworkError) -> LoadedNetwork {
    try NetworkSource(path, options: options).load()
  }

  /// The paths of all files read by `load()`, in reading order.
  public var files: [String] { reader.files }

  /// Reads the network and checks its plausibility, unless it was imported and checked before.
  ///
  /// - Throws: `NetworkError` with all faults.
  public func load() throws(NetworkError) -> LoadedNetwork {
    var (network, report) = try reader.read()
    if report.imported == nil {
      let check = NetworkCheck(network)
      if let refusal = check.refusal {
        throw .implausible(source: path, reason: refusal.reason, cure: refusal.cure)
      }
      report.warnings += check.warnings
    }
    return LoadedNetwork(
      network: network, path: path, format: format, report: report,
      origin: report.imported ?? "format: \(format.name)\n\(report)", files: files)
  }
}

/// Units and speeds not specified by some file formats.
public struct ImportOptions: Hashable, Sendable {
  /// DIMACS: the unit of a graph of distances, metres; nil: the decimetres of the challenge, rejected if the
  /// coordinates contradict them.
  public var lengthUnit: Metres?
  /// DIMACS: the unit of a graph of times, seconds; nil: `challengeTimeUnit`, rejected if it gives impossible
  /// speeds.
  public var timeUnit: Double?
  /// DIMACS: one speed for all roads, km/h, instead of the graph of times; nil: use that graph, or
  /// `usualSpeedKmh` if there is none.
  public var speedKmh: Double?

  /// The unit of distances in the ninth DIMACS challenge, metres.
  public static let challengeLengthUnit: Metres = 0.1
  /// The probable unit of times in the ninth DIMACS challenge, seconds.
  ///
  /// Its times are distances divided by 1, 0.8, 0.6 or 0.4, according to road class. At 0.0036 s the fastest class
  /// drives at 100 km/h and the slowest at 40 km/h.
  public static let challengeTimeUnit = 0.0036
  /// The default speed, km/h.
  public static let usualSpeedKmh = 50.0

  public init() {}
}
