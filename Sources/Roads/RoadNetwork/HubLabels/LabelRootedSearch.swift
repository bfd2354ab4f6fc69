import CKernels
import Quantities

/// Times between one root and any node, from hub labels: the root's hubs lie spread out in a column, so that
/// a question is one walk along one list.
public struct LabelRootedSearch: ~Copyable, Sendable, RootedSearch {
  private let labels: HubLabels
  private var column: HubColumns
  private var root = NodeIndex.none
  private var direction = ArcDirection.forward

  /// Creates a search on `labels` that has not started.
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

  /// The number of cache lines of a label that are fetched: most labels are no longer.
  private static let fetchedLines = 6
}

extension HubLabels {
  /// Calls `body` with the label of ways out of `node` (`forward`) or into it, valid in the call only.
  ///
  /// - Precondition: the network has a node of that index.
  @inline(__always)
  func label<Result>(
    of node: NodeIndex, _ direction: ArcDirection, _ body: (UnsafePointer<HubEntry>) -> Result
  ) -> Result {
    // Not the one label set or the other in a variable: that would count references at each question.
    direction == .forward ? forward.label(of: node, body) : backward.label(of: node, body)
  }
}
