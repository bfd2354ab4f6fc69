public import Quantities

/// The index of a request in a run: in ascending order of id, or of time while it runs (`TimeOrder`).
@frozen
public struct RequestIndex: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}

extension Request: Listed { public typealias Index = RequestIndex }
