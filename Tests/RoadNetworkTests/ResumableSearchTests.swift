import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

@Suite struct ResumableSearchTests {
  /// 40 nodes with parallel links, ties and unreachable parts against an independent method.
  @Test(arguments: ArcDirection.allCases)
  func agreesWithFloydAndWarshall(direction: ArcDirection) {
    forAll(seeds: 0..<60) { seed in
      let network = randomNetwork(nodes: 40, links: 30 + Int(seed) * 3, longest: 8, seed: seed)
      let expected = floydWarshall(network)
      var search = ResumableSearch(network)
      for root in 0..<NodeIndex(40) {
        search.start(at: root, direction)
        for node in (0..<NodeIndex(40)).reversed() {
          let time =
            direction == .forward ? expected[Int(root)][Int(node)] : expected[Int(node)][Int(root)]
          guard search.milliseconds(of: node) == time else { return "\(root) and \(node)" }
        }
      }
      return nil
    }
  }

  @Test(arguments: ArcDirection.allCases)
  func givesCertifiedTimes(direction: ArcDirection) {
    let network = CityPlan(columns: 30, rows: 30, seed: 3).network().network
    var search = ResumableSearch(network)
    for root: NodeIndex in [0, 17, 450] {
      search.start(at: root, direction)
      search.settleAll()
      let times = network.nodes.map { search.milliseconds(of: $0) }
      #expect(certificateFault(network, root: root, direction, times: times) == nil)
    }
  }

  @Test func stopsEarly() {
    let network = CityPlan(columns: 50, rows: 50, seed: 3).network().network
    var search = ResumableSearch(network)
    search.start(at: 0, .forward)
    let time = search.milliseconds(of: 1)
    #expect(time != nil)
    #expect(search.settledCount < network.nodeCount / 10)
  }

  @Test func neverFindsATripAsLongAsTheHorizon() {
    let half = Network.horizon / 2
    #expect(chain([half, half - 1]).reach(0, 2) == Network.horizon - 1)
    #expect(chain([half, half]).reach(0, 2) == nil)
    #expect(chain([Network.horizon - 1, Network.horizon - 1]).reach(0, 2) == nil)
  }
}

/// The nodes 0, 1, 2 … in a row, each link taking as long as `times` says.
private func chain(_ times: [Int32]) -> Network {
  var builder = NetworkBuilder(geometry: .plane)
  for node in 0...times.count { builder.addNode(id: Int64(node), at: .init(x: Double(node), y: 0)) }
  for (node, time) in times.enumerated() {
    builder.addLink(
      id: Int64(node), from: NodeIndex(node), to: NodeIndex(node + 1), metres: 1, milliseconds: time)
  }
  return builder.build()
}

extension Network {
  fileprivate func reach(_ origin: NodeIndex, _ destination: NodeIndex) -> Int32? {
    var search = ResumableSearch(self)
    search.start(at: origin, .forward)
    return search.milliseconds(of: destination)
  }
}
