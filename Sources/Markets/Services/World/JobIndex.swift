public import Quantities

/// The index of a job in the run's list of jobs.
@frozen
public struct JobIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}
