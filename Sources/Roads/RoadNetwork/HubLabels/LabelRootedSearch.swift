import CKernels
import Quantities

/// Times between one root and any node, from hub labels: the root's hubs are expanded into a column, so that
/// a query is a pass over one list.
public struct LabelRootedSearch: ~Copyable, Sendable, RootedSearch {
  private let labels: HubLabels
  private var column: HubColumns
  private var root = NodeIndex.none
  private var direction = ArcDirection.forward

  /// Creates a search on `labels`, not yet started.
  public init(_ labels: HubLabels) {
    self.labels = labels
    column = HubColumns(columnCount: 1, hubCount: labels.network.nodeCount)
  }

  public mutating func start(at root: NodeIndex, _ direction: ArcDirection) {
    if self.root >= 0 { labels.label(of: self.root, self.direction) { column.clear(0, of: $0) } }
    self.root = root
    self.direction = direction
    labels.label(of: root, direction) { column.fill(0, with: $0) }
  }

  public mutating func milliseconds(of node: NodeIndex) -> Int32? {
    precondition(root >= 0, "start the search before asking")
    let time = labels.label(of: node, direction.reversed) { column.least(along: $0, in: 0) }
    return time < Network.horizon ? time : nil
  }

  public mutating func isReached(_ node: NodeIndex, in milliseconds: Int32) -> Bool {
    labels.label(of: node, direction.reversed) { column.holds(milliseconds, along: $0, in: 0) }
  }

  public func expect(_ node: NodeIndex) {
    labels.label(of: node, direction.reversed) { label in
      for line in 0..<Self.fetchedLines { detour_prefetch_shared(label + 8 * line) }
    }
  }

  /// The number of cache lines of a label to prefetch: most labels are no longer.
  private static let fetchedLines = 6
}

extension HubLabels {
  /// Calls `body` with the label of `node` for outgoing (`forward`) or incoming paths, valid only during the
  /// call.
  ///
  /// - Precondition: `node` is a node of the network.
  @inline(__always)
  func label<Result>(
    of node: NodeIndex, _ direction: ArcDirection, _ body: (UnsafePointer<HubEntry>) -> Result
  ) -> Result {
    // No common variable for the two label sets: it would count references at each query.
    direction == .forward ? forward.label(of: node, body) : backward.label(of: node, body)
  }
}
