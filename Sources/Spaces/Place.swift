public import Quantities

/// Where something is: a position and, on a network, the node that stands there.
@frozen
public struct Place: Hashable, Sendable {
  /// The point that distances are computed from.
  public var position: Position
  /// The index of the network node at this place; -1 where the space has no nodes or the place is not one.
  public var node: Int32

  /// Creates the place at `position`, which is node `node` of the network.
  @inlinable
  public init(position: Position, node: Int32 = -1) {
    self.position = position
    self.node = node
  }
}
