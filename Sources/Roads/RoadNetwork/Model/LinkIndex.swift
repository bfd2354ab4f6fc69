public import Quantities

/// The index of a directed link in a network: links are grouped by tail, and at one node in the order of the
/// source.
@frozen
public struct LinkIndex: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}
