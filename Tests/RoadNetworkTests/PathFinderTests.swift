import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

@Suite struct PathFinderTests {
  /// The rule as it is written, tried on every pair of small networks that are full of ties.
  @Test func takesTheFirstTightLinkEverywhere() {
    forAll(seeds: 0..<40) { seed in
      let network = randomNetwork(nodes: 20, links: 60, longest: 3, seed: seed)
      let times = floydWarshall(network)
      var finder = PathFinder(network)
      for origin in 0..<20 {
        for destination in 0..<20 {
          let path = finder.path(from: NodeIndex(origin), to: NodeIndex(destination))
          guard path?.links == canonicalLinks(network, times, origin, destination) else {
            return "\(origin) to \(destination)"
          }
          guard path?.milliseconds == times[origin][destination] else { return "its time" }
        }
      }
      return nil
    }
  }

  @Test func isItsOwnContinuation() throws {
    let network = CityPlan(columns: 12, rows: 12, perturbation: 0, oneWayShare: 0).network().network
    let whole = try #require(network.path(0, 143))
    for (index, link) in whole.links.enumerated() {
      let rest = try #require(network.path(network.tails[Int(link)], 143))
      #expect(rest.links == Array(whole.links[index...]))
    }
  }

  @Test func addsUpMetresAndTimes() throws {
    let network = CityPlan(columns: 20, rows: 20, seed: 9).network().network
    let path = try #require(network.path(3, NodeIndex(network.nodeCount - 1)))
    #expect(path.milliseconds == path.links.reduce(0) { $0 + network.milliseconds(of: $1) })
    #expect(path.metres == path.links.reduce(0) { $0 + network.metres[Int($1)] })
    for (link, next) in zip(path.links, path.links.dropFirst()) {
      #expect(network.head(of: link) == network.tails[Int(next)])
    }
  }

  @Test func isEmptyFromANodeToItself() {
    let network = CityPlan(columns: 3, rows: 3).network().network
    #expect(network.path(4, 4) == Path(links: [], milliseconds: 0, metres: 0))
  }
}

extension Network {
  fileprivate func path(_ origin: NodeIndex, _ destination: NodeIndex) -> Path? {
    var finder = PathFinder(self)
    return finder.path(from: origin, to: destination)
  }
}

/// The links of the canonical path by its definition, from a table of all times.
private func canonicalLinks(
  _ network: Network, _ times: [[Int32?]], _ origin: Int, _ destination: Int
) -> [LinkIndex]? {
  guard times[origin][destination] != nil else { return nil }
  var links: [LinkIndex] = []
  var node = NodeIndex(origin)
  while Int(node) != destination {
    let tight = network.links.filter { link in
      guard network.tails[Int(link)] == node,
        let onward = times[Int(network.head(of: link))][destination]
      else { return false }
      return onward + network.milliseconds(of: link) == times[Int(node)][destination]
    }
    guard let link = tight.min() else { return nil }
    links.append(link)
    node = network.head(of: link)
  }
  return links
}
