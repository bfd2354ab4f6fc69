import CKernels
import Quantities

/// Travel times between a few nodes queried repeatedly, the ends, and any other node, computed from hub labels.
///
/// The hubs of an end are expanded into a column (`HubColumns`): a query is a pass over one label instead of two.
/// The least recently used end is evicted.
///
/// A matcher makes about four queries per driver considered, so nothing is counted or checked before a pass.
public struct LabelEndsSearch: ~Copyable, @unchecked Sendable {
  private struct End {
    var node = NodeIndex.none
    var direction = ArcDirection.forward
    var lastUse: Int64 = 0
  }

  /// The number of ends kept: both ends of a trip in both directions, and two other ends queried in between.
  private static let places = 6

  private let labels: HubLabels
  private let forward: LabelPointers
  private let backward: LabelPointers
  private let nodeCount: Int
  private var columns: HubColumns
  private var ends = InlineArray<6, End>(repeating: End())
  private var uses: Int64 = 0

  /// Creates a search on `labels`, with no ends cached yet.
  public init(_ labels: HubLabels) {
    self.labels = labels
    forward = LabelPointers(labels.forward)
    backward = LabelPointers(labels.backward)
    nodeCount = labels.network.nodeCount
    columns = HubColumns(columnCount: Self.places, hubCount: nodeCount)
  }

  /// Returns the time from `root` to `node` (`.forward`) or from `node` to it, milliseconds; nil if no route is
  /// shorter than `Network.horizon`.
  ///
  /// - Precondition: both are nodes of the network.
  public mutating func milliseconds(
    of node: NodeIndex, root: NodeIndex, _ direction: ArcDirection
  ) -> Int32? {
    precondition(
      Int(node) < nodeCount && Int(root) < nodeCount && node >= 0 && root >= 0, "nodes are expected")
    uses += 1
    var oldest = 0
    for place in 0..<Self.places {
      if ends[place].node == root, ends[place].direction == direction {
        ends[place].lastUse = uses
        return least(along: label(of: node, direction.reversed), of: place)
      }
      if ends[place].lastUse < ends[oldest].lastUse { oldest = place }
    }
    take(oldest, for: End(node: root, direction: direction, lastUse: uses))
    return least(along: label(of: node, direction.reversed), of: oldest)
  }

  /// Prefetches the label of `node`; called shortly before querying a time between it and an end.
  public func expect(_ node: NodeIndex, _ direction: ArcDirection) {
    guard node >= 0, Int(node) < nodeCount else { return }
    let label = label(of: node, direction.reversed)
    for line in 0..<6 { detour_prefetch_shared(label + 8 * line) }
  }

  @inline(__always)
  private func label(of node: NodeIndex, _ direction: ArcDirection) -> UnsafePointer<HubEntry> {
    direction == .forward ? forward[node] : backward[node]
  }

  @inline(__always)
  private func least(along label: UnsafePointer<HubEntry>, of place: Int) -> Int32? {
    let least = columns.least(along: label, in: place)
    return least < Network.horizon ? least : nil
  }

  private mutating func take(_ place: Int, for end: End) {
    let former = ends[place]
    if former.node != .none { columns.clear(place, of: label(of: former.node, former.direction)) }
    ends[place] = end
    columns.fill(place, with: label(of: end.node, end.direction))
  }
}

/// Unmanaged pointers to the labels of all nodes in one direction; valid for the lifetime of the labels, which
/// never change.
private struct LabelPointers: BitwiseCopyable {
  /// Nil for a network without nodes, which is never queried.
  private let first: UnsafePointer<Int32>?
  private let hubs: UnsafePointer<HubEntry>?

  init(_ labels: LabelSet) {
    first = labels.first.withUnsafeBufferPointer { $0.baseAddress }
    hubs = labels.hubs.withUnsafeBufferPointer { $0.baseAddress }
  }

  @inline(__always)
  subscript(node: NodeIndex) -> UnsafePointer<HubEntry> {
    hubs.unsafelyUnwrapped + Int(first.unsafelyUnwrapped[Int(node)])
  }
}

