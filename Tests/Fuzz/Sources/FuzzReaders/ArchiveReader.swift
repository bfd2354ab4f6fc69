import Foundation
import RoadNetwork

/// Prepared data whose arrays the input changes, every checksum right: what stands behind them is fuzzed.
///
/// Three bytes of the input are a change: the place in the arrays, low byte first, and the bits to flip.
struct ArchiveReader: FuzzedReader {
  enum Kind { case network, hierarchy, labels }

  private let kind: Kind
  private let path: String
  private let sound: ForgedArchive
  private let network: Network
  private let hierarchy: ContractionHierarchy

  init(folder: String, kind: Kind) {
    self.kind = kind
    path = folder + "/a.network"
    network = CityPlan(columns: 5, rows: 4, oneWayShare: 0.3).network().network
    hierarchy = ContractionHierarchy(network)
    do {
      switch kind {
      case .network: try network.write(to: path, origin: "a town")
      case .hierarchy: try hierarchy.write(to: path)
      case .labels: try HubLabels(hierarchy).write(to: path)
      }
      sound = try ForgedArchive(contentsOf: path)
    } catch { fatalError("\(error)") }
  }

  func read(_ input: [UInt8]) {
    var forged = sound
    for place in stride(from: 0, to: input.count - 2, by: 3) {
      forged.flip((Int(input[place]) | Int(input[place + 1]) << 8) % sound.byteCount, input[place + 2])
    }
    _ = FileManager.default.createFile(atPath: path, contents: Data(forged.bytes))
    switch kind {
    case .network:
      guard let network = try? NetworkSource.load(path).network else { return }
      search(network)
    case .hierarchy:
      guard let hierarchy = try? ContractionHierarchy(network, contentsOf: path) else { return }
      request(RoutingIndex(hierarchy, labels: nil))
      var search = HierarchySearch(hierarchy)
      for node in network.nodes { _ = search.links(from: node, to: 7) }
    case .labels:
      guard let labels = try? HubLabels(network, contentsOf: path) else { return }
      request(RoutingIndex(hierarchy, labels: labels))
    }
  }

  private func request(_ index: RoutingIndex) {
    var router = Router(index)
    for node in network.nodes {
      _ = router.milliseconds(from: node, to: 3)
      _ = router.path(from: 5, to: node)
    }
  }
}
