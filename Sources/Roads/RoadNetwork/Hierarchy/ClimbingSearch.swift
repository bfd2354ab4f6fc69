import Quantities

/// One half of a query: a search that only climbs.
struct ClimbingSearch: ~Copyable, Sendable {
  private var labels: Labels<Rank>
  /// The rank from which each rank seen got its time.
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

  /// Begins at several ranks, at each at its time.
  mutating func start(at ranks: [(rank: Rank, time: Int32)]) {
    labels.reset()
    heap.removeAll()
    for (rank, time) in ranks where time < labels[rank] {
      labels[rank] = time
      parents[rank] = .none
      heap.push(rank, at: time)
    }
  }

  /// Takes one rank from the frontier, updates `best` if `other` has been there, and relaxes its arcs.
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

  /// Climbs from the started rank to the end of all ways up, calling `visit` with every rank and its time.
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

  /// The time of `rank`, exact where it is the highest on a shortest path; `Network.horizon` if unseen.
  @inline(__always)
  subscript(rank: Rank) -> Int32 { labels[rank] }

  /// The ranks from the start up to `rank`, which the search has settled.
  func climb(to rank: Rank) -> [Rank] {
    var ranks: [Rank] = []
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
