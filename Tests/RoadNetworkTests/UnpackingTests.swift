import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

@Suite struct UnpackingTests {
  /// An unpacked path is a chain of links from origin to destination that takes the time stated.
  @Test func givesPathsThatAreRealAndAddUp() {
    forAll(seeds: 0..<60) { seed in
      let network = randomNetwork(nodes: 30, links: 30 + 2 * Int(seed), longest: 7, seed: seed)
      let nodes = Array(0..<NodeIndex(30))
      return unpackingFault(ContractionHierarchy(network), from: nodes, to: nodes)
    }
  }
}

/// What is wrong with the first wrong path that `hierarchy` unpacks between `origins` and `destinations`, or nil.
func unpackingFault(
  _ hierarchy: ContractionHierarchy, from origins: [NodeIndex], to destinations: [NodeIndex]
) -> String? {
  var search = HierarchySearch(hierarchy)
  for origin in origins {
    for destination in destinations {
      let time = search.milliseconds(from: origin, to: destination)
      let links = search.links(from: origin, to: destination)
      let trip = "\(origin) to \(destination)"
      guard (links == nil) == (time == nil) else { return "\(trip): a path without a time" }
      guard let links, let time else { continue }
      if let fault = chainFault(hierarchy.network, links, from: origin, to: destination, time) {
        return "\(trip): \(fault)"
      }
    }
  }
  return nil
}

/// Why `links` are no way from `origin` to `destination` of `time` milliseconds, or nil.
func chainFault(
  _ network: Network, _ links: [LinkIndex], from origin: NodeIndex, to destination: NodeIndex, _ time: Int32
) -> String? {
  var node = origin
  for link in links {
    guard network.tails[Int(link)] == node else { return "a gap" }
    node = network.head(of: link)
  }
  guard node == destination else { return "it ends elsewhere" }
  let sum = links.reduce(0) { $0 + network.milliseconds(of: $1) }
  return sum == time ? nil : "its links take \(sum), not \(time)"
}
