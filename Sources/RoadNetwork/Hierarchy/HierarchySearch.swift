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
  public mutating func milliseconds(from origin: Int32, to destination: Int32) -> Int32? {
    let best = meet(from: hierarchy.ranks[Int(origin)], to: hierarchy.ranks[Int(destination)])
    return best.milliseconds < Network.horizon ? best.milliseconds : nil
  }

  /// The number of nodes that both halves of the last query took from their frontiers.
  public var settledCount: Int { forward.settledCount + backward.settledCount }

  /// The shortest time between two ranks and the rank where both climbs meet.
  private mutating func meet(
    from origin: Int32, to destination: Int32
  ) -> (milliseconds: Int32, rank: Int32) {
    forward.start(at: origin)
    backward.start(at: destination)
    var best = (milliseconds: Network.horizon, rank: Int32(-1))
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

/// One half of a query: a search that only climbs.
struct ClimbingSearch: ~Copyable, Sendable {
  private var labels: Labels
  private var heap = DistanceHeap()
  private(set) var settledCount = 0

  init(nodeCount: Int) { labels = Labels(nodeCount: nodeCount) }

  var earliest: Int32 { heap.earliest }

  mutating func start(at rank: Int32) {
    settledCount = 0
    labels.reset()
    heap.removeAll()
    labels[rank] = 0
    heap.push(rank, at: 0)
  }

  /// Takes one rank from the frontier: updates `best` if `other` has been there, and relaxes its arcs unless a
  /// way down from above (`against`) reaches it sooner: then no shortest path climbs through it.
  @inline(__always)
  mutating func step(
    along arcs: UnsafeArcs, against: UnsafeArcs, meeting other: borrowing ClimbingSearch,
    _ best: inout (milliseconds: Int32, rank: Int32)
  ) {
    let (rank, time) = heap.pop()
    guard labels[rank] == time else { return }
    settledCount &+= 1
    let whole = time &+ other.labels[rank]
    if whole < best.milliseconds { best = (whole, rank) }
    for arc in against[rank] where labels[arc.node] &+ arc.milliseconds < time { return }
    for arc in arcs[rank] {
      let through = time &+ arc.milliseconds
      guard through < labels[arc.node] else { continue }
      labels[arc.node] = through
      heap.push(arc.node, at: through)
    }
  }
}
