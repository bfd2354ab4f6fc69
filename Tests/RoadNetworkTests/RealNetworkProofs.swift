import Foundation
import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

/// Every method of routing, proved on the networks of the field; `DETOUR_FULL_VALIDATION=1` proves all trips
/// from 200 random sources to 1,000 random targets of each (some three minutes).
@Suite(.enabled(if: !RealNetwork.present.isEmpty, "needs a network in ../shared/data"), .serialized)
struct RealNetworkProofs {
  /// How much is proved.
  private struct Extent {
    var sources = 5
    var targets = 40
    /// The sources that one search to every node is proved from.
    var roots = 2
    /// The targets of every source to which paths are proved.
    var paths = 4

    static let chosen =
      isFullValidation
      ? Extent(sources: 200, targets: 1_000, roots: 200, paths: 200) : Extent()
  }

  private let extent = Extent.chosen

  /// Nodes of `network`, the same in every test.
  private func sample(_ network: Network) -> (sources: [NodeIndex], targets: [NodeIndex]) {
    var random = TestGenerator(seed: 6)
    func nodes(_ count: Int) -> [NodeIndex] {
      (0..<count).map { _ in NodeIndex.random(in: network.nodes, using: &random) }
    }
    return (nodes(extent.sources), nodes(extent.targets))
  }

  /// From and to random roots every node is reached, every arc is relaxed, and every node has a tight arc.
  @Test(arguments: RealNetwork.present, ArcDirection.allCases)
  func searchesAreCertified(name: RealNetwork, direction: ArcDirection) throws {
    let prepared = try name.prepared()
    let network = prepared.network
    var plain = ResumableSearch(network)
    var climbing = HierarchyRootedSearch(prepared.hierarchy)
    var labelled = LabelRootedSearch(prepared.labels)
    let all = Array(network.nodes)
    var sweep = SweepSearch(TargetSelection(prepared.hierarchy, targets: all, direction))
    for root in sample(network).sources.prefix(extent.roots) {
      plain.start(at: root, direction)
      plain.settleAll()
      climbing.start(at: root, direction)
      labelled.start(at: root, direction)
      let answers = [
        ("Dijkstra", all.map { plain.milliseconds(of: $0) }),
        ("hierarchy", all.map { climbing.milliseconds(of: $0) }),
        ("labels", all.map { labelled.milliseconds(of: $0) }),
        ("sweep", sweep.times(from: root).map { $0 < Network.horizon ? $0 : nil }),
      ]
      for (method, times) in answers {
        #expect(!times.contains(nil), "\(method) does not reach every node from \(root)")
        #expect(
          certificateFault(network, root: root, direction, times: times) == nil, "\(method) from \(root)")
      }
    }
  }

  /// Hierarchy, labels and sweeps say what Dijkstra says, for single trips and around either end.
  @Test(arguments: RealNetwork.present)
  func methodsAgree(name: RealNetwork) throws {
    let prepared = try name.prepared()
    let (sources, targets) = sample(prepared.network)
    var plain = ResumableSearch(prepared.network)
    let expected = TimeTable(sources, targets, .forward, &plain)
    func expect(_ method: String, _ table: TimeTable) {
      #expect(table.difference(to: expected) == nil, "\(method)")
    }
    var single = HierarchySearch(prepared.hierarchy)
    expect("hierarchy", TimeTable(sources, targets) { single.milliseconds(from: $0, to: $1) })
    expect("labels", TimeTable(sources, targets) { prepared.labels.milliseconds(from: $0, to: $1) })
    var climbing = HierarchyRootedSearch(prepared.hierarchy)
    var labelled = LabelRootedSearch(prepared.labels)
    for direction in ArcDirection.allCases {
      expect("rooted hierarchy, \(direction)", TimeTable(sources, targets, direction, &climbing))
      expect("rooted labels, \(direction)", TimeTable(sources, targets, direction, &labelled))
      expect("sweep, \(direction)", TimeTable(sources, targets, sweeping: direction, prepared.hierarchy))
    }
    expect("Dijkstra to the targets", TimeTable(sources, targets, .backward, &plain))
  }

  /// Unpacked paths are real and add up to the answer.
  @Test(arguments: RealNetwork.present)
  func unpackedPathsAreReal(name: RealNetwork) throws {
    let prepared = try name.prepared()
    let (sources, targets) = sample(prepared.network)
    #expect(
      unpackingFault(prepared.hierarchy, from: sources, to: Array(targets.prefix(extent.paths))) == nil)
  }

  /// Whatever method answers, the path is the canonical one, and it is real too.
  @Test(arguments: RealNetwork.present)
  func pathsAreCanonical(name: RealNetwork) throws {
    let prepared = try name.prepared()
    let network = prepared.network
    let (sources, targets) = sample(network)
    var finder = PathFinder(network)
    var climbing = HierarchyRootedSearch(prepared.hierarchy)
    var labelled = LabelRootedSearch(prepared.labels)
    for destination in targets.prefix(extent.paths) {
      climbing.start(at: destination, .backward)
      labelled.start(at: destination, .backward)
      for origin in sources {
        let trip = "\(origin) to \(destination)"
        guard let path = finder.path(from: origin, to: destination) else {
          Issue.record("\(trip): no path")
          continue
        }
        let fault = chainFault(network, path.links, from: origin, to: destination, path.milliseconds)
        #expect(fault == nil, "\(trip)")
        #expect(path.metres == path.links.reduce(0) { $0 + network.metres[Int($1)] }, "\(trip)")
        let climbed = network.canonicalPath(from: origin, to: destination, &climbing)
        let looked = network.canonicalPath(from: origin, to: destination, &labelled)
        #expect(climbed == path, "\(trip), hierarchy")
        #expect(looked == path, "\(trip), labels")
      }
    }
  }
}
