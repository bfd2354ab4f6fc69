public import Quantities

/// How customers pay: what is sold, and what they do.
public struct PaymentRules: Hashable, Sendable {
  /// That a customer who lacks credits buys packs, drawn anew for each attempt.
  public var packProbability = 0.8
  public var packChoice = PackChoice.smallest
  /// That the payment for packs is declined, drawn anew for each attempt. What credits pay for is never declined.
  public var declineProbability = 0.03
  /// That a customer whose promo code is not valid goes on without any.
  public var dropCodeProbability = 0.5

  public init() {}
}

/// What the line promises and what customers may still change.
public struct LineRules: Hashable, Sendable {
  /// From the payment until the last card has left.
  public var promise = Milliseconds(48 * 3_600_000)
  /// The time of day from which on orders enter the line at the first opening of the next working day, since midnight; nil
  /// lets all enter when they are paid. A working day is one on which the first station opens.
  public var cutOff: Milliseconds?
  /// From the payment: in this time a customer may cancel an order of which no card is begun.
  public var cancelSpan = Milliseconds(2 * 3_600_000)

  public init() {}
}
