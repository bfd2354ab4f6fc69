public import Quantities

/// The rules by which published trips are found and put in order.
public struct BoardRules: Equatable, Sendable {
  /// The weights by which a shown trip is judged; lower wins. Each turns its unit into milliseconds of score.
  public struct Weights: Equatable, Sendable {
    /// Milliseconds per smallest unit of money, of the price of a seat.
    public var price = 60.0
    /// Milliseconds per millisecond between the time wished for and the trip's.
    public var shift = 1.0
    /// Milliseconds per millisecond walked, to the stop and from it.
    public var walking = 2.0
    /// The worth of a star of the driver's rating.
    public var star = Milliseconds(60_000)
    /// The cost of complete disagreement.
    public var preference = Milliseconds(300_000)

    public init() {}
  }

  public var weights = Weights()
  /// Metres a second, as the crow flies.
  public var walkingSpeed = 1.3

  public init() {}
}
