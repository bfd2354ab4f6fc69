import CKernels
import Quantities

/// Times between a few ends, each queried repeatedly, and any node, from hub labels.
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
  /// The row of every hub; 0, a row without times, if it is not a hub of any root.
  private let rows: RawArray<HubIndex, Int32>
  private var hubs: [HubIndex] = []
  /// The time between the hub and each root, row by row; `Network.horizon` if the root does not have the hub.
  private var times: UnsafeMutablePointer<Int32>
  private var capacity = 0
  private var rootCount = 0
  /// The number of times per row.
  private var columns = 0
  private var direction = ArcDirection.forward

  /// Creates a search on `labels`, not yet started.
  public init(_ labels: HubLabels) {
    self.labels = labels
    rows = RawArray(repeating: 0, count: labels.network.nodeCount)
    times = .allocate(capacity: 0)
  }

  deinit { times.deallocate() }

  /// Restarts the search: paths lead from `roots` (`.forward`) or to them.
  public mutating func start(at roots: [NodeIndex], _ direction: ArcDirection) {
    for hub in hubs { rows[hub] = 0 }
    hubs.removeAll(keepingCapacity: true)
    let lanes = Int(DETOUR_ROOT_LANES)
    rootCount = roots.count
    columns = (rootCount + lanes - 1) / lanes * lanes
    self.direction = direction
    addRow()
    for (column, root) in roots.enumerated() {
      var entry = labels.label(of: root, direction) { $0 }
      while entry.pointee.hub != HubEntry.end.hub {
        let hub = entry.pointee.hub
        if rows[hub] == 0 {
          hubs.append(hub)
          rows[hub] = Int32(hubs.count)
          addRow()
        }
        times[Int(rows[hub]) &* columns &+ column] = entry.pointee.milliseconds
        entry += 1
      }
    }
  }

  /// Appends a row without times.
  private mutating func addRow() {
    let first = hubs.count * columns
    if first + columns > capacity {
      capacity = 2 * (first + columns)
      let grown = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
      grown.initialize(from: times, count: first)
      times.deallocate()
      times = grown
    }
    (times + first).initialize(repeating: Network.horizon, count: columns)
  }

  /// Writes the time between each root and `node` to `least`, in the order of the roots; `Network.horizon` or more
  /// if there is no route.
  public func milliseconds(of node: NodeIndex, into least: inout [Int32]) {
    least.removeAll(keepingCapacity: true)
    least.append(contentsOf: repeatElement(0, count: columns))
    let label = labels.label(of: node, direction.reversed) { UnsafeRawPointer($0) }
    least.withUnsafeMutableBufferPointer { least in
      rows.withUnsafeBufferPointer { rows in
        detour_group_walk(
          label.assumingMemoryBound(to: detour_hub_entry.self), rows.baseAddress, times, Int64(columns),
          Network.horizon, least.baseAddress)
      }
    }
    least.removeLast(columns - rootCount)
  }
}
