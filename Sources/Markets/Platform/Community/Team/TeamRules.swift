public import Quantities
public import Statistics

/// Staff who decide cases, each person one at a time, in the order in which the cases arrive.
public struct TeamRules: Hashable, Sendable {
  /// The number of people who work in parallel.
  public var servers: Int32 = 1
  /// The working hours; unfinished work is resumed in the next ones.
  public var hours = WeeklyHours.always
  /// The working time a case takes, in seconds.
  public var service = Law.exponential(mean: 600)

  public init() {}
}
