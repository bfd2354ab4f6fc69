public import Quantities

/// One step of a search: where a link leads to and the time it takes.
@frozen
public struct Arc<End: ListIndex>: Hashable, BitwiseCopyable, Sendable {
  /// The far end: a node, or whatever a search numbers nodes by.
  public var end: End
  /// The travel time, whole milliseconds, 1 or more.
  public var milliseconds: Int32

  /// Creates the arc to `end` that takes `milliseconds`.
  @inlinable
  public init(end: End, milliseconds: Int32) {
    self.end = end
    self.milliseconds = milliseconds
  }
}

/// The arcs of all nodes in one array, node after node (compressed sparse rows).
///
/// The arcs of node v are `arcs[first[v]..<first[v + 1]]`.
@frozen
public struct Adjacency<Node: ListIndex>: Hashable, Sendable {
  /// The beginnings of the arcs of each node; one entry more than there are nodes.
  public var first: [Int32]
  /// The arcs, ordered by the node they belong to.
  public var arcs: [Arc<Node>]

  /// Creates the adjacency whose node v has the arcs `arcs[first[v]..<first[v + 1]]`.
  @inlinable
  public init(first: [Int32], arcs: [Arc<Node>]) {
    self.first = first
    self.arcs = arcs
  }

  /// The indices of the arcs of `node`.
  @inlinable
  public func range(of node: Node) -> Range<Int> {
    Int(first[Int(node)])..<Int(first[Int(node) + 1])
  }
}

/// The direction of a search: along the links from its root, or against them towards it.
public enum ArcDirection: Hashable, Sendable, CaseIterable {
  case forward
  case backward

  /// The other way.
  @inlinable public var reversed: Self { self == .forward ? .backward : .forward }
}
