import Quantities

/// An arc of a graph under contraction: an original link or a shortcut.
struct WorkArc: BitwiseCopyable, Sendable {
  /// The node at the other end.
  var node: NodeIndex
  var milliseconds: Int32
  /// The middle of the arc.
  var middle: Middle<NodeIndex>
  /// The number of links that the arc represents.
  var hops: Int32
}

/// The arcs of every node, in lists of variable length: slices of a shared pool, each moved to the pool's end when it
/// is full.
struct ArcLists: ~Copyable {
  private var pool: UnsafeMutablePointer<WorkArc>
  private var poolCapacity: Int
  private var poolCount = 0
  // A pointer: with a buffer the compiler crashes on changes of its members under the thread sanitizer.
  private let slices: UnsafeMutablePointer<Slice>

  private struct Slice: BitwiseCopyable {
    var start: Int
    var count: Int32
    var room: Int32
  }

  /// Creates empty lists for `nodeCount` nodes and about `arcCount` arcs.
  init(nodeCount: Int, arcCount: Int) {
    poolCapacity = max(16, 4 * arcCount)
    pool = .allocate(capacity: poolCapacity)
    slices = .allocate(capacity: nodeCount)
    slices.initialize(repeating: Slice(start: 0, count: 0, room: 0), count: nodeCount)
  }

  deinit {
    pool.deallocate()
    slices.deallocate()
  }

  /// The arcs of `node`; valid until the next change of any list.
  subscript(node: NodeIndex) -> UnsafeMutableBufferPointer<WorkArc> {
    let slice = slices[Int(node)]
    return UnsafeMutableBufferPointer(start: pool + slice.start, count: Int(slice.count))
  }

  mutating func append(_ arc: WorkArc, to node: NodeIndex) {
    if slices[Int(node)].count == slices[Int(node)].room { enlarge(node) }
    let slice = slices[Int(node)]
    pool[slice.start + Int(slice.count)] = arc
    slices[Int(node)].count += 1
  }

  /// Removes the arc from `node` to `other`, if there is one; the last arc takes its place.
  mutating func removeArc(of node: NodeIndex, to other: NodeIndex) {
    let arcs = self[node]
    for index in arcs.indices where arcs[index].node == other {
      arcs[index] = arcs[arcs.count - 1]
      slices[Int(node)].count -= 1
      return
    }
  }

  mutating func removeAll(of node: NodeIndex) { slices[Int(node)].count = 0 }

  /// Replaces the arc from `node` to `arc.node` by `arc`, or adds it.
  ///
  /// - Returns: false if an existing arc is at least as fast.
  mutating func improve(_ arc: WorkArc, of node: NodeIndex) -> Bool {
    let arcs = self[node]
    for index in arcs.indices where arcs[index].node == arc.node {
      guard arc.milliseconds < arcs[index].milliseconds else { return false }
      arcs[index] = arc
      return true
    }
    append(arc, to: node)
    return true
  }

  private mutating func enlarge(_ node: NodeIndex) {
    let slice = slices[Int(node)]
    let room = max(4, 2 * Int(slice.room))
    if poolCount + room > poolCapacity {
      poolCapacity = max(2 * poolCapacity, poolCount + room)
      let larger = UnsafeMutablePointer<WorkArc>.allocate(capacity: poolCapacity)
      larger.initialize(from: pool, count: poolCount)
      pool.deallocate()
      pool = larger
    }
    (pool + poolCount).initialize(from: pool + slice.start, count: Int(slice.count))
    slices[Int(node)] = Slice(start: poolCount, count: slice.count, room: Int32(room))
    poolCount += room
  }
}
