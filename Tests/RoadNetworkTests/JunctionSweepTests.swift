import CKernels
import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

/// Sweeps over junctions alone, against the method of Floyd and Warshall.
@Suite struct JunctionSweepTests {
  /// A few junctions joined by streets of up to seven links; each link leads one way or both ways, with times of its own.
  private static func town(seed: UInt64) -> Network {
    var random = TestGenerator(seed: seed)
    var builder = NetworkBuilder(geometry: .plane)
    var nodes: NodeIndex = 0
    func node() -> NodeIndex {
      builder.addNode(id: Int64(nodes.rawValue), at: Coordinates(x: Double(nodes.rawValue), y: 0))
      defer { nodes = NodeIndex(Int(nodes) + 1) }
      return nodes
    }
    let junctions = (0..<Int.random(in: 1...6, using: &random)).map { _ in node() }
    func link(_ tail: NodeIndex, _ head: NodeIndex) {
      builder.addLink(
        id: 0, from: tail, to: head, metres: 1, milliseconds: .random(in: 1...9, using: &random))
    }
    for _ in 0..<Int.random(in: 1...9, using: &random) {
      let inner = (0..<Int.random(in: 0...6, using: &random)).map { _ in node() }
      let ends = (junctions.randomElement(using: &random)!, junctions.randomElement(using: &random)!)
      let course = [ends.0] + inner + [ends.1]
      let ways = Int.random(in: 0...3, using: &random)
      for (tail, head) in zip(course, course.dropFirst()) where tail != head {
        let isOpen = Int.random(in: 0..<12, using: &random) > 0
        if ways != 0 || !isOpen { link(tail, head) }
        if ways != 1, isOpen { link(head, tail) }
      }
    }
    // A ring without any junction.
    let ring = (0..<Int.random(in: 3...5, using: &random)).map { _ in node() }
    for (tail, head) in zip(ring, ring.dropFirst() + [ring[0]]) { link(tail, head) }
    return builder.build()
  }

  @Test func everyNodeIsAJunctionOrLiesOnOneChain() {
    forAll(seeds: 0..<200) { seed in
      let network = Self.town(seed: seed)
      let chains = Chains(network)
      var places = chains.junctions
      for chain in 0..<ChainIndex(chains.count) {
        let nodes = chains.nodes[chains.range(of: chain)]
        let inner = nodes.dropFirst().dropLast()
        guard inner.allSatisfy({ chains.chainOfNode[Int($0)] == chain }) else { return "chain \(chain)" }
        let ends = [nodes.first, nodes.last]
        guard ends.allSatisfy({ $0.map { chains.chainOfNode[Int($0)] } == .some(.none) }) else {
          return "chain \(chain) does not end at junctions"
        }
        for (one, next) in zip(nodes, nodes.dropFirst()) {
          let joined = network.links.contains {
            let ends = (network.tails[Int($0)], network.head(of: $0))
            return ends == (one, next) || ends == (next, one)
          }
          guard joined else { return "\(one) and \(next) are not joined" }
        }
        places += inner
      }
      return places.sorted() == Array(network.nodes) ? nil : "the nodes are \(places.sorted())"
    }
  }

  @Test(arguments: ArcDirection.allCases, [false, true])
  func agreesWithFloydAndWarshall(direction: ArcDirection, isLabelled: Bool) {
    forAll(seeds: 0..<120) { seed in
      let network = Self.town(seed: seed)
      let expected = floydWarshall(network)
      let hierarchy = ContractionHierarchy(network)
      let selection = JunctionSelection(
        hierarchy, isLabelled ? HubLabels(hierarchy) : nil, Chains(network), direction)
      var sweep = JunctionSweep(selection)
      let targets = network.nodes.map { selection.target(of: $0) }
      var random = TestGenerator(seed: seed)
      for trial in 0..<12 {
        // Several roots, often on the same chain.
        let roots = (0...trial % 4).map { _ in
          (
            node: NodeIndex.random(in: network.nodes, using: &random),
            delay: Int32.random(in: 0...20, using: &random)
          )
        }
        let times = sweep.times(from: roots)
        let least = network.nodes.map { node in
          roots.map { root in
            (direction == .forward
              ? expected[Int(root.node)][Int(node)] : expected[Int(node)][Int(root.node)])
              .map { $0 + root.delay } ?? Network.horizon
          }.min()!
        }
        guard targets.map({ times[$0] }) == least else { return "roots \(roots)" }
        guard Self.written(times, targets) == least.map(Float.init) else { return "written, roots \(roots)" }
      }
      return nil
    }
  }

  /// Returns the times of `targets` as `SweepTimes.write` says.
  private static func written(_ times: SweepTimes, _ targets: [SweepTarget]) -> [Float] {
    let numbers = (0..<UInt32(targets.count)).map { $0 }
    return Array(unsafeUninitializedCapacity: targets.count) { result, count in
      numbers.withUnsafeBufferPointer { numbers in
        targets.withUnsafeBytes {
          times.write(
            numbers, of: $0.baseAddress!, stride: MemoryLayout<SweepTarget>.stride, to: result.baseAddress!)
        }
      }
      count = targets.count
    }
  }

  /// Both versions of a sweep, on a town large enough for vectors.
  @Test func sweepsAreTheSameWithoutVectors() {
    let network = CityPlan(columns: 20, rows: 20, seed: 5).network().network
    let selection = TargetSelection(ContractionHierarchy(network), targets: Array(network.nodes), .forward)
    var random = TestGenerator(seed: 1)
    let start = (0..<selection.nodeCount).map { _ in
      Int32.random(in: 0..<20, using: &random) == 0
        ? Int32.random(in: 0..<9_000, using: &random) : Network.horizon
    }
    func swept(
      _ sweep: (
        UnsafePointer<detour_sweep_block>?, Int64, UnsafePointer<detour_sweep_arc>?,
        UnsafeMutablePointer<Int32>?
      ) -> Void
    ) -> [Int32] {
      var times = start
      selection.blocks.withUnsafeBytes { blocks in
        selection.arcs.withUnsafeBytes { arcs in
          sweep(
            blocks.assumingMemoryBound(to: detour_sweep_block.self).baseAddress,
            Int64(selection.blocks.count),
            arcs.assumingMemoryBound(to: detour_sweep_arc.self).baseAddress, &times)
        }
      }
      return times
    }
    let plain = swept { detour_sweep_plain($0, $1, $2, $3) }
    #expect(plain == swept { detour_sweep($0, $1, $2, $3) })
    #expect(plain != start)
  }
}
