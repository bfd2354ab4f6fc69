import Quantities

extension ContractionHierarchy {
  /// The maximum height of the hierarchy, which bounds the depth of recursive searches. Real hierarchies have a few
  /// hundred levels.
  private static let greatestHeight: Int32 = 10_000

  /// The fault of a hierarchy read from a file, in a few words; nil if the hierarchy is sound.
  ///
  /// Every arc must lead upwards and represent a chain of links that joins its ends in exactly its time and has at most
  /// as many links as the network has nodes. So unpacking terminates, and every time belongs to an existing path.
  ///
  /// - Complexity: O(a·d) for a arcs, d of them per node.
  var fault: String? {
    let count = network.nodeCount
    guard ranks.count == count, nodes.count == count, upwardMiddles.count == upward.arcs.count,
      downwardMiddles.count == downward.arcs.count,
      NetworkParts.areBounds(upward.first, owners: count, entries: upward.arcs.count),
      NetworkParts.areBounds(downward.first, owners: count, entries: downward.arcs.count)
    else { return "its arrays differ in length" }
    guard ranksArePermutation else { return "its ranks are no order of the nodes" }
    guard climbs(upward), climbs(downward) else { return "an arc does not lead upwards" }
    return arcsAreProved ? nil : "an arc is none of the network"
  }

  private var ranksArePermutation: Bool {
    for (rank, node) in nodes.enumerated() {
      guard network.nodes.contains(node), Int(ranks[Int(node)]) == rank else { return false }
    }
    return true
  }

  /// Returns whether all arcs of `side` lead to higher ranks, have times within range, and form chains within the
  /// maximum height.
  private func climbs(_ side: Adjacency<Rank>) -> Bool {
    let count = Rank(network.nodeCount)
    var heights = [Int32](repeating: 0, count: network.nodeCount)
    for rank in (0..<count).reversed() {
      var height: Int32 = 0
      for arc in side.arcs[side.range(of: rank)] {
        guard arc.end > rank, arc.end < count, arc.milliseconds > 0, arc.milliseconds < Network.horizon
        else {
          return false
        }
        height = max(height, heights[Int(arc.end)] + 1)
      }
      guard height <= Self.greatestHeight else { return false }
      heights[Int(rank)] = height
    }
    return true
  }

  /// Whether every arc is a link, or is composed of two arcs at a middle node of lower rank.
  ///
  /// - Precondition: ranks, bounds and heads are sound.
  private var arcsAreProved: Bool {
    let most = network.nodeCount
    var up = [Int32](repeating: 0, count: upward.arcs.count)
    var down = [Int32](repeating: 0, count: downward.arcs.count)
    func prove(
      _ arc: Arc<Rank>, by origin: Middle<Rank>, from tail: Rank, to head: Rank, below owner: Rank
    ) -> Int32? {
      let middle: Rank
      switch origin.meaning {
      case .link(let link): return isLink(link, from: tail, to: head, in: arc.milliseconds) ? 1 : nil
      case .shortcut(let node): middle = node
      }
      guard middle < owner, let first = downward.index(of: middle, to: tail),
        let second = upward.index(of: middle, to: head),
        downward.arcs[first].milliseconds + upward.arcs[second].milliseconds == arc.milliseconds
      else { return nil }
      // Both are below `most`, so their sum is in range.
      let links = down[first] + up[second]
      return links <= most ? links : nil
    }
    // The halves of a shortcut belong to a lower rank, so they are verified before it.
    for rank in 0..<Rank(most) {
      for index in upward.range(of: rank) {
        let arc = upward.arcs[index]
        guard let links = prove(arc, by: upwardMiddles[index], from: rank, to: arc.end, below: rank) else {
          return false
        }
        up[index] = links
      }
      for index in downward.range(of: rank) {
        let arc = downward.arcs[index]
        guard let links = prove(arc, by: downwardMiddles[index], from: arc.end, to: rank, below: rank)
        else {
          return false
        }
        down[index] = links
      }
    }
    return true
  }

  /// Returns whether `link` is a link of the network that joins the two ranks in `milliseconds`.
  private func isLink(_ link: LinkIndex, from tail: Rank, to head: Rank, in milliseconds: Int32) -> Bool {
    guard network.links.contains(link) else { return false }
    return network.tails[Int(link)] == nodes[Int(tail)] && network.head(of: link) == nodes[Int(head)]
      && network.milliseconds(of: link) == milliseconds
  }
}

extension Adjacency {
  /// Returns the index of the first arc from `node` to `other`; nil if there is none.
  @inline(__always)
  func index(of node: Node, to other: Node) -> Int? {
    range(of: node).first { arcs[$0].end == other }
  }
}

extension LabelSet {
  /// Returns whether the labels of `nodeCount` nodes are well-formed: contiguous, sorted by hub, with hubs and
  /// times in range, and terminated.
  func isSound(nodeCount: Int) -> Bool {
    guard first.count == nodeCount, nodeCount == 0 || hubs.last == .end else { return false }
    let range = 0..<HubIndex(nodeCount)
    let times = 0..<Network.horizon
    var isSound = true
    for (entry, next) in zip(hubs, hubs.dropFirst()) where entry != .end {
      isSound =
        isSound && range.contains(entry.hub) && times.contains(entry.milliseconds) && entry.hub < next.hub
    }
    guard isSound else { return false }
    return first.allSatisfy { hubs.indices.contains(Int($0)) && ($0 == 0 || hubs[Int($0) - 1] == .end) }
  }
}
