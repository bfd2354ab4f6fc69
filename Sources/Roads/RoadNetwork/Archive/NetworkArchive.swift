import Quantities
import Tables

/// A network in a `.network` file: imported once from any format, then opened in milliseconds.
///
///     try network.write(to: "porto.network", origin: loaded.origin)
///     let again = try NetworkArchive(contentsOf: "porto.network").network()
///
/// Opening verifies all checksums, and `network()` checks that the arrays are consistent, so that no search reads
/// beyond them.
public struct NetworkArchive: Sendable {
  /// The path of the file.
  public let file: String
  private let archive: BinaryArchive

  private static let kind = "network"

  /// Opens the file at `path`.
  ///
  /// - Throws: `NetworkError.archive` if it is missing, damaged, not an archive, or of another version.
  public init(contentsOf path: String) throws(NetworkError) {
    file = path
    do throws(ArchiveError) { archive = try BinaryArchive(contentsOf: path, kind: Self.kind) } catch {
      throw .archive(error)
    }
  }

  /// The import report: the format, the items read and the items left out.
  public var origin: String { text("origin") }

  /// Returns the lines of the text stored as `name`, split at line feeds only.
  private func lines(of name: String) -> [String] {
    let text = text(name)
    if text.isEmpty { return [] }
    return text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func text(_ name: String) -> String {
    let bytes: [UInt8]? = try? archive.array(name, file: file)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }

  /// Returns the network.
  ///
  /// - Throws: `NetworkError.archive` if arrays are missing or inconsistent.
  public func network() throws(NetworkError) -> Network {
    let parts: NetworkParts
    do throws(ArchiveError) { parts = try self.parts() } catch { throw .archive(error) }
    if let fault = parts.fault { throw .archive(.damaged(file: file, reason: fault)) }
    return Network(parts: parts)
  }

  private func parts() throws(ArchiveError) -> NetworkParts {
    let geometry: [UInt8] = try archive.array("geometry", file: file)
    guard geometry == [0] || geometry == [1] else {
      throw .damaged(file: file, reason: "its geometry is unknown")
    }
    return try NetworkParts(
      geometry: geometry == [1] ? .globe : .plane,
      nodeIDs: archive.array("node.ids", file: file),
      coordinates: archive.array("node.coordinates", file: file),
      positions: archive.array("node.positions", file: file),
      outgoing: Adjacency(
        first: archive.array("link.first", file: file), arcs: archive.array("link.arcs", file: file)),
      metres: archive.array("link.metres", file: file),
      linkIDs: archive.array("link.ids", file: file),
      roadClasses: archive.array("link.classes", file: file),
      roadClassNames: lines(of: "class.names"),
      shapes: LinkShapes(
        codes: archive.array("link.courses", file: file), first: archive.array("course.first", file: file),
        bends: archive.array("course.bends", file: file)))
  }
}

extension Network {
  /// Writes the network atomically to a file for `NetworkArchive`; `origin` describes its source in lines of text.
  /// Equal networks and texts yield identical files.
  ///
  /// - Throws: `NetworkError.archive` if the file cannot be written.
  /// - Precondition: the network lies on a plane or on the globe.
  public func write(to path: String, origin: String) throws(NetworkError) {
    var archive = BinaryArchive(kind: "network", network: routingFingerprint)
    archive.add("geometry", [geometryCode])
    archive.add("origin", Array(origin.utf8))
    archive.add("node.ids", nodeIDs)
    archive.add("node.coordinates", coordinates)
    archive.add("node.positions", positions)
    archive.add("link.first", outgoing.first)
    archive.add("link.arcs", outgoing.arcs)
    archive.add("link.metres", metres)
    archive.add("link.ids", linkIDs)
    archive.add("link.classes", roadClasses)
    archive.add("class.names", Array(roadClassNames.joined(separator: "\n").utf8))
    archive.add("link.courses", shapes.codes)
    archive.add("course.first", shapes.first)
    archive.add("course.bends", shapes.bends)
    do throws(ArchiveError) { try archive.write(to: path) } catch { throw .archive(error) }
  }

  private var geometryCode: UInt8 {
    switch geometry {
    case .plane: 0
    case .globe: 1
    case .torus: preconditionFailure("a network lies on a plane or on the globe")
    }
  }
}

extension NetworkFormat {
  public static let archive = NetworkFormat(
    "detour network", endings: [".network"],
    "What `detour network import` has made of one of the others: it opens in milliseconds."
  ) { file, _ in ImportedNetwork(file: file) }
}

/// Reads a previously imported network with its original import report.
struct ImportedNetwork: NetworkReader {
  /// The path of the `.network` file.
  let file: String

  var files: [String] { [file] }

  func read() throws(NetworkError) -> (network: Network, report: NetworkReport) {
    let archive = try NetworkArchive(contentsOf: file)
    let network = try archive.network()
    var report = NetworkReport()
    report.imported = archive.origin
    report.nodesRead = network.nodeCount
    report.linksRead = network.linkCount
    report.components = 1
    report.warnings = archive.origin.split(separator: "\n").compactMap { line in
      line.hasPrefix(NetworkReport.warningMark)
        ? String(line.dropFirst(NetworkReport.warningMark.count)) : nil
    }
    return (network, report)
  }
}

extension Network {
  /// The SHA-256 of the routing inputs: the tail, head and travel time of each link, in link order; 64 hexadecimal
  /// digits.
  ///
  /// Coordinates, lengths and ids are left out: they affect neither times nor paths.
  public var routingFingerprint: String {
    var digest = Digest()
    digest.update("detour-network 1 \(nodeCount) \(linkCount)\n")
    outgoing.first.withUnsafeBytes { digest.update($0) }
    outgoing.arcs.withUnsafeBytes { digest.update($0) }
    return digest.finish()
  }
}
