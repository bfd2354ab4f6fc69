import Foundation
import Tables

/// A network as it was loaded, with what is known of where it came from.
public struct LoadedNetwork: Sendable {
  public let network: Network
  /// The file or folder that was named.
  public let path: String
  /// The format that it was read as.
  public let format: NetworkFormat
  /// The report of what was read and what was left out; of a `.network` file what the import said, in `origin`.
  public let report: NetworkReport
  /// The format, and what was read and left out, as lines of text.
  public let origin: String
  /// The paths of all files read, in the order in which they were read.
  public let files: [String]
}

/// A road network in a file or folder of any of the formats that are known.
///
///     let loaded = try NetworkSource.load("porto.osm.pbf")
///     loaded.network.nodeCount
///
/// The name of the file or the content of the folder says which; `NetworkFormat.all` lists them.
public struct NetworkSource: Sendable {
  public let path: String
  /// The format that the name says.
  public let format: NetworkFormat
  private let reader: any NetworkReader

  /// Finds out the format of `path`.
  ///
  /// - Throws: `NetworkError` where nothing stands there or its name says no format.
  public init(_ path: String, options: ImportOptions = ImportOptions()) throws(NetworkError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .faults([.missingFile(file: path)])
    }
    let found =
      isFolder.boolValue ? NetworkFormat.ofFolder(path) : NetworkFormat.ofFile(path).map { ($0, path) }
    guard let (format, entry) = found else { throw .unknownFormat(path: path) }
    self.path = path
    self.format = format
    reader = format.reader(entry, options)
  }

  /// Reads the network at `path`, whatever its format.
  ///
  /// - Throws: `NetworkError` with everything that is wrong.
  public static func load(
    _ path: String, options: ImportOptions = ImportOptions()
  ) throws(NetworkError) -> LoadedNetwork {
    try NetworkSource(path, options: options).load()
  }

  /// The paths of all files that `load()` reads, in the order in which it reads them.
  public var files: [String] { reader.files }

  /// Reads the network, and checks that it can be one of roads; one that was imported before was checked then.
  ///
  /// - Throws: `NetworkError` with everything that is wrong.
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
