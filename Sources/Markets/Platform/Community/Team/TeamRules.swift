public import Quantities
public import Statistics

/// People of the service who decide cases, each of them one at a time, in the order in which the cases come.
public struct TeamRules: Hashable, Sendable {
  /// The number who work side by side.
  public var servers: Int32 = 1
  /// The hours in which they work; what they have in hand at the end rests until the next ones.
  public var hours = WeeklyHours.always
  /// The working time that a case takes, in seconds.
  public var service = Law.exponential(mean: 600)

  public init() {}
}
