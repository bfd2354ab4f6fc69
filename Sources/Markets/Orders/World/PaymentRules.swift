/// The rules for payment: what is sold, and what customers do.
public struct PaymentRules: Hashable, Sendable {
  /// The probability that a customer who lacks credits buys packs, drawn again for each attempt.
  public var packProbability = 0.8
  public var packChoice = PackChoice.smallest
  /// The probability that the payment for packs is declined, drawn again for each attempt. Payments with credits
  /// are never declined.
  public var declineProbability = 0.03
  /// The probability that a customer whose promo code is not valid continues without any.
  public var dropCodeProbability = 0.5

  /// The rules by which the cards of an order are paid for individually instead of with packs; nil if they
  /// cannot be.
  public var direct: DirectPayment?
  /// Whether credits that were given are counted apart from those that were paid for.
  public var freeApart = false

  public init() {}
}

/// Payment by bank card for each recipient without a credit.
public struct DirectPayment: Hashable, Sendable {
  /// The price per recipient, in the smallest unit of money.
  public var price: Int64
  /// The probability that a customer who lacks credits pays in this way, drawn again for each attempt, before packs
  /// are considered.
  public var probability: Double

  /// Creates direct payment at `price` per recipient.
  public init(price: Int64 = 0, probability: Double = 0.5) {
    self.price = price
    self.probability = probability
  }
}

/// The means by which an order was paid; the raw value is the name in the files.
public enum PaidBy: String, CaseIterable, Sendable {
  case credits
  case pack
  case card
  case campaign
  case promotion

  /// The meaning of the word, in one sentence.
  public var meaning: String {
    switch self {
    case .credits: "credits in the account, or given by the order's promo codes"
    case .pack: "such credits, and packs bought with the order for the missing ones"
    case .card: "such credits, and a bank card for each recipient without a credit"
    case .campaign: "a partner's campaign, for all its recipients"
    case .promotion:
      "credits given by promotions, codes, referrals or the opening balance, for all recipients not paid for"
        + " by a campaign; only with `payment.free_apart`, else `credits`"
    }
  }
}
