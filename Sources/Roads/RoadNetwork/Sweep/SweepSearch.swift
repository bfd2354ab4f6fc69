import Quantities

/// One-to-many queries on a `TargetSelection`; the search is not thread-safe, the selection is shared.
public struct SweepSearch: ~Copyable, Sendable {
  private let selection: TargetSelection
  private var climb: ClimbingSearch
  /// The time of each index of the layout.
  private let times: RawArray<SweepPlace, Int32>

  /// Creates a search on `selection`.
  public init(_ selection: TargetSelection) {
    self.selection = selection
    climb = ClimbingSearch(nodeCount: selection.hierarchy.ranks.count)
    times = RawArray(repeating: Network.horizon, count: selection.nodeCount)
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

  /// Calls `body` with the least time from a root (or to it), including the root's delay, of every index of the
  /// selection's layout; target i is at `TargetSelection.place(ofTarget: i)`. Nothing is copied; the times are
  /// valid until the next query.
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

  /// Prefetches the memory of the times, last read by another thread: fetched line by line on writing, it would
  /// take several times longer.
  public func fetchTimes() {
    times.withUnsafeBufferPointer { times in
      guard let first = times.baseAddress else { return }
      for place in stride(from: 0, to: times.count, by: 16) { Memory.fetch(first + place) }
    }
  }

  /// Searches upwards from `roots` and writes the time of each node reached into the layout.
  private mutating func seed(from roots: [(node: NodeIndex, delay: Int32)]) {
    let hierarchy = selection.hierarchy
    times.fill(with: Network.horizon)
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

  /// Sweeps downwards from the top: the time of an index is the least over its arcs from above, which are
  /// done.
  private func sweep() {
    selection.arcs.withUnsafeBufferPointer { arcs in
      for block in selection.blocks {
        var next = Int(block.arcs)
        switch block.degree {
        case 0: break
        case 1:
          for place in block.places {
            lower(place, arcs[next])
            next &+= 1
          }
        case 2:
          for place in block.places {
            lower(place, arcs[next], arcs[next &+ 1])
            next &+= 2
          }
        case 3:
          for place in block.places {
            lower(place, arcs[next], arcs[next &+ 1], arcs[next &+ 2])
            next &+= 3
          }
        default:
          for place in block.places {
            var least = times[place]
            for arc in arcs[next..<next &+ Int(block.degree)] { least = min(least, through(arc)) }
            times[place] = least
            next &+= Int(block.degree)
          }
        }
      }
    }
  }

  @inline(__always)
  private func through(_ arc: Arc<SweepPlace>) -> Int32 { times[arc.end] &+ arc.milliseconds }

  @inline(__always)
  private func lower(_ place: SweepPlace, _ a: Arc<SweepPlace>) {
    times[place] = min(times[place], through(a))
  }

  @inline(__always)
  private func lower(_ place: SweepPlace, _ a: Arc<SweepPlace>, _ b: Arc<SweepPlace>) {
    times[place] = min(times[place], min(through(a), through(b)))
  }

  @inline(__always)
  private func lower(_ place: SweepPlace, _ a: Arc<SweepPlace>, _ b: Arc<SweepPlace>, _ c: Arc<SweepPlace>) {
    times[place] = min(min(times[place], through(a)), min(through(b), through(c)))
  }
}
