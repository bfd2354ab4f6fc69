public import Quantities

/// One step of a search: the far end of a link and its travel time.
@frozen
public struct Arc<End: ListIndex>: Hashable, BitwiseCopyable, Sendable {
  /// The far end: a node, or its number in the search.
  public var end: End
  /// The travel time, milliseconds, 1 or more.
  public var milliseconds: Int32

  /// Creates the arc to `end` that takes `milliseconds`.
  @inlinable
  public init(end: End, milliseconds: Int32) {
    self.end = end
    self.milliseconds = milliseconds
  }
}

/// The arcs of all nodes in one array, node by node (compressed sparse rows).
///
/// The arcs of node v are `arcs[first[v]..<first[v + 1]]`.
@frozen
public struct Adjacency<Node: ListIndex>: Hashable, Sendable {
  /// The index of each node's first arc, followed by the number of arcs.
  public var first: [Int32]
  /// The arcs, grouped by node.
  public var arcs: [Arc<Node>]

  /// Creates the adjacency in which node v has the arcs `arcs[first[v]..<first[v + 1]]`.
  @inlinable
  public init(first: [Int32], arcs: [Arc<Node>]) {
    self.first = first
    self.arcs = arcs
  }

  /// Returns the indices of the arcs of `node`.
  @inlinable
  public func range(of node: Node) -> Range<Int> {
    Int(first[Int(node)])..<Int(first[Int(node) + 1])
  }
}

/// The direction of a search: forwards from its root, or backwards towards it.
public enum ArcDirection: Hashable, Sendable, CaseIterable {
  case forward
  case backward

  /// The opposite direction.
  @inlinable public var reversed: Self { self == .forward ? .backward : .forward }
}
