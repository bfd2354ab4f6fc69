public import Quantities

/// The index of a driver in a run: in ascending order of id, or of time while it runs (`TimeOrder`).
@frozen
public struct DriverIndex: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}

extension Driver: Listed { public typealias Index = DriverIndex }
