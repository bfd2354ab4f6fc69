import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

/// The bounds below every travel time: never above it, and not so far below as to be useless.
@Suite struct BoundsTests {
  /// Both bounds of a network, asked between nodes.
  private struct Bounds {
    let landmarks: Landmarks
    let straight: StraightLineBound

    init(_ network: Network) {
      landmarks = Landmarks(network)
      straight = StraightLineBound(network)
    }

    func straight(_ a: NodeIndex, _ b: NodeIndex) -> Double {
      let line = straight.points[Int(a)] - straight.points[Int(b)]
      return straight.millisecondsPerMetre * line.squaredLength.squareRoot()
    }

    /// What is wrong with the bounds for a trip that takes `time`, nil where no route leads.
    func fault(_ a: NodeIndex, _ b: NodeIndex, _ time: Int32?) -> String? {
      let least = landmarks.leastMilliseconds(from: a, to: b)
      guard least >= 0 else { return "\(a) to \(b): landmarks say \(least)" }
      guard let time else { return nil }
      guard least <= time else { return "\(a) to \(b) takes \(time), landmarks say \(least)" }
      // A microsecond for the sums of a path's links in floating point.
      guard straight(a, b) <= Double(time) + 1e-3 else {
        return "\(a) to \(b) takes \(time), straight lines say \(straight(a, b))"
      }
      return nil
    }
  }

  private static func fault(of network: Network) -> String? {
    let times = floydWarshall(network)
    let bounds = Bounds(network)
    for a in network.nodes {
      for b in network.nodes {
        if let fault = bounds.fault(a, b, times[Int(a)][Int(b)]) { return fault }
      }
    }
    return nil
  }

  /// Places that have nothing to do with times: links far too fast for the rest, parallel links, one-way
  /// links, parts that do not reach each other.
  @Test func neverAboveTheTimeWhateverTheNetwork() {
    forAll(seeds: 0..<120) { seed in
      let longest: Int32 = [8, 5000, 400_000][Int(seed % 3)]
      return Self.fault(of: randomNetwork(nodes: 40, links: Int(seed), longest: longest, seed: seed))
    }
  }

  @Test func neverAboveTheTimeInCities() {
    forAll(seeds: 0..<12) { seed in
      var random = SplitMix64(seed: seed)
      let plan = CityPlan(columns: 9, rows: 8, blockMetres: 200, oneWayShare: 0.5, seed: seed)
      let network = plan.network().network
      return Self.fault(of: network) ?? Self.fault(of: network.onGlobe())
        ?? Self.fault(of: network.onGlobe().winding(&random))
    }
  }

  @Test func smallestNetworks() {
    for nodes in 0...3 {
      #expect(
        Self.fault(of: randomNetwork(nodes: max(1, nodes), links: nodes == 0 ? 0 : 2, longest: 9, seed: 1))
          == nil)
    }
    let empty = NetworkBuilder(geometry: .plane).build()
    #expect(Landmarks(empty).nodes.isEmpty)
    #expect(StraightLineBound(empty).millisecondsPerMetre == 0)
  }

  /// A node that no route leads to is known to be out of reach of those that a landmark reaches.
  @Test func partsThatDoNotReachEachOther() {
    var builder = NetworkBuilder(geometry: .plane)
    for node in 0..<4 { builder.addNode(id: Int64(node), at: Coordinates(x: Double(node) * 100, y: 0)) }
    for (tail, head) in [(0, 1), (1, 0), (2, 3), (3, 2)] as [(NodeIndex, NodeIndex)] {
      builder.addLink(id: 1, from: tail, to: head, metres: 100, milliseconds: 9000)
    }
    let bounds = Bounds(builder.build())
    // A unit of rounding is left out.
    #expect((8_998...9_000).contains(bounds.landmarks.leastMilliseconds(from: 0, to: 1)))
    #expect(bounds.landmarks.leastMilliseconds(from: 0, to: 3) > 16_000)
  }

  /// One link whose length was rounded from 3 m to 1 m does not spoil the pace of the rest.
  @Test func aRoundedLengthDoesNotSpoilThePace() {
    var builder = NetworkBuilder(geometry: .plane)
    for (id, x) in [0.0, 1000, 1003, 2003].enumerated() {
      builder.addNode(id: Int64(id), at: Coordinates(x: x, y: 0))
    }
    for (tail, metres) in [(0, 1000.0), (1, 1), (2, 1000)] as [(NodeIndex, Metres)] {
      builder.addLink(
        id: 1, from: tail, to: tail.advanced(by: 1), metres: metres, milliseconds: Int32(100 * metres))
    }
    let bounds = Bounds(builder.build())
    #expect(bounds.fault(0, 3, 200_100) == nil)
    #expect(bounds.straight(0, 3) > 199_000)
  }

  @Test func landmarksAreClose() {
    let network = CityPlan(columns: 20, rows: 20, seed: 4).network().network
    let landmarks = Landmarks(network)
    #expect(landmarks.nodes.count == 16)
    var search = ResumableSearch(network)
    var (sum, bound) = (0.0, 0.0)
    for root in stride(from: NodeIndex(0), to: NodeIndex(network.nodeCount), by: 37) {
      search.start(at: root, .forward)
      for node in network.nodes {
        sum += Double(search.milliseconds(of: node)!)
        bound += Double(landmarks.leastMilliseconds(from: root, to: node))
      }
    }
    #expect(bound > 0.8 * sum, "\(bound / sum) of the time")
  }

  @Test(.enabled(if: !RealNetwork.present.isEmpty), arguments: RealNetwork.present)
  func neverAboveTheTimeOnRealRoads(name: RealNetwork) throws {
    let network = try name.prepared().network
    let bounds = Bounds(network)
    var search = ResumableSearch(network)
    for root in stride(
      from: NodeIndex(5), to: NodeIndex(network.nodeCount),
      by: network.nodeCount / (isFullValidation ? 12 : 2))
    {
      search.start(at: root, .forward)
      search.settleAll()
      let fault = network.nodes.lazy.compactMap { node in
        bounds.fault(root, node, search.milliseconds(of: node))
      }.first
      #expect(fault == nil)
    }
  }
}
