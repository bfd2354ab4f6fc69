import Quantities

/// Times between one root and any node, from a hierarchy: the root climbs once, and the time of every other
/// node is the least over its own arcs up, found when asked for and remembered.
///
/// Nodes that are asked about near each other share most of what they need.
/// B. Strasser, T. Zeitz, "A fast and tight heuristic for A* in road networks", doi 10.4230/LIPIcs.SEA.2021.6.
public struct HierarchyRootedSearch: ~Copyable, Sendable, RootedSearch {
  private let hierarchy: ContractionHierarchy
  private var climb: ClimbingSearch
  /// The exact times known, by rank; `Network.horizon` for ranks known to have no route.
  private var times: Labels<Rank>
  private var root = NodeIndex.none
  private var direction = ArcDirection.forward

  /// Creates a search on `hierarchy` that has not started.
  public init(_ hierarchy: ContractionHierarchy) {
    self.hierarchy = hierarchy
    climb = ClimbingSearch(nodeCount: hierarchy.ranks.count)
    times = Labels(nodeCount: hierarchy.ranks.count)
  }

  public mutating func start(at root: NodeIndex, _ direction: ArcDirection) {
    self.root = root
    self.direction = direction
    times.reset()
    climb.start(at: hierarchy.ranks[Int(root)])
    hierarchy.climb(direction).withUnsafeArcs { arcs in
      hierarchy.climb(direction.reversed).withUnsafeArcs { against in
        climb.climb(along: arcs, against: against)
      }
    }
  }

  public mutating func milliseconds(of node: NodeIndex) -> Int32? {
    precondition(root >= 0, "start the search before asking")
    let rank = hierarchy.ranks[Int(node)]
    let time = hierarchy.climb(direction.reversed).withUnsafeArcs { self.time(of: rank, $0) }
    return time < Network.horizon ? time : nil
  }

  /// The exact time of `rank`: of its own meeting with the root's climb, or by the arc up that begins the best
  /// way. The recursion is as deep as the hierarchy is high.
  private func time(of rank: Rank, _ arcs: UnsafeArcs<Rank>) -> Int32 {
    if times.hasSeen(rank) { return times[rank] }
    var least = climb[rank]
    for arc in arcs[rank] { least = min(least, time(of: arc.end, arcs) &+ arc.milliseconds) }
    times[rank] = least
    return least
  }
}

extension ContractionHierarchy {
  /// The arcs that a search in `direction` climbs.
  @inline(__always)
  func climb(_ direction: ArcDirection) -> Adjacency<Rank> { direction == .forward ? upward : downward }
}
