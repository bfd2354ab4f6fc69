public import Quantities

/// The index of a provider in the run's list of providers.
@frozen
public struct ProviderIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}
