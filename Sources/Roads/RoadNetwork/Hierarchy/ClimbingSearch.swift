import Quantities

/// One half of a bidirectional query: an upward search.
struct ClimbingSearch: ~Copyable, Sendable {
  private var labels: Labels<Rank>
  /// The predecessor of each rank reached.
  private let parents: RawArray<Rank, Rank>
  private var heap = DistanceHeap<Rank>()

  init(nodeCount: Int) {
    labels = Labels(nodeCount: nodeCount)
    parents = RawArray(repeating: .none, count: nodeCount)
  }

  var earliest: Int32 { heap.earliest }

  mutating func start(at rank: Rank) {
    labels.reset()
    heap.removeAll()
    labels[rank] = 0
    parents[rank] = .none
    heap.push(rank, at: 0)
  }

  /// Starts at several ranks, each with an initial time.
  mutating func start(at ranks: [(rank: Rank, time: Int32)]) {
    labels.reset()
    heap.removeAll()
    for (rank, time) in ranks where time < labels[rank] {
      labels[rank] = time
      parents[rank] = .none
      heap.push(rank, at: time)
    }
  }

  /// Settles one rank, updates `best` if `other` has reached it too, and relaxes its arcs.
  @inline(__always)
  mutating func step(
    along arcs: UnsafeArcs<Rank>, against: UnsafeArcs<Rank>, meeting other: borrowing ClimbingSearch,
    _ best: inout (milliseconds: Int32, rank: Rank)
  ) {
    let (rank, time) = heap.pop()
    guard labels[rank] == time else { return }
    let whole = time &+ other.labels[rank]
    if whole < best.milliseconds { best = (whole, rank) }
    relax(rank, at: time, along: arcs, against: against)
  }

  /// Searches upwards exhaustively from the start, calling `visit` with every rank and its time.
  @inline(__always)
  mutating func climb(
    along arcs: UnsafeArcs<Rank>, against: UnsafeArcs<Rank>,
    visit: (_ rank: Rank, _ time: Int32) -> Void = { _, _ in }
  ) {
    while !heap.isEmpty {
      let (rank, time) = heap.pop()
      guard labels[rank] == time else { continue }
      visit(rank, time)
      relax(rank, at: time, along: arcs, against: against)
    }
  }

  /// The time of `rank`, exact if it is the highest on a shortest path; `Network.horizon` if not reached.
  @inline(__always)
  subscript(rank: Rank) -> Int32 { labels[rank] }

  /// Returns the ranks from the start up to `rank`, which must be settled.
  func climb(to rank: Rank) -> [Rank] {
    var ranks: [Rank] = []
    var next = rank
    while next >= 0 {
      ranks.append(next)
      next = parents[next]
    }
    return ranks.reversed()
  }

  /// Relaxes the arcs of `rank` unless a downward arc reaches it sooner: then no shortest path goes up
  /// through it (stall on demand).
  @inline(__always)
  private mutating func relax(
    _ rank: Rank, at time: Int32, along arcs: UnsafeArcs<Rank>, against: UnsafeArcs<Rank>
  ) {
    for arc in against[rank] where labels[arc.end] &+ arc.milliseconds < time { return }
    for arc in arcs[rank] {
      let through = time &+ arc.milliseconds
      guard through < labels[arc.end] else { continue }
      labels[arc.end] = through
      parents[arc.end] = rank
      heap.push(arc.end, at: through)
    }
  }
}

/// Queries on a `ContractionHierarchy`. Not thread-safe, but searches on several threads can share the hierarchy.
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

  /// Returns the links of a time-shortest path, with shortcuts unpacked; nil if no route is shorter than
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
