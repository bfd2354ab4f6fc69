/// How customers pay: what is sold, and what they do.
public struct PaymentRules: Hashable, Sendable {
  /// That a customer who lacks credits buys packs, drawn anew for each attempt.
  public var packProbability = 0.8
  public var packChoice = PackChoice.smallest
  /// That the payment for packs is declined, drawn anew for each attempt. What credits pay for is never declined.
  public var declineProbability = 0.03
  /// That a customer whose promo code is not valid goes on without any.
  public var dropCodeProbability = 0.5

  /// How the cards of an order are paid one by one, instead of with packs; nil where they cannot be.
  public var direct: DirectPayment?

  public init() {}
}

/// Payment by bank card for each recipient whose credit is lacking.
public struct DirectPayment: Hashable, Sendable {
  /// What a recipient costs, in the smallest unit of money.
  public var price: Int64
  /// That a customer who lacks credits pays so, drawn anew for each attempt, before packs are thought of.
  public var probability: Double

  /// Creates a way to pay at `price` a recipient.
  public init(price: Int64 = 0, probability: Double = 0.5) {
    self.price = price
    self.probability = probability
  }
}

/// What paid an order; the raw value is the name in the files.
public enum PaidBy: String, CaseIterable, Sendable {
  case credits
  case pack
  case card
  case campaign

  /// What the word means, in one sentence.
  public var meaning: String {
    switch self {
    case .credits: "credits that the account held, or that the order's promo codes gave"
    case .pack: "such credits, and packs bought with the order for those that were lacking"
    case .card: "such credits, and a bank card for each recipient whose credit was lacking"
    case .campaign: "a partner's campaign, for all its recipients"
    }
  }
}
