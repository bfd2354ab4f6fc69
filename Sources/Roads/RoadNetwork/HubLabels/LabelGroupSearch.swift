import CKernels
import Quantities

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
  /// The number of times in a row.
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
