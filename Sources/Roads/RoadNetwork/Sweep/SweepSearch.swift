import CKernels
public import Quantities

/// One-to-many queries on a `TargetSelection`. Not thread-safe, but searches on several threads can share the
/// selection.
public struct SweepSearch: ~Copyable, Sendable {
  private let selection: TargetSelection
  /// The labels of the network, with which queries begin; nil if they begin with an upward search.
  private let labels: HubLabels?
  private var climb: ClimbingSearch
  /// The time of each layout index, in milliseconds, followed by one `Network.horizon`.
  private let times: RawArray<SweepPlace, Int32>

  /// Creates a search on `selection`; with the `labels` of the same hierarchy it starts faster.
  public init(_ selection: TargetSelection, labels: HubLabels? = nil) {
    self.selection = selection
    self.labels = labels
    climb = ClimbingSearch(nodeCount: labels == nil ? selection.hierarchy.ranks.count : 0)
    times = RawArray(repeating: Network.horizon, count: selection.nodeCount + 1)
  }

  /// Returns the time from `root` to each target (or from each target to it), milliseconds, in the order of
  /// the targets; `Network.horizon` if no route is shorter.
  ///
  /// - Precondition: `root` is a node of the network.
  public mutating func times(from root: NodeIndex) -> [Int32] {
    var result: [Int32] = []
    times(from: root, into: &result)
    return result
  }

  /// Writes the result of `times(from:)` to `result`, reusing its memory.
  public mutating func times(from root: NodeIndex, into result: inout [Int32]) {
    seed(from: [(root, 0)])
    sweep()
    result.removeAll(keepingCapacity: true)
    result.reserveCapacity(selection.places.count)
    for place in selection.places { result.append(times[place]) }
  }

  /// Calls `body` with the time of every index of the selection's layout, followed by one `Network.horizon`: the
  /// least over all roots of the root's delay plus the time from it (or to it). Target i is at
  /// `TargetSelection.place(ofTarget: i)`. Nothing is copied; the times are valid until the next query.
  ///
  /// - Precondition: all roots are nodes of the network.
  public mutating func withTimes<Result>(
    from roots: [(node: NodeIndex, delay: Int32)],
    _ body: (UnsafeBufferPointer<Int32>) -> Result
  ) -> Result {
    seed(from: roots)
    sweep()
    return times.withUnsafeBufferPointer(body)
  }

  /// Prefetches the memory of the times, last read by another thread: fetching it line by line when it is written would
  /// take several times longer.
  public func fetchTimes() {
    times.withUnsafeBufferPointer { times in
      guard let first = times.baseAddress else { return }
      for place in stride(from: 0, to: times.count, by: 16) { Memory.fetch(first + place) }
    }
  }

  /// Writes the times of the nodes above `roots` into the layout.
  private mutating func seed(from roots: [(node: NodeIndex, delay: Int32)]) {
    times.fill(with: Network.horizon)
    if let labels { seed(from: roots, labels) } else { search(from: roots) }
  }

  /// Writes the times of the hubs of `roots`; the sweep computes those of all other nodes.
  private func seed(from roots: [(node: NodeIndex, delay: Int32)], _ labels: HubLabels) {
    let last = Int32(selection.placeOfRank.count) - 1
    for root in roots {
      labels.label(of: root.node, selection.direction) { label in
        var entry = label
        while entry.pointee.hub != HubEntry.end.hub {
          let place = selection.placeOfRank[Int(last - entry.pointee.hub.rawValue)]
          if place >= 0 { times[place] = min(times[place], entry.pointee.milliseconds &+ root.delay) }
          entry += 1
        }
      }
    }
  }

  /// Searches upwards from `roots` and writes the time of each node reached.
  private mutating func search(from roots: [(node: NodeIndex, delay: Int32)]) {
    let hierarchy = selection.hierarchy
    climb.start(at: roots.map { (hierarchy.ranks[Int($0.node)], $0.delay) })
    hierarchy.climb(selection.direction).withUnsafeArcs { arcs in
      hierarchy.climb(selection.direction.reversed).withUnsafeArcs { against in
        selection.placeOfRank.withUnsafeBufferPointer { places in
          climb.climb(along: arcs, against: against) { rank, time in
            if places[Int(rank)] >= 0 { times[places[Int(rank)]] = time }
          }
        }
      }
    }
  }

  /// Sweeps downwards from the top: the time of an index is the least over its arcs from above, whose times are final.
  private func sweep() {
    selection.blocks.withUnsafeBytes { blocks in
      selection.arcs.withUnsafeBytes { arcs in
        detour_sweep(
          blocks.baseAddress?.assumingMemoryBound(to: detour_sweep_block.self), Int64(selection.blocks.count),
          arcs.baseAddress?.assumingMemoryBound(to: detour_sweep_arc.self), times.first)
      }
    }
  }
}

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
  /// unpredictable branch. The layout in memory is that of `detour_sweep_block`.
  struct Block: Hashable, Sendable {
    var places: Range<SweepPlace>
    /// The number of arcs per node.
    var degree: Int32
    /// The index of the first node's first arc; the next nodes' first arcs follow, then their second arcs, and so on.
    var arcs: Int32
  }

  let hierarchy: ContractionHierarchy
  /// The direction of times: from the root to the targets (`forward`) or from the targets to it.
  public let direction: ArcDirection
  /// The targets in the given order.
  public let targets: [NodeIndex]
  /// The layout index of every target.
  let places: [SweepPlace]
  /// The layout index of every rank; none if it is not above any target.
  let placeOfRank: [SweepPlace]
  let blocks: [Block]
  /// The arcs, block by block; each ends at a node of higher rank, which has a lower layout index.
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
    for (place, member) in order.enumerated() { placeOfRank[Int(member.rank)] = SweepPlace(place) }
    var blocks: [Block] = []
    var arcs: [Arc<SweepPlace>] = []
    var start = 0
    while start < order.count {
      let (depth, degree, _) = order[start]
      let end = order[start...].firstIndex { $0.depth != depth || $0.degree != degree } ?? order.count
      blocks.append(
        Block(places: SweepPlace(start)..<SweepPlace(end), degree: degree, arcs: Int32(arcs.count)))
      for number in 0..<Int(degree) {
        for member in order[start..<end] {
          let arc = above.arcs[above.range(of: member.rank).lowerBound + number]
          arcs.append(Arc(end: placeOfRank[Int(arc.end)], milliseconds: arc.milliseconds))
        }
      }
      start = end
    }
    return (placeOfRank, blocks, arcs)
  }
}

/// The index of a node, and of its time, in the layout of a sweep.
@frozen
public struct SweepPlace: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}
