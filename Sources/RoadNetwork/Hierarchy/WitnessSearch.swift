/// A small search around a node about to be contracted, for ways that make its shortcuts needless.
struct WitnessSearch: ~Copyable {
  private struct Label: BitwiseCopyable {
    var milliseconds: Int32
    var search: Int32
  }

  private let labels: UnsafeMutableBufferPointer<Label>
  private let wanted: UnsafeMutableBufferPointer<Int32>
  private var heap = DistanceHeap()
  private var search: Int32 = 0

  init(nodeCount: Int) {
    labels = .allocate(capacity: nodeCount)
    labels.initialize(repeating: Label(milliseconds: 0, search: 0))
    wanted = .allocate(capacity: nodeCount)
    wanted.initialize(repeating: 0)
  }

  deinit {
    labels.deallocate()
    wanted.deallocate()
  }

  /// Searches from `root` without passing over `avoided`, until all `targets` but the root are settled, times
  /// exceed `bound`, or `limit` nodes are settled.
  mutating func run(
    from root: Int32, avoiding avoided: Int32, targets: UnsafeMutableBufferPointer<WorkArc>,
    targetCount: Int, bound: Int32, limit: Int, in arcs: borrowing ArcLists
  ) {
    search &+= 1
    heap.removeAll()
    for target in targets { wanted[Int(target.node)] = search }
    wanted[Int(root)] = 0
    // Looks like a node already reached for nothing, so it is never passed over.
    labels[Int(avoided)] = Label(milliseconds: -1, search: search)
    labels[Int(root)] = Label(milliseconds: 0, search: search)
    heap.push(root, at: 0)
    var remaining = targetCount
    var budget = limit
    while budget > 0, !heap.isEmpty {
      let (node, time) = heap.pop()
      guard time <= bound else { break }
      guard labels[Int(node)].milliseconds == time else { continue }
      if wanted[Int(node)] == search {
        remaining -= 1
        guard remaining > 0 else { break }
      }
      budget -= 1
      for arc in arcs[node] {
        let through = time + arc.milliseconds
        guard through <= bound else { continue }
        let label = labels[Int(arc.node)]
        guard label.search != search || through < label.milliseconds else { continue }
        labels[Int(arc.node)] = Label(milliseconds: through, search: search)
        heap.push(arc.node, at: through)
      }
    }
  }

  /// Whether the last search found a way to `node` of at most `time` milliseconds.
  func reached(_ node: Int32, within time: Int32) -> Bool {
    let label = labels[Int(node)]
    return label.search == search && label.milliseconds <= time
  }
}
