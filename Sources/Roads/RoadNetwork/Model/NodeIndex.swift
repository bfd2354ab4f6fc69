public import Quantities

/// The index of a node in a network.
@frozen
public struct NodeIndex: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}
