public import Quantities

/// Credits that are sold together.
public struct Pack: Hashable, Sendable {
  /// How many credits; at least one.
  public var credits: Int64
  /// What they cost together, in the smallest unit of money.
  public var price: Int64
  /// How often it is the usual pack of an account, against the others.
  public var weight: Double
  /// How long after their purchase what is left of its credits expires; nil where it does not.
  public var expiry: Milliseconds?

  /// Creates a pack of `credits` for `price`.
  public init(credits: Int64 = 1, price: Int64 = 0, weight: Double = 1, expiry: Milliseconds? = nil) {
    self.credits = credits
    self.price = price
    self.weight = weight
    self.expiry = expiry
  }
}

/// Which pack a customer who lacks credits buys.
public enum PackChoice: String, CaseIterable, Sendable {
  /// The one with the fewest credits that is enough; where none is, as many of the largest as it takes.
  case smallest
  /// The usual one of the account, as many as it takes.
  case usual
}
