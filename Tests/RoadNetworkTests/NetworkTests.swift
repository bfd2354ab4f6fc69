import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

@Suite struct NetworkTests {
  private func square() -> NetworkBuilder {
    var builder = NetworkBuilder(geometry: .plane)
    for node in 0..<4 { builder.addNode(id: Int64(10 + node), at: Coordinates(x: Double(node), y: 0)) }
    return builder
  }

  @Test func keepsTheOrderOfTheSourceWithinANode() {
    var builder = square()
    builder.addLink(id: 1, from: 2, to: 0, metres: 5, milliseconds: 7)
    builder.addLink(id: 2, from: 0, to: 3, metres: 5, milliseconds: 9)
    builder.addLink(id: 3, from: 0, to: 1, metres: 5, milliseconds: 3)
    builder.addLink(id: 4, from: 0, to: 1, metres: 6, milliseconds: 2)
    let network = builder.build()
    #expect(network.linkIDs == [2, 3, 4, 1])
    #expect(network.tails == [0, 0, 0, 2])
    #expect(network.outgoing.first == [0, 3, 3, 4, 4])
    #expect(network.outgoing.arcs.map(\.end) == [3, 1, 1, 0])
    #expect(network.incoming.arcs.map(\.end) == [2, 0, 0, 0])
    #expect(network.incoming.arcs.map(\.milliseconds) == [7, 3, 2, 9])
  }

  @Test func dropsAndCountsSelfLoops() {
    var builder = square()
    builder.addLink(id: 1, from: 2, to: 2, metres: 5, milliseconds: 7)
    #expect(builder.selfLoopsDropped == 1)
    #expect(builder.build().linkCount == 0)
  }

  @Test func scalesTimesToWholeMilliseconds() {
    var builder = square()
    builder.addLink(id: 1, from: 0, to: 1, metres: 5, milliseconds: 7)
    builder.addLink(id: 2, from: 1, to: 2, metres: 5, milliseconds: 1)
    builder.addLink(id: 3, from: 2, to: 3, metres: 5, milliseconds: Network.horizon - 1)
    let network = builder.build()
    let last = Network.horizon - 1
    #expect(times(network.scaled(travelTimeFactor: 2.4).outgoing) == [17, 2, last])
    #expect(times(network.scaled(travelTimeFactor: 0.1).outgoing) == [1, 1, 107_374_182])
    #expect(times(network.scaled(travelTimeFactor: 2).incoming) == [14, 2, last])
  }

  /// Two nodes are in one part exactly when each reaches the other.
  @Test func findsStrongComponents() {
    forAll(seeds: 0..<60) { seed in
      let network = randomNetwork(nodes: 30, links: 20 + Int(seed), longest: 5, seed: seed)
      let times = floydWarshall(network)
      let (count, part) = network.strongComponents()
      guard Set(part) == Set(0..<Int32(count)) else { return "parts are not numbered from 0" }
      for a in 0..<30 {
        for b in 0..<30 {
          let together = times[a][b] != nil && times[b][a] != nil
          guard (part[a] == part[b]) == together else { return "\(a) and \(b)" }
        }
      }
      return nil
    }
  }

  @Test func keepsTheLargestPartAndCountsTheRest() {
    var builder = square()
    builder.addLink(id: 1, from: 0, to: 1, metres: 1, milliseconds: 1)
    builder.addLink(id: 2, from: 1, to: 2, metres: 1, milliseconds: 1, roadClass: 4)
    builder.addLink(id: 3, from: 2, to: 1, metres: 1, milliseconds: 1)
    var report = NetworkReport()
    let network = builder.build().largestStrongComponent(report: &report)
    #expect(network.nodeIDs == [11, 12])
    #expect(network.linkIDs == [2, 3])
    #expect(network.roadClasses == [4, 0])
    #expect(report.components == 3)
    #expect(report.nodesDropped == 2)
    #expect(report.linksDropped == 1)
  }

  @Test func survivesAChainThatWouldExhaustTheStack() {
    var builder = NetworkBuilder(geometry: .plane)
    let count = 200_000
    for node in 0..<count { builder.addNode(id: Int64(node), at: Coordinates(x: Double(node), y: 0)) }
    for node in 1..<NodeIndex(count) {
      builder.addLink(id: 0, from: node.advanced(by: -1), to: node, metres: 1, milliseconds: 1)
    }
    #expect(builder.build().strongComponents().count == count)
  }
}

private func times(_ adjacency: Adjacency<NodeIndex>) -> [Int32] { adjacency.arcs.map(\.milliseconds) }
