public import Quantities

/// The index of a person among all users of the service: a driver one day, a passenger the next.
@frozen
public struct UserIndex: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}
