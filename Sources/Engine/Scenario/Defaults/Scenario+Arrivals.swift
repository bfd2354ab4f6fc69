public import Quantities

extension Scenario {
  /// The number that arise, and their times: one of `count` and `perHour` is set.
  public struct Arrivals: Equatable, Sendable {
    /// Exactly so many over the duration.
    public var count: Int?
    /// A Poisson process of this mean rate.
    public var perHour: Double?
    /// The variation of the rate over the duration; nil for a constant rate.
    public var profile: Profile?
    /// The lowest id; the others follow.
    public var firstID: Int64 = 0

    /// Creates arrivals without a number.
    public init() {}
  }

  /// The variation of an arrival rate over the duration.
  public enum Profile: Equatable, Sendable {
    /// Relative rates in equal parts of the duration.
    case equalParts([Double])
    /// Relative rates, each up to a time; after the last nothing arises.
    case steps([Step])

    /// A relative rate that holds from the step before until a time.
    public struct Step: Equatable, Sendable {
      public var until = Milliseconds.zero
      public var weight = 0.0

      /// Creates an empty step.
      public init() {}
    }
  }
}
