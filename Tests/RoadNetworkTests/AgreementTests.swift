import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

/// All methods give the same times and the same paths, whatever the network is like.
@Suite struct AgreementTests {
  /// Sparse and dense, with ties, parallel links and unreachable parts.
  @Test func onSmallNetworks() {
    forAll(seeds: 0..<80) { seed in
      let network = randomNetwork(nodes: 30, links: 20 + Int(seed) * 2, longest: 6, seed: seed)
      let nodes = Array(0..<NodeIndex(30))
      return disagreement(network, from: nodes, to: nodes, expected: floydWarshall(network))
    }
  }

  @Test func onTimesNearTheHorizon() {
    forAll(seeds: 0..<40) { seed in
      let network = randomNetwork(nodes: 12, links: 30, longest: Network.horizon / 3, seed: seed)
      let nodes = Array(0..<NodeIndex(12))
      return disagreement(network, from: nodes, to: nodes, expected: nil)
    }
  }

  @Test(arguments: [
    CityPlan(columns: 25, rows: 25, seed: 4),
    // Equal blocks: nearly every pair has many shortest paths.
    CityPlan(columns: 20, rows: 20, perturbation: 0, oneWayShare: 0),
  ])
  func inTowns(plan: CityPlan) {
    let network = plan.network().network
    var random = TestGenerator(seed: 5)
    let nodes = (0..<25).map { _ in NodeIndex.random(in: network.nodes, using: &random) }
    #expect(disagreement(network, from: nodes, to: nodes, expected: nil) == nil)
  }
}

/// The first trip between `origins` and `destinations` on which a method differs from Dijkstra's (or from
/// `expected`) in time or path, or nil.
private func disagreement(
  _ network: Network, from origins: [NodeIndex], to destinations: [NodeIndex], expected: [[Int32?]]?
) -> String? {
  let hierarchy = ContractionHierarchy(network)
  let labels = HubLabels(hierarchy)
  var reference = PathFinder(network)
  var plain = ResumableSearch(network)
  var climbing = HierarchySearch(hierarchy)
  var rooted = HierarchyRootedSearch(hierarchy)
  var labelled = LabelRootedSearch(labels)
  for destination in destinations {
    plain.start(at: destination, .backward)
    rooted.start(at: destination, .backward)
    labelled.start(at: destination, .backward)
    for origin in origins {
      let trip = "\(origin) to \(destination)"
      let time = plain.milliseconds(of: origin)
      if let expected, time != expected[Int(origin)][Int(destination)] { return "\(trip): Dijkstra" }
      if climbing.milliseconds(from: origin, to: destination) != time { return "\(trip): hierarchy" }
      if labels.milliseconds(from: origin, to: destination) != time { return "\(trip): labels" }
      if rooted.milliseconds(of: origin) != time { return "\(trip): rooted hierarchy" }
      if labelled.milliseconds(of: origin) != time { return "\(trip): rooted labels" }
      let path = reference.path(from: origin, to: destination)
      if path?.milliseconds != time { return "\(trip): its path" }
      if network.canonicalPath(from: origin, to: destination, &rooted) != path {
        return "\(trip): path by the hierarchy"
      }
      if network.canonicalPath(from: origin, to: destination, &labelled) != path {
        return "\(trip): path by labels"
      }
    }
  }
  for origin in origins {
    plain.start(at: origin, .forward)
    rooted.start(at: origin, .forward)
    labelled.start(at: origin, .forward)
    for destination in destinations {
      let time = plain.milliseconds(of: destination)
      if rooted.milliseconds(of: destination) != time { return "\(origin) to \(destination): ahead" }
      if labelled.milliseconds(of: destination) != time { return "\(origin) to \(destination): ahead" }
    }
  }
  return nil
}
