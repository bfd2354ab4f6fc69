public import Quantities

/// Credits that are sold together.
public struct Pack: Hashable, Sendable {
  /// The number of credits; at least one.
  public var credits: Int64
  /// The price of all of them together, in the smallest unit of money.
  public var price: Int64
  /// The weight with which it is the usual pack of an account, against the others.
  public var weight: Double
  /// The time after their purchase at which what is left of its credits expires; nil if it does not.
  public var expiry: Milliseconds?

  /// Creates a pack of `credits` for `price`.
  public init(credits: Int64 = 1, price: Int64 = 0, weight: Double = 1, expiry: Milliseconds? = nil) {
    self.credits = credits
    self.price = price
    self.weight = weight
    self.expiry = expiry
  }
}

/// The choice of the pack that a customer who lacks credits buys.
public enum PackChoice: String, CaseIterable, Sendable {
  /// The one with the fewest credits that is enough; where none is, as many of the largest as it takes.
  case smallest
  /// The usual one of the account, as many as it takes.
  case usual
}
