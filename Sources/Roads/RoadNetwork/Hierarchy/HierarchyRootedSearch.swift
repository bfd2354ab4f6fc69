import Quantities

/// Times between one root and any node in a hierarchy: a single upward search from the root, then for every
/// node queried the least time over its own upward arcs, computed lazily and memoised.
///
/// Queries of nearby nodes share most of their work. B. Strasser, T. Zeitz, "A fast and tight heuristic for A*
/// in road networks", doi 10.4230/LIPIcs.SEA.2021.6.
public struct HierarchyRootedSearch: ~Copyable, Sendable, RootedSearch {
  private let hierarchy: ContractionHierarchy
  private var climb: ClimbingSearch
  /// The known exact times, by rank; `Network.horizon` for ranks known to be unreachable.
  private var times: Labels<Rank>
  private var root = NodeIndex.none
  private var direction = ArcDirection.forward

  /// Creates a search on `hierarchy`, not yet started.
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

  /// Returns the exact time of `rank`: directly from the root's upward search, or over the best upward arc.
  /// The recursion is as deep as the hierarchy is high.
  private func time(of rank: Rank, _ arcs: UnsafeArcs<Rank>) -> Int32 {
    if times.hasSeen(rank) { return times[rank] }
    var least = climb[rank]
    for arc in arcs[rank] { least = min(least, time(of: arc.end, arcs) &+ arc.milliseconds) }
    times[rank] = least
    return least
  }
}

extension ContractionHierarchy {
  /// Returns the upward arcs of a search in `direction`.
  @inline(__always)
  func climb(_ direction: ArcDirection) -> Adjacency<Rank> { direction == .forward ? upward : downward }
}
