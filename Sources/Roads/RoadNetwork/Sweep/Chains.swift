public import Quantities

/// The chains of a network: runs of nodes with exactly two neighbours each, from one junction to another.
///
/// Every path between a chain and a place outside passes a junction at one of its ends, so the times of junctions
/// determine all others. Where curves are described by nodes, four of five nodes lie on chains.
struct Chains: Sendable {
  /// The nodes that lie on no chain, in ascending order.
  private(set) var junctions: [NodeIndex] = []
  /// The chain of each node; `.none` for a junction.
  private(set) var chainOfNode: [ChainIndex]
  /// The nodes of all chains, each from its first junction to its second, both included.
  private(set) var nodes: [NodeIndex] = []
  /// The offset of each chain's first junction in `nodes`, followed by the number of nodes.
  private(set) var first: [Int32] = [0]

  /// The number of chains.
  var count: Int { first.count - 1 }

  /// Divides the nodes of `network` into chains and junctions.
  ///
  /// - Complexity: O(n + m) for n nodes and m links.
  init(_ network: Network) {
    chainOfNode = Array(repeating: .none, count: network.nodeCount)
    let neighbours = network.nodes.map { Self.neighbours(of: $0, in: network) }
    for node in network.nodes where neighbours[Int(node)] == nil {
      junctions.append(node)
      follow(from: node, network, neighbours)
    }
    // A ring without a junction gets one.
    for node in network.nodes where neighbours[Int(node)] != nil && chainOfNode[Int(node)] == .none {
      junctions.append(node)
      follow(from: node, network, neighbours)
    }
    junctions.sort()
  }

  /// Returns the range of `chain` in `nodes`, including its two junctions.
  func range(of chain: ChainIndex) -> Range<Int> { Int(first[Int(chain)])..<Int(first[Int(chain) + 1]) }

  /// Appends the chains that begin at `junction`, except those already appended from their other end.
  private mutating func follow(
    from junction: NodeIndex, _ network: Network, _ neighbours: [(NodeIndex, NodeIndex)?]
  ) {
    for adjacency in [network.outgoing, network.incoming] {
      for arc in adjacency.range(of: junction).map({ adjacency.arcs[$0] })
      where neighbours[Int(arc.end)] != nil && chainOfNode[Int(arc.end)] == .none {
        append(from: junction, along: arc.end, neighbours)
      }
    }
  }

  /// Appends the chain that leads from `junction` to `node` and on to the next junction.
  private mutating func append(
    from junction: NodeIndex, along node: NodeIndex, _ neighbours: [(NodeIndex, NodeIndex)?]
  ) {
    let chain = ChainIndex(count)
    var (previous, node) = (junction, node)
    nodes.append(junction)
    while node != junction, let (one, other) = neighbours[Int(node)] {
      chainOfNode[Int(node)] = chain
      nodes.append(node)
      (previous, node) = (node, one == previous ? other : one)
    }
    nodes.append(node)
    first.append(Int32(nodes.count))
  }

  /// Returns the two neighbours of `node`; nil if there are more or fewer.
  private static func neighbours(of node: NodeIndex, in network: Network) -> (NodeIndex, NodeIndex)? {
    var (one, other) = (NodeIndex.none, NodeIndex.none)
    for adjacency in [network.outgoing, network.incoming] {
      for arc in adjacency.range(of: node).map({ adjacency.arcs[$0] })
      where arc.end != one && arc.end != other {
        if one == .none {
          one = arc.end
        } else if other == .none {
          other = arc.end
        } else {
          return nil
        }
      }
    }
    return other == .none ? nil : (one, other)
  }
}

/// The index of a chain.
@frozen
public struct ChainIndex: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}
