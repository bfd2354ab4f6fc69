public import Quantities

/// Credits that are sold together.
public struct Pack: Hashable, Sendable {
  /// The number of credits; at least one.
  public var credits: Int64
  /// The price of the whole pack, in the smallest unit of money.
  public var price: Int64
  /// The weight with which it is an account's usual pack, relative to the others.
  public var weight: Double
  /// The time after purchase at which what is left of its credits expires; nil if it does not.
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
  /// The smallest pack with enough credits; if there is none, as many of the largest as needed.
  case smallest
  /// The account's usual pack, as many as needed.
  case usual
}
