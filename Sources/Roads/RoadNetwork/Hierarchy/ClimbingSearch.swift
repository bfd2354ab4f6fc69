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

  /// Returns the ranks from the start up to `rank`, which is settled.
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
