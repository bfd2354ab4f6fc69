/// Exact times between a root, kept for many queries, and any node.
///
/// Three methods conform: `ResumableSearch` on the bare network, `HierarchyRootedSearch`,
/// `LabelRootedSearch`. They return the same times, and differ in preparation, memory and speed.
public protocol RootedSearch: ~Copyable {
  /// Replaces the root by `root`.
  ///
  /// - Parameter direction: `forward` for times from the root, `backward` for times to it.
  /// - Precondition: `root` is a node of the network.
  mutating func start(at root: NodeIndex, _ direction: ArcDirection)

  /// Returns the time from the root to `node` (backward: from `node` to the root), milliseconds; nil if no
  /// route is shorter than `Network.horizon`.
  ///
  /// - Precondition: the search has started, and `node` is a node of the network.
  mutating func milliseconds(of node: NodeIndex) -> Int32?

  /// Returns whether the time of `node` is `milliseconds`; may be cheaper than the time itself.
  ///
  /// - Precondition: as for `milliseconds(of:)`; and no route takes less than `milliseconds`.
  mutating func isReached(_ node: NodeIndex, in milliseconds: Int32) -> Bool

  /// Prefetches the data of `node`, which may be queried next.
  func expect(_ node: NodeIndex)
}

extension RootedSearch where Self: ~Copyable {
  public func expect(_ node: NodeIndex) {}

  public mutating func isReached(_ node: NodeIndex, in milliseconds: Int32) -> Bool {
    self.milliseconds(of: node) == milliseconds
  }
}

extension ResumableSearch: RootedSearch {}
