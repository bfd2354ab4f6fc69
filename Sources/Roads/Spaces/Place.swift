public import Quantities
public import RoadNetwork

/// A place: a position and, on a network, the node that stands there.
@frozen
public struct Place: Hashable, Sendable {
  /// The point that distances are computed from.
  public var position: Position
  /// The index of the network node at this place; none where the space has no nodes or the place is not one.
  public var node: NodeIndex

  /// Creates the place at `position`, which is node `node` of the network.
  @inlinable
  public init(position: Position, node: NodeIndex = .none) {
    self.position = position
    self.node = node
  }

  /// The place of what has none yet, or none that could be read.
  public static let nowhere = Self(position: Position(x: .nan, y: .nan))

  /// True if a node of the network stands there.
  @inlinable public var isNode: Bool { node != .none }
}
