import Quantities

/// One-to-many questions about a `TargetSelection`; it belongs to one thread, the selection is shared.
public struct SweepSearch: ~Copyable, Sendable {
  private let selection: TargetSelection
  private var climb: ClimbingSearch
  /// The time of every place of the layout.
  private let times: RawArray<SweepPlace, Int32>

  /// Creates the state of questions about `selection`.
  public init(_ selection: TargetSelection) {
    self.selection = selection
    climb = ClimbingSearch(nodeCount: selection.hierarchy.ranks.count)
    times = RawArray(repeating: Network.horizon, count: selection.nodeCount)
  }

  /// The time from `root` to each target (or from each target to it), in the order of the targets;
  /// `Network.horizon` where no shorter route leads there.
  ///
  /// - Precondition: `root` is a node of the network.
  public mutating func times(from root: NodeIndex) -> [Int32] {
    var result: [Int32] = []
    times(from: root, into: &result)
    return result
  }

  /// Puts what `times(from:)` returns into `result`, whose memory is used again.
  public mutating func times(from root: NodeIndex, into result: inout [Int32]) {
    seed(from: [(root, 0)])
    sweep()
    result.removeAll(keepingCapacity: true)
    result.reserveCapacity(selection.places.count)
    for place in selection.places { result.append(times[place]) }
  }

  /// Calls `body` with the least time from a root (or to it), its delay included, of every place of the selection's layout: that of
  /// target i stands at `TargetSelection.place(ofTarget: i)`. Nothing is copied; the times are valid until the next question.
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

  /// Fetches the memory of the times, which another thread has read since the last question: asked for line by line as it is written, it
  /// comes several times more slowly.
  public func fetchTimes() {
    times.withUnsafeBufferPointer { times in
      guard let first = times.baseAddress else { return }
      for place in stride(from: 0, to: times.count, by: 16) { Memory.fetch(first + place) }
    }
  }

  /// Climbs from `roots` and writes the times of all that it meets in the layout.
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

  /// Comes down from the top: the time of a place is the least over its arcs from above, which are done.
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
