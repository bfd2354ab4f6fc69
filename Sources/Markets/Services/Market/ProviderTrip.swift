public import Quantities

/// A completed trip of a provider to a job, including a job cancelled during the trip.
public struct ProviderTrip: Sendable {
  public var provider: ProviderIndex
  public var job: JobIndex
  public var departed: Milliseconds
  public var arrived: Milliseconds
  /// Whether it began at the base, as the first trip of a span of hours does; otherwise it began where the
  /// provider's previous trip ended.
  public var beginsAtBase: Bool
}