/// Times between a few nearby roots and any node, from hub labels: a single pass over the node's label serves all
/// roots.
///
/// Nearby roots share most of their hubs. A table has one row for each hub of any root, with the times of all roots
/// side by side; it is small enough to stay in the cache.
public struct LabelGroupSearch: ~Copyable, @unchecked Sendable {
  private let labels: HubLabels
  private let forward: LabelPointers
  private let backward: LabelPointers
  private let nodeCount: Int
  /// The row of every hub; 0, a row without times, if it is not a hub of any root.
  private let rows: UnsafeMutablePointer<Int32>
  /// The hubs of all roots, in row order, from row 1 on.
  private var hubs: UnsafeMutablePointer<Int32>
  private var hubCount = 0
  /// The time between the hub and each root, row by row; `Network.horizon` if the root does not have the hub.
  private var times: UnsafeMutablePointer<Int32>
  /// The result of a query, one time per root.
  private var least: UnsafeMutablePointer<Int32>
  /// The capacities of `hubs`, `times` and `least`.
  private var room = (hubs: 0, times: 0, columns: 0)
  private var rootCount = 0
  /// The number of times per row.
  private var columns = 0
  private var direction = ArcDirection.forward

  /// Creates a search on `labels`, not yet started.
  public init(_ labels: HubLabels) {
    self.labels = labels
    forward = LabelPointers(labels.forward)
    backward = LabelPointers(labels.backward)
    nodeCount = labels.network.nodeCount
    rows = .allocate(capacity: nodeCount)
    rows.initialize(repeating: 0, count: nodeCount)
    hubs = .allocate(capacity: 0)
    times = .allocate(capacity: 0)
    least = .allocate(capacity: 0)
  }

  deinit {
    rows.deallocate()
    hubs.deallocate()
    times.deallocate()
    least.deallocate()
  }

  /// Restarts the search: paths lead from `roots` (`.forward`) or to them.
  ///
  /// - Precondition: all roots are nodes of the network.
  public mutating func start(at roots: [NodeIndex], _ direction: ArcDirection) {
    for place in 0..<hubCount { rows[Int(hubs[place])] = 0 }
    hubCount = 0
    let lanes = Int(DETOUR_ROOT_LANES)
    rootCount = roots.count
    columns = (rootCount + lanes - 1) / lanes * lanes
    self.direction = direction
    for root in roots {
      precondition(root >= 0 && Int(root) < nodeCount, "a node of the network is expected")
      let label = label(of: root, direction)
      for line in 0..<6 { detour_prefetch_shared(label + 8 * line) }
    }
    var most = 0
    for root in roots {
      var entry = label(of: root, direction)
      while entry.pointee.hub != HubEntry.end.hub { entry += 1 }
      most += entry - label(of: root, direction)
    }
    makeRoom(for: most)
    times.initialize(repeating: Network.horizon, count: columns)
    for (column, root) in roots.enumerated() {
      hubCount = Int(
        detour_group_spread(
          Self.entries(label(of: root, direction)), rows, hubs, Int64(hubCount), times, Int64(columns),
          Int64(column), Network.horizon))
    }
  }

  /// Reserves memory for `most` hubs, discarding its content.
  private mutating func makeRoom(for most: Int) {
    if most > room.hubs {
      hubs.deallocate()
      room.hubs = 2 * most
      hubs = .allocate(capacity: room.hubs)
    }
    if (most + 1) * columns > room.times {
      times.deallocate()
      room.times = 2 * (most + 1) * columns
      times = .allocate(capacity: room.times)
    }
    if columns > room.columns {
      least.deallocate()
      room.columns = columns
      least = .allocate(capacity: columns)
    }
  }

  /// Calls `body` with the time between each root and `node`, in the order of the roots; `Network.horizon` or more if
  /// there is no route. Valid only during the call.
  ///
  /// - Precondition: `node` is a node of the network.
  @inline(__always)
  public func withMilliseconds<Result>(
    of node: NodeIndex, _ body: (UnsafeBufferPointer<Int32>) -> Result
  ) -> Result {
    precondition(node >= 0 && Int(node) < nodeCount, "a node of the network is expected")
    detour_group_walk(
      Self.entries(label(of: node, direction.reversed)), rows, times, Int64(columns), Network.horizon, least)
    return body(UnsafeBufferPointer(start: least, count: rootCount))
  }

  @inline(__always)
  private func label(of node: NodeIndex, _ direction: ArcDirection) -> UnsafePointer<HubEntry> {
    direction == .forward ? forward[node] : backward[node]
  }

  @inline(__always)
  private static func entries(_ label: UnsafePointer<HubEntry>) -> UnsafePointer<detour_hub_entry> {
    UnsafeRawPointer(label).assumingMemoryBound(to: detour_hub_entry.self)
  }
}
