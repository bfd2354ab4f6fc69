import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

@Suite struct SweepSearchTests {
  @Test(arguments: ArcDirection.allCases)
  func agreesWithFloydAndWarshall(direction: ArcDirection) {
    forAll(seeds: 0..<60) { seed in
      let network = randomNetwork(nodes: 25, links: 20 + 2 * Int(seed), longest: 9, seed: seed)
      let expected = floydWarshall(network)
      var random = TestGenerator(seed: seed)
      let targets = (0..<Int(seed) / 3).map { _ in NodeIndex.random(in: 0..<25, using: &random) }
      let selection = TargetSelection(ContractionHierarchy(network), targets: targets, direction)
      var sweep = SweepSearch(selection)
      for root in 0..<25 {
        let times = targets.map { target in
          (direction == .forward ? expected[root][Int(target)] : expected[Int(target)][root])
            ?? Network.horizon
        }
        guard sweep.times(from: NodeIndex(root)) == times else { return "root \(root)" }
      }
      return nil
    }
  }

  /// One-to-all, proved by its certificate.
  @Test(arguments: ArcDirection.allCases)
  func isCertifiedOnATown(direction: ArcDirection) {
    let network = CityPlan(columns: 30, rows: 30, seed: 3).network().network
    let all = Array(network.nodes)
    var sweep = SweepSearch(TargetSelection(ContractionHierarchy(network), targets: all, direction))
    for root: NodeIndex in [0, 421] {
      let times = sweep.times(from: root).map { $0 < Network.horizon ? $0 : nil }
      #expect(certificateFault(network, root: root, direction, times: times) == nil)
    }
  }
}
