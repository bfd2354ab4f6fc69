import Quantities

/// Queries on a `ContractionHierarchy`; it belongs to one thread, the hierarchy is shared.
public struct HierarchySearch: ~Copyable, Sendable {
  private let hierarchy: ContractionHierarchy
  private var forward: ClimbingSearch
  private var backward: ClimbingSearch

  /// Creates the state of queries on `hierarchy`.
  public init(_ hierarchy: ContractionHierarchy) {
    self.hierarchy = hierarchy
    forward = ClimbingSearch(nodeCount: hierarchy.ranks.count)
    backward = ClimbingSearch(nodeCount: hierarchy.ranks.count)
  }

  /// The time from `origin` to `destination`; nil where no route of less than `Network.horizon` leads there.
  ///
  /// - Precondition: both are nodes of the network.
  public mutating func milliseconds(from origin: NodeIndex, to destination: NodeIndex) -> Int32? {
    let best = meet(from: hierarchy.ranks[Int(origin)], to: hierarchy.ranks[Int(destination)])
    return best.milliseconds < Network.horizon ? best.milliseconds : nil
  }

  /// The links of a time-shortest path, shortcuts unpacked; nil where no route of less than `Network.horizon`
  /// leads there.
  ///
  /// Among several such paths this is the one the hierarchy met first, which need not be the canonical one
  /// (`Router.path`).
  ///
  /// - Precondition: both are nodes of the network.
  public mutating func links(from origin: NodeIndex, to destination: NodeIndex) -> [LinkIndex]? {
    let best = meet(from: hierarchy.ranks[Int(origin)], to: hierarchy.ranks[Int(destination)])
    guard best.milliseconds < Network.horizon else { return nil }
    let ranks = forward.climb(to: best.rank) + backward.climb(to: best.rank).reversed().dropFirst()
    var links: [LinkIndex] = []
    for (tail, head) in zip(ranks, ranks.dropFirst()) { hierarchy.unpack(from: tail, to: head, into: &links) }
    return links
  }

  /// The shortest time between two ranks and the rank where both climbs meet.
  private mutating func meet(
    from origin: Rank, to destination: Rank
  ) -> (milliseconds: Int32, rank: Rank) {
    forward.start(at: origin)
    backward.start(at: destination)
    var best = (milliseconds: Network.horizon, rank: Rank.none)
    hierarchy.upward.withUnsafeArcs { up in
      hierarchy.downward.withUnsafeArcs { down in
        while true {
          let ahead = forward.earliest
          let back = backward.earliest
          guard min(ahead, back) < best.milliseconds else { break }
          if ahead <= back {
            forward.step(along: up, against: down, meeting: backward, &best)
          } else {
            backward.step(along: down, against: up, meeting: forward, &best)
          }
        }
      }
    }
    return best
  }
}
