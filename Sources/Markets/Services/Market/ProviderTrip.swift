public import Quantities

/// The way of a provider to a job, gone to its end; to one that was cancelled meanwhile too.
public struct ProviderTrip: Sendable {
  public var provider: ProviderIndex
  public var job: JobIndex
  public var departed: Milliseconds
  public var arrived: Milliseconds
  /// True if it began at the base, as the first of a stretch of hours does; else it began where the provider's trip before
  /// ended.
  public var beginsAtBase: Bool
}
