public import Quantities

/// The place of a person among all who use the service: driver one day, passenger the next.
@frozen
public struct UserIndex: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}
