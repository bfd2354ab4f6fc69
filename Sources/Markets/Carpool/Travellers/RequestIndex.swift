public import Quantities

/// The place of a request in the run's input, which is in ascending order of id.
@frozen
public struct RequestIndex: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}

extension Request: Listed { public typealias Index = RequestIndex }
