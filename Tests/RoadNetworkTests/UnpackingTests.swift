import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

@Suite struct UnpackingTests {
  /// An unpacked path is a chain of links from origin to destination that takes the time stated.
  @Test func givesPathsThatAreRealAndAddUp() {
    forAll(seeds: 0..<60) { seed in
      let network = randomNetwork(nodes: 30, links: 30 + 2 * Int(seed), longest: 7, seed: seed)
      let nodes = Array(0..<Int32(30))
      return fault(ContractionHierarchy(network), nodes)
    }
  }

  @Test(.enabled(if: !RealNetworks.names.isEmpty), arguments: RealNetworks.names)
  func givesRealPathsOnRealNetworks(name: String) throws {
    let hierarchy = try RealNetworks.prepared(name).hierarchy
    var random = TestGenerator(seed: 2)
    let count = Int32(hierarchy.network.nodeCount)
    #expect(fault(hierarchy, (0..<15).map { _ in Int32.random(in: 0..<count, using: &random) }) == nil)
  }

  private func fault(_ hierarchy: ContractionHierarchy, _ nodes: [Int32]) -> String? {
    let network = hierarchy.network
    var search = HierarchySearch(hierarchy)
    for origin in nodes {
      for destination in nodes {
        let time = search.milliseconds(from: origin, to: destination)
        let links = search.links(from: origin, to: destination)
        let trip = "\(origin) to \(destination)"
        guard (links == nil) == (time == nil) else { return "\(trip): a path without a time" }
        guard let links else { continue }
        var node = origin
        for link in links {
          guard network.tails[Int(link)] == node else { return "\(trip): a gap" }
          node = network.head(of: link)
        }
        guard node == destination else { return "\(trip): ends elsewhere" }
        guard links.reduce(0, { $0 + network.milliseconds(of: $1) }) == time else {
          return "\(trip): its time"
        }
      }
    }
    return nil
  }
}
