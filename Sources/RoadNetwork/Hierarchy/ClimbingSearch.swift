/// One half of a query: a search that only climbs.
struct ClimbingSearch: ~Copyable, Sendable {
  private var labels: Labels
  /// The rank from which each rank seen got its time.
  private let parents: RawArray<Int32>
  private var heap = DistanceHeap()
  private(set) var settledCount = 0

  init(nodeCount: Int) {
    labels = Labels(nodeCount: nodeCount)
    parents = RawArray(repeating: -1, count: nodeCount)
  }

  var earliest: Int32 { heap.earliest }

  mutating func start(at rank: Int32) {
    settledCount = 0
    labels.reset()
    heap.removeAll()
    labels[rank] = 0
    parents[rank] = -1
    heap.push(rank, at: 0)
  }

  /// Takes one rank from the frontier, updates `best` if `other` has been there, and relaxes its arcs.
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
    relax(rank, at: time, along: arcs, against: against)
  }

  /// Climbs from the started rank to the end of all ways up, calling `visit` with every rank and its time.
  @inline(__always)
  mutating func climb(
    along arcs: UnsafeArcs, against: UnsafeArcs, visit: (_ rank: Int32, _ time: Int32) -> Void = { _, _ in }
  ) {
    while !heap.isEmpty {
      let (rank, time) = heap.pop()
      guard labels[rank] == time else { continue }
      visit(rank, time)
      relax(rank, at: time, along: arcs, against: against)
    }
  }

  /// The time of `rank`, exact where it is the highest on a shortest path; `Network.horizon` if unseen.
  @inline(__always)
  subscript(rank: Int32) -> Int32 { labels[rank] }

  /// The ranks from the start up to `rank`, which the search has settled.
  func climb(to rank: Int32) -> [Int32] {
    var ranks: [Int32] = []
    var next = rank
    while next >= 0 {
      ranks.append(next)
      next = parents[next]
    }
    return ranks.reversed()
  }

  /// Relaxes the arcs of `rank` unless a way down from above reaches it sooner: then no shortest path climbs
  /// through it (stall on demand).
  @inline(__always)
  private mutating func relax(
    _ rank: Int32, at time: Int32, along arcs: UnsafeArcs, against: UnsafeArcs
  ) {
    for arc in against[rank] where labels[arc.node] &+ arc.milliseconds < time { return }
    for arc in arcs[rank] {
      let through = time &+ arc.milliseconds
      guard through < labels[arc.node] else { continue }
      labels[arc.node] = through
      parents[arc.node] = rank
      heap.push(arc.node, at: through)
    }
  }
}
