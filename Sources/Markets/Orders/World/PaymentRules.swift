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
