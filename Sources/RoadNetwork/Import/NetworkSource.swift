import Foundation
import Quantities
import Tables

/// A network as it was loaded, with what is known of where it came from.
public struct LoadedNetwork: Sendable {
  public let network: Network
  /// The file or folder that was named.
  public let path: String
  /// The format that it was read as.
  public let format: NetworkSource.Format
  /// What was read and what was left out; of a `.network` file what the import said, in `origin`.
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
/// The name says the format: `.network` (made by `detour network import`), `.osm.pbf`, `.osm`, `.osm.gz`,
/// `.osm.bz2` (OpenStreetMap), `.gr`, `.gr.gz` (DIMACS), `.csv`, `.csv.gz` (a list of edges beside its nodes),
/// or a folder that holds a GMNS network, a list of edges, or a DIMACS graph.
public struct NetworkSource: Sendable {
  /// A format that networks are read from.
  public enum Format: String, CaseIterable, Sendable {
    case archive = "detour network"
    case osm = "OpenStreetMap"
    case gmns = "GMNS"
    case dimacs = "DIMACS"
    case edges = "list of edges"
  }

  /// The formats in words, for messages.
  static let formats =
    ".network, .osm.pbf, .osm, .osm.gz, .osm.bz2, .gr, .gr.gz, .csv, .csv.gz, and folders with node.csv and"
    + " link.csv (GMNS), with nodes.csv and edges.csv, or with a .gr file (DIMACS)"

  public let path: String
  /// The format that the name says.
  public let format: Format
  private let options: ImportOptions
  /// The file to read; the folder for GMNS.
  private let entry: String

  /// Finds out the format of `path`.
  ///
  /// - Throws: `NetworkError` where nothing stands there or its name says no format.
  public init(_ path: String, options: ImportOptions = ImportOptions()) throws(NetworkError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .faults([.missingFile(file: path)])
    }
    let found = isFolder.boolValue ? Self.content(ofFolder: path) : Self.format(ofFile: path)
    guard let found else { throw .unknownFormat(path: path) }
    self.path = path
    self.options = options
    (format, entry) = found
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
  public var files: [String] {
    switch format {
    case .archive, .osm: [entry]
    case .gmns: GMNSReader(folder: entry).files
    case .dimacs: DIMACSReader(file: entry, options: options).files
    case .edges: EdgeListReader(file: entry).files
    }
  }

  /// Reads the network.
  ///
  /// - Throws: `NetworkError` with everything that is wrong.
  public func load() throws(NetworkError) -> LoadedNetwork {
    switch format {
    case .archive:
      try loadArchive()
    case .osm:
      try loaded(OSMReader(file: entry).read())
    case .gmns:
      try loaded(GMNSReader(folder: entry).read())
    case .dimacs:
      try loaded(DIMACSReader(file: entry, options: options).read())
    case .edges:
      try loaded(EdgeListReader(file: entry).read())
    }
  }

  private func loadArchive() throws(NetworkError) -> LoadedNetwork {
    let archive = try NetworkArchive(contentsOf: entry)
    let network = try archive.network()
    var report = NetworkReport()
    report.nodesRead = network.nodeCount
    report.linksRead = network.linkCount
    report.components = 1
    report.warnings = archive.origin.split(separator: "\n").compactMap { line in
      line.hasPrefix(NetworkReport.warningMark)
        ? String(line.dropFirst(NetworkReport.warningMark.count)) : nil
    }
    return LoadedNetwork(
      network: network, path: path, format: format, report: report, origin: archive.origin, files: [entry])
  }

  /// What was read, if it can be a network of roads.
  private func loaded(
    _ result: (network: Network, report: NetworkReport)
  ) throws(NetworkError) -> LoadedNetwork {
    let check = NetworkCheck(result.network)
    if let refusal = check.refusal {
      throw .implausible(source: path, reason: refusal.reason, cure: refusal.cure)
    }
    var report = result.report
    report.warnings += check.warnings
    return LoadedNetwork(
      network: result.network, path: path, format: format, report: report,
      origin: "format: \(format.rawValue)\n\(report)", files: files)
  }

  private static func format(ofFile path: String) -> (Format, String)? {
    let name = path.lowercased()
    let endings: [(Format, [String])] = [
      (.archive, [".network"]), (.osm, OSMFile.endings), (.dimacs, graphEndings),
      (.edges, [".csv", ".csv.gz"]),
    ]
    return endings.first { $0.1.contains(where: name.hasSuffix) }.map { ($0.0, path) }
  }

  private static let graphEndings = [".gr", ".gr.gz"]

  private static func content(ofFolder path: String) -> (Format, String)? {
    if GMNSReader.path(of: "link", in: path) != nil { return (.gmns, path) }
    if let edges = GMNSReader.path(of: "edge", in: path) { return (.edges, edges) }
    // The distances come first by name: "-d." before "-t.".
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let graph = names.sorted().first { name in graphEndings.contains(where: name.lowercased().hasSuffix) }
    return graph.map { (.dimacs, path + "/" + $0) }
  }
}
