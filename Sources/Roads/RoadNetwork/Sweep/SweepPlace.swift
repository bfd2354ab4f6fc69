public import Quantities

/// The index of a node, and of its time, in the layout of a sweep.
@frozen
public struct SweepPlace: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}
