public import Quantities

/// The place of a node in the layout that sweeps pass over, where the time of the node stands.
@frozen
public struct SweepPlace: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}
