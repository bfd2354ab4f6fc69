import Quantities

/// A fixed set of target nodes prepared for repeated one-to-many queries: the part of a hierarchy above them,
/// laid out for a single pass.
///
///     let stops = TargetSelection(hierarchy, targets: nodes, .forward)
///     var sweep = SweepSearch(stops)
///     sweep.times(from: origin)          // a time for each of `nodes`
///
/// Selecting every node gives one-to-all. D. Delling, A. V. Goldberg, R. F. Werneck, doi
/// 10.4230/OASIcs.ATMOS.2011.52 (RPHAST), and D. Delling, A. V. Goldberg, A. Nowatzyk, R. F. Werneck, doi
/// 10.1016/j.jpdc.2012.02.007 (PHAST).
public struct TargetSelection: Sendable {
  /// Consecutive nodes in the layout with the same number of arcs, none above another: a loop over them has no
  /// unpredictable branch.
  struct Block: Hashable, Sendable {
    var places: Range<SweepPlace>
    /// The number of arcs per node.
    var degree: Int32
    /// The index of the first node's first arc.
    var arcs: Int32
  }

  let hierarchy: ContractionHierarchy
  /// The direction of times: from the root to the targets (`forward`) or from the targets to it.
  public let direction: ArcDirection
  /// The targets in the given order.
  public let targets: [NodeIndex]
  /// The layout index of every target.
  let places: [SweepPlace]
  /// The layout index of every rank; none if it lies above no target.
  let placeOfRank: [SweepPlace]
  let blocks: [Block]
  /// The arcs from above, grouped by layout index; the end of an arc always has a lower index.
  let arcs: [Arc<SweepPlace>]

  /// Prepares queries between any root and `targets`: from the root (`forward`) or to it (`backward`).
  ///
  /// - Precondition: the targets are nodes of the network.
  /// - Complexity: O(m log m) for m nodes above the targets.
  public init(_ hierarchy: ContractionHierarchy, targets: [NodeIndex], _ direction: ArcDirection) {
    self.hierarchy = hierarchy
    self.direction = direction
    self.targets = targets
    let above = hierarchy.climb(direction.reversed)
    let members = Self.members(above, hierarchy: hierarchy, targets: targets)
    (placeOfRank, blocks, arcs) = Self.layout(members, above)
    places = targets.map { [placeOfRank] in placeOfRank[Int(hierarchy.ranks[Int($0)])] }
  }

  /// Returns the layout index of `targets[target]`, for the times of `SweepSearch.withTimes(from:_:)`.
  public func place(ofTarget target: Int) -> SweepPlace { places[target] }

  /// The number of nodes in a sweep.
  public var nodeCount: Int { Int(blocks.last?.places.upperBound ?? 0) }

  /// Returns the ranks reachable upwards from a target, the highest first.
  private static func members(
    _ above: Adjacency<Rank>, hierarchy: ContractionHierarchy, targets: [NodeIndex]
  ) -> [Rank] {
    var isMember = [Bool](repeating: false, count: hierarchy.ranks.count)
    for target in targets { isMember[Int(hierarchy.ranks[Int(target)])] = true }
    // Arcs lead upwards, so one pass over the ranks finds all reachable ones.
    for rank in 0..<Rank(isMember.count) where isMember[Int(rank)] {
      for arc in above.range(of: rank) { isMember[Int(above.arcs[arc].end)] = true }
    }
    return (0..<Rank(isMember.count)).reversed().filter { isMember[Int($0)] }
  }

  /// Sorts `members` by depth below the top, then by number of arcs, then by rank.
  private static func layout(
    _ members: [Rank], _ above: Adjacency<Rank>
  ) -> (placeOfRank: [SweepPlace], blocks: [Block], arcs: [Arc<SweepPlace>]) {
    var depths = [Int32](repeating: 0, count: above.first.count - 1)
    for rank in members {
      let arcs = above.range(of: rank)
      depths[Int(rank)] = arcs.reduce(0) { max($0, depths[Int(above.arcs[$1].end)] + 1) }
    }
    let order = members.map { rank in
      (depth: depths[Int(rank)], degree: Int32(above.range(of: rank).count), rank: rank)
    }.sorted { ($0.depth, $0.degree, $1.rank) < ($1.depth, $1.degree, $0.rank) }

    var placeOfRank = [SweepPlace](repeating: .none, count: depths.count)
    var blocks: [Block] = []
    var arcs: [Arc<SweepPlace>] = []
    var depth: Int32 = -1
    for (place, member) in order.enumerated() {
      placeOfRank[Int(member.rank)] = SweepPlace(place)
      if member.depth != depth || member.degree != blocks[blocks.count - 1].degree {
        let start = SweepPlace(place)
        blocks.append(Block(places: start..<start, degree: member.degree, arcs: Int32(arcs.count)))
        depth = member.depth
      }
      blocks[blocks.count - 1].places = blocks[blocks.count - 1].places.lowerBound..<SweepPlace(place + 1)
      for arc in above.range(of: member.rank).map({ above.arcs[$0] }) {
        arcs.append(Arc(end: placeOfRank[Int(arc.end)], milliseconds: arc.milliseconds))
      }
    }
    return (placeOfRank, blocks, arcs)
  }
}
