public import Quantities

/// The place of a directed link in the list of a network's links: by the node it leaves, and at one node in the order of
/// the source.
@frozen
public struct LinkIndex: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}
