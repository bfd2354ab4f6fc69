public import Quantities

/// The place of a node in the list of a network's nodes.
@frozen
public struct NodeIndex: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}
