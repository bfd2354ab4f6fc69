import CKernels
import Quantities

/// Times between a few roots close to each other and any node, from hub labels: one walk along the node's label answers for
/// all roots.
///
/// Roots close to each other share most of their hubs. A table holds a row for each hub that any of them has, with the times
/// of all roots side by side; it is small enough to stay in the cache.
public struct LabelGroupSearch: ~Copyable, @unchecked Sendable {
  private let labels: HubLabels
  /// The row of every hub; 0, which is a row without times, where it is no hub of a root.
  private let rows: RawArray<HubIndex, Int32>
  private var hubs: [HubIndex] = []
  /// Row by row, the time between the hub and each root; `Network.horizon` where it is none of its hubs.
  private var times: UnsafeMutablePointer<Int32>
  private var capacity = 0
  private var rootCount = 0
  /// The number of times in a row.
  private var columns = 0
  private var direction = ArcDirection.forward

  /// Creates a search on `labels` that has not started.
  public init(_ labels: HubLabels) {
    self.labels = labels
    rows = RawArray(repeating: 0, count: labels.network.nodeCount)
    times = .allocate(capacity: 0)
  }

  deinit { times.deallocate() }

  /// Begins anew: ways lead from `roots` (`.forward`) or to them.
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

  /// Adds the row behind those of all hubs so far, without times.
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

  /// Puts the time between each root and `node` into `least`, in the order of the roots; `Network.horizon` or more where no
  /// route leads there.
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
