public import Quantities

/// The rules of searching and ranking published trips.
public struct BoardRules: Equatable, Sendable {
  /// The weights in the score of a displayed trip, lower is better. Each converts its unit to milliseconds of
  /// score.
  public struct Weights: Equatable, Sendable {
    /// Milliseconds per smallest currency unit in the price of a seat.
    public var price = 60.0
    /// Milliseconds per millisecond between the desired time and the trip's.
    public var shift = 1.0
    /// Milliseconds per millisecond walked, to the stop and from it.
    public var walking = 2.0
    /// The value of one star of the driver's rating.
    public var star = Milliseconds(60_000)
    /// The cost of complete disagreement.
    public var preference = Milliseconds(300_000)

    public init() {}
  }

  public var weights = Weights()
  /// The walking speed, straight-line metres per second.
  public var walkingSpeed = 1.3

  public init() {}
}
