/// Queries on a `ContractionHierarchy`; it belongs to one thread, the hierarchy is shared.
public struct HierarchySearch: Sendable {
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

  /// The shortest time between two ranks and the rank where both climbs meet.
  private mutating func meet(from origin: Int32, to destination: Int32) -> (milliseconds: Int32, rank: Int32) {
    forward.start(at: origin)
    backward.start(at: destination)
    var best = (milliseconds: Network.horizon, rank: Int32(-1))
    hierarchy.upward.withUnsafeArcs { up in
      hierarchy.downward.withUnsafeArcs { down in
        while true {
          let (ahead, back) = (forward.earliest, backward.earliest)
          guard min(ahead, back) < best.milliseconds else { break }
          if ahead <= back {
            forward.step(along: up, stallingAgainst: down, other: backward, &best)
          } else {
            backward.step(along: down, stallingAgainst: up, other: forward, &best)
          }
        }
      }
    }
    return best
  }
}

/// One half of a query: a search that only climbs.
struct ClimbingSearch: Sendable {
  private struct Label: Sendable {
    var milliseconds: Int32
    var search: UInt32
  }

  private var labels: [Label]
  private var heap = DistanceHeap()
  private var search: UInt32 = 0

  init(nodeCount: Int) {
    labels = Array(repeating: Label(milliseconds: 0, search: 0), count: nodeCount)
  }

  var earliest: Int32 { heap.earliest }

  mutating func start(at rank: Int32) {
    if search == .max {
      for rank in labels.indices { labels[rank].search = 0 }
      search = 0
    }
    search += 1
    heap.removeAll()
    labels[Int(rank)] = Label(milliseconds: 0, search: search)
    heap.push(rank, at: 0)
  }

  /// Settles one rank: updates `best` if the other half has been there, and relaxes its arcs unless a way down
  /// from above reaches it sooner, in which case no shortest path climbs through it.
  @inline(__always)
  mutating func step(
    along arcs: UnsafeArcs, stallingAgainst against: UnsafeArcs, other: borrowing ClimbingSearch,
    _ best: inout (milliseconds: Int32, rank: Int32)
  ) {
    let (rank, time) = heap.pop()
    let search = search
    let met = other.labels.withUnsafeBufferPointer { $0[Int(rank)] }
    labels.withUnsafeMutableBufferPointer { labels in
      guard labels[Int(rank)].milliseconds == time else { return }
      if met.search == other.search, time + met.milliseconds < best.milliseconds {
        best = (time + met.milliseconds, rank)
      }
      for arc in against[rank] {
        let above = labels[Int(arc.node)]
        if above.search == search, above.milliseconds + arc.milliseconds < time { return }
      }
      for arc in arcs[rank] {
        let through = time + arc.milliseconds
        let label = labels[Int(arc.node)]
        guard through < (label.search == search ? label.milliseconds : Network.horizon) else { continue }
        labels[Int(arc.node)] = Label(milliseconds: through, search: search)
        heap.push(arc.node, at: through)
      }
    }
  }
}

/// An adjacency without the bounds checks of arrays, for the innermost loops.
struct UnsafeArcs {
  let first: UnsafeBufferPointer<Int32>
  let arcs: UnsafeBufferPointer<Arc>

  /// The arcs of `node`.
  @inline(__always)
  subscript(node: Int32) -> UnsafeBufferPointer<Arc> {
    let start = Int(first[Int(node)])
    return UnsafeBufferPointer(
      start: arcs.baseAddress.unsafelyUnwrapped + start, count: Int(first[Int(node) + 1]) - start)
  }
}

extension Adjacency {
  /// Calls `body` with the adjacency's memory, which is valid in the call only.
  @inline(__always)
  func withUnsafeArcs<Result>(_ body: (UnsafeArcs) -> Result) -> Result {
    first.withUnsafeBufferPointer { first in
      arcs.withUnsafeBufferPointer { arcs in body(UnsafeArcs(first: first, arcs: arcs)) }
    }
  }
}
