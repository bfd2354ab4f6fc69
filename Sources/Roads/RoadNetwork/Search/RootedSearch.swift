/// Exact times between one root and any node asked about, where the root is kept for many questions.
///
/// Three methods answer: `ResumableSearch` on the bare network, `HierarchyRootedSearch`, `LabelRootedSearch`.
/// They give the same times; what differs is preparation, memory and speed.
public protocol RootedSearch: ~Copyable {
  /// Forgets the last root and takes `root`.
  ///
  /// - Parameter direction: `forward` for times from the root, `backward` for times to it.
  /// - Precondition: `root` is a node of the network.
  mutating func start(at root: NodeIndex, _ direction: ArcDirection)

  /// The time from the root to `node` (backward: from `node` to the root); nil where no route of less than
  /// `Network.horizon` leads there.
  ///
  /// - Precondition: the search has started, and `node` is a node of the network.
  mutating func milliseconds(of node: NodeIndex) -> Int32?

  /// Tells whether the time of `node` is `milliseconds`: a question that can be cheaper than the time.
  ///
  /// - Precondition: as for `milliseconds(of:)`; and no route takes less than `milliseconds`.
  mutating func isReached(_ node: NodeIndex, in milliseconds: Int32) -> Bool

  /// Takes note that the time of `node` may be asked next, so that what is known of it comes from memory meanwhile.
  func expect(_ node: NodeIndex)
}

extension RootedSearch where Self: ~Copyable {
  public func expect(_ node: NodeIndex) {}

  public mutating func isReached(_ node: NodeIndex, in milliseconds: Int32) -> Bool {
    self.milliseconds(of: node) == milliseconds
  }
}

extension ResumableSearch: RootedSearch {}
