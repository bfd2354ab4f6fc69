public import Quantities

/// The place of a driver in the run's input, which is in ascending order of id.
@frozen
public struct DriverIndex: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}

extension Driver: Listed { public typealias Index = DriverIndex }
