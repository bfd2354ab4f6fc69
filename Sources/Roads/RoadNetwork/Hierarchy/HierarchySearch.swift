import Quantities

/// Queries on a `ContractionHierarchy`; the search is not thread-safe, the hierarchy is shared.
public struct HierarchySearch: ~Copyable, Sendable {
  private let hierarchy: ContractionHierarchy
  private var forward: ClimbingSearch
  private var backward: ClimbingSearch

  /// Creates a search on `hierarchy`.
  public init(_ hierarchy: ContractionHierarchy) {
    self.hierarchy = hierarchy
    forward = ClimbingSearch(nodeCount: hierarchy.ranks.count)
    backward = ClimbingSearch(nodeCount: hierarchy.ranks.count)
  }

  /// Returns the time from `origin` to `destination`, milliseconds; nil if no route is shorter than
  /// `Network.horizon`.
  ///
  /// - Precondition: both are nodes of the network.
  public mutating func milliseconds(from origin: NodeIndex, to destination: NodeIndex) -> Int32? {
    let best = meet(from: hierarchy.ranks[Int(origin)], to: hierarchy.ranks[Int(destination)])
    return best.milliseconds < Network.horizon ? best.milliseconds : nil
  }

  /// Returns the links of a time-shortest path, shortcuts unpacked; nil if no route is shorter than
  /// `Network.horizon`.
  ///
  /// Among several such paths it returns the first found in the hierarchy, which need not be the canonical
  /// one (`Router.path`).
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

  /// Returns the shortest time between two ranks, and the rank at which both upward searches meet.
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
