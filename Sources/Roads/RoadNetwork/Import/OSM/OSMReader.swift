import Quantities

extension NetworkFormat {
  static let osm = NetworkFormat(
    "OpenStreetMap", endings: OSMFile.endings,
    "Ways that cars use, with the course of every road; [osm-profile.md](osm-profile.md) says which, and how fast."
  ) { file, _ in OSMReader(file: file) }
}

/// Reads the roads for cars in an OpenStreetMap file (docs/osm-profile.md).
///
///     let (network, report) = try OSMReader(file: "porto.osm.pbf").read()
///
/// Nodes keep their ids in the file; links have the ids of their ways.
public struct OSMReader: NetworkReader {
  /// The path of the file.
  public let file: String

  /// Creates a reader of `file`, whose name ends in `.osm.pbf`, `.osm`, `.osm.gz` or `.osm.bz2`.
  public init(file: String) { self.file = file }

  public var files: [String] { [file] }

  /// Reads the largest strongly connected component of the roads, with a report of the data left out.
  ///
  /// - Throws: `NetworkError` if the file is damaged, has no roads, or has a node with impossible coordinates.
  public func read() throws(NetworkError) -> (network: Network, report: NetworkReport) {
    var report = NetworkReport()
    let source = OSMFile(path: file)
    let ways = try readWays(source, &report)
    guard !ways.usages.isEmpty else { throw .noRoads(source: file, remark: ways.remark) }
    let nodes = try OSMNodes(of: ways, in: source)
    report.nodesRead = nodes.ids.count
    report.objectsDeleted += nodes.deleted
    let cutter = WayCutter(ways, nodes)
    let network = cutter.network(report: &report)
    guard network.linkCount > 0 else { throw .noRoads(source: file, remark: ways.remark) }
    let part = network.largestStrongComponent(report: &report)
    guard part.nodeCount > 1 else { throw .noConnectedNodes(source: file) }
    return (part, report)
  }

  private func readWays(_ source: OSMFile, _ report: inout NetworkReport) throws(NetworkError) -> OSMWays {
    var ways = OSMWays()
    var dropped: [CarProfile.Exclusion: Int] = [:]
    var seen = SeenWays()
    let notes = try source.readWays { id, nodes, tags in
      guard seen.insert(id) else {
        report.waysRepeated += 1
        return
      }
      report.waysRead += 1
      switch CarProfile.usage(of: tags) {
      case .failure(let reason):
        dropped[reason.exclusion, default: 0] += 1
      case .success where nodes.count < 2:
        dropped[.tooShort, default: 0] += 1
      case .success(let usage):
        if usage.hasUnreadSpeed { report.speedsUnread += 1 }
        if usage.hasUnreadDirection { report.directionsUnread += 1 }
        ways.append(id: id, nodes: nodes, usage)
      }
      if CarProfile.isForCars(tags), CarProfile.isConditional(tags) { report.conditionsIgnored += 1 }
    }
    report.restrictionsIgnored = notes.restrictions
    report.objectsDeleted = notes.deleted
    ways.remark = notes.remark
    if !notes.remark.isEmpty {
      report.warnings.append(
        "its server remarks “\(notes.remark)”; the map may be incomplete, so fetch it again")
    }
    report.waysDropped = CarProfile.Exclusion.allCases.compactMap { exclusion in
      dropped[exclusion].map { NetworkReport.Exclusion(meaning: exclusion.meaning, count: $0) }
    }
    return ways
  }
}

/// The ids of the ways read so far, so that a repeated way is counted only once.
private struct SeenWays {
  private var ids: [Int64] = []
  /// The ids as a set, built at the first id out of order; nil until then. Files usually list ways by ascending id.
  private var set: Set<Int64>?

  /// Adds `id`; returns false if it was added before.
  mutating func insert(_ id: Int64) -> Bool {
    if let last = ids.last, id <= last, set == nil { set = Set(ids) }
    guard set?.insert(id).inserted != false else { return false }
    if set == nil { ids.append(id) }
    return true
  }
}

/// The ways open to cars, in columns.
struct OSMWays {
  /// The remark of the server that sent the file; empty if there is none.
  var remark = ""
  var ids: [Int64] = []
  var usages: [CarProfile.Usage] = []
  /// The index of every way's first node, followed by the number of nodes.
  var first: [Int] = [0]
  /// The node ids of all ways, way by way.
  var nodes: [Int64] = []

  mutating func append(id: Int64, nodes: UnsafeBufferPointer<Int64>, _ usage: CarProfile.Usage) {
    ids.append(id)
    usages.append(usage)
    self.nodes.append(contentsOf: nodes)
    first.append(self.nodes.count)
  }
}

/// The nodes of the ways, sorted by id, with their coordinates.
struct OSMNodes {
  /// The ids, ascending.
  let ids: [Int64]
  /// The number of nodes marked as deleted in the file.
  let deleted: Int
  private let x: [Int32]
  private let y: [Int32]

  /// Reads the nodes of `ways` in `source`.
  init(of ways: OSMWays, in source: OSMFile) throws(NetworkError) {
    let sorted = ways.nodes.sorted()
    var ids: [Int64] = []
    for id in sorted where id != ids.last { ids.append(id) }
    self.ids = ids
    (x, y, deleted) = try source.readNodes(ids)
    for index in ids.indices where isLocated(index) {
      guard x[index].magnitude <= 1_800_000_000, y[index].magnitude <= 900_000_000 else {
        throw .outsideTheWorld(file: source.path, node: ids[index])
      }
    }
  }

  /// Returns whether the file has the coordinates of node `index`.
  func isLocated(_ index: Int) -> Bool { x[index] != OSMFile.unknown && y[index] != OSMFile.unknown }

  /// Returns the coordinates of node `index`.
  func coordinates(_ index: Int) -> Coordinates {
    Coordinates(x: Double(x[index]) / 1e7, y: Double(y[index]) / 1e7)
  }

  /// Returns the index of the node `id`.
  ///
  /// - Precondition: it belongs to one of the ways.
  func index(of id: Int64) -> Int {
    var low = 0
    var high = ids.count
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
