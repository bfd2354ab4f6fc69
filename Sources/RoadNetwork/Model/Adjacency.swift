/// One step of a search: the node that a link leads to and the time it takes.
@frozen
public struct Arc: Hashable, Sendable {
  /// The node at the far end.
  public var node: Int32
  /// The travel time, whole milliseconds, 1 or more.
  public var milliseconds: Int32

  /// Creates the arc to `node` that takes `milliseconds`.
  @inlinable
  public init(node: Int32, milliseconds: Int32) {
    self.node = node
    self.milliseconds = milliseconds
  }
}

/// The arcs of all nodes in one array, node after node (compressed sparse rows).
///
/// The arcs of node v are `arcs[first[v]..<first[v + 1]]`.
@frozen
public struct Adjacency: Hashable, Sendable {
  /// Where the arcs of each node begin; one entry more than there are nodes.
  public var first: [Int32]
  /// The arcs, ordered by the node they belong to.
  public var arcs: [Arc]

  /// Creates the adjacency whose node v has the arcs `arcs[first[v]..<first[v + 1]]`.
  @inlinable
  public init(first: [Int32], arcs: [Arc]) {
    self.first = first
    self.arcs = arcs
  }

  /// The indices of the arcs of `node`.
  @inlinable
  public func range(of node: Int32) -> Range<Int> {
    Int(first[Int(node)])..<Int(first[Int(node) + 1])
  }
}

/// Which way a search runs: along the links from its root, or against them towards it.
public enum Direction: Hashable, Sendable, CaseIterable {
  case forward
  case backward

  /// The other way.
  @inlinable public var reversed: Self { self == .forward ? .backward : .forward }
}
