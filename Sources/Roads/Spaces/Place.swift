public import Quantities
public import RoadNetwork

/// A place: a position and, on a network, its node.
@frozen
public struct Place: Hashable, Sendable {
  /// The position used for distances.
  public var position: Position
  /// The network node at this place; none in spaces without nodes, or between nodes.
  public var node: NodeIndex

  /// Creates the place at `position`, with its network node.
  @inlinable
  public init(position: Position, node: NodeIndex = .none) {
    self.position = position
    self.node = node
  }

  /// The place of an element without a valid one.
  public static let nowhere = Self(position: Position(x: .nan, y: .nan))

  /// Whether the place is a node of the network.
  @inlinable public var isNode: Bool { node != .none }
}
