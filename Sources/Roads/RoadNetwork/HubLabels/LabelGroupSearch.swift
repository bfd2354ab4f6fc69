/// Times between a few roots close to each other and any node, from hub labels: one walk along the node's label answers for
/// all roots.
///
/// Roots close to each other share most of their hubs. A table holds a row for each hub that any of them has, with the times
/// of all roots side by side; it is small enough to stay in the cache.
public struct LabelGroupSearch: ~Copyable, Sendable {
  private let labels: HubLabels
  /// The row of every hub; -1 where it is no hub of a root.
  private let rows: RawArray<HubIndex, Int32>
  private var hubs: [HubIndex] = []
  /// Row by row, the time between the hub and each root; `Network.horizon` where it is none of its hubs.
  private var times: [Int32] = []
  private var rootCount = 0
  private var direction = ArcDirection.forward

  /// Creates a search on `labels` that has not started.
  public init(_ labels: HubLabels) {
    self.labels = labels
    rows = RawArray(repeating: -1, count: labels.network.nodeCount)
  }

  /// Begins anew: ways lead from `roots` (`.forward`) or to them.
  public mutating func start(at roots: some Collection<NodeIndex>, _ direction: ArcDirection) {
    for hub in hubs { rows[hub] = -1 }
    hubs.removeAll(keepingCapacity: true)
    times.removeAll(keepingCapacity: true)
    rootCount = roots.count
    self.direction = direction
    for (column, root) in roots.enumerated() {
      labels.label(of: root, direction) { label in
        var entry = label
        while entry.pointee.hub != HubEntry.end.hub {
          let hub = entry.pointee.hub
          if rows[hub] < 0 {
            rows[hub] = Int32(hubs.count)
            hubs.append(hub)
            times.append(contentsOf: repeatElement(Network.horizon, count: rootCount))
          }
          times[Int(rows[hub]) * rootCount + column] = entry.pointee.milliseconds
          entry += 1
        }
      }
    }
  }

  /// Puts the time between each root and `node` into `least`, in the order of the roots; `Network.horizon` or more where no
  /// route leads there.
  public func milliseconds(of node: NodeIndex, into least: inout [Int32]) {
    least.removeAll(keepingCapacity: true)
    least.append(contentsOf: repeatElement(Network.horizon, count: rootCount))
    let count = rootCount
    labels.label(of: node, direction.reversed) { label in
      times.withUnsafeBufferPointer { times in
        least.withUnsafeMutableBufferPointer { least in
          var entry = label
          while entry.pointee.hub != HubEntry.end.hub {
            let row = Int(rows[entry.pointee.hub])
            let further = entry.pointee.milliseconds
            entry += 1
            guard row >= 0 else { continue }
            let first = row &* count
            for column in 0..<count {
              least[column] = min(least[column], times[first &+ column] &+ further)
            }
          }
        }
      }
    }
  }
}
