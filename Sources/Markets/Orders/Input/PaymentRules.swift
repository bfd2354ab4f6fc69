public import Quantities

/// The rules for payment: the means of payment and customers' choices among them.
public struct PaymentRules: Hashable, Sendable {
  /// The probability that a customer who lacks credits buys packs, drawn again for each attempt.
  public var packProbability = 0.8
  public var packChoice = PackChoice.smallest
  /// The probability that the payment for packs is declined, drawn again for each attempt. Payments with credits
  /// are never declined.
  public var declineProbability = 0.03
  /// The probability that a customer with an invalid promo code continues without any code.
  public var dropCodeProbability = 0.5

  /// The rules for paying by bank card for single cards instead of buying packs; nil if this is not possible.
  public var direct: DirectPayment?
  /// Whether free credits are counted separately from paid ones.
  public var freeApart = false

  public init() {}
}

/// Payment by bank card for each recipient for whom the account has no credit.
public struct DirectPayment: Hashable, Sendable {
  /// The price per recipient, in the smallest currency unit.
  public var price: Int64
  /// The probability that a customer who lacks credits pays by bank card, drawn again for each attempt, before packs
  /// are considered.
  public var probability: Double

  /// Creates direct payment at `price` per recipient.
  public init(price: Int64 = 0, probability: Double = 0.5) {
    self.price = price
    self.probability = probability
  }
}

/// The means of payment of an order; the raw value is the name in result files.
public enum PaidBy: String, CaseIterable, Sendable {
  case credits
  case pack
  case card
  case campaign
  case promotion

  /// The meaning of the means of payment, in one sentence.
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

/// A pack of credits that are sold together.
public struct Pack: Hashable, Sendable {
  /// The number of credits; at least one.
  public var credits: Int64
  /// The price of the whole pack, in the smallest currency unit.
  public var price: Int64
  /// The relative frequency with which it is an account's usual pack.
  public var weight: Double
  /// The time after purchase at which its unused credits expire; nil if they do not.
  public var expiry: Milliseconds?

  /// Creates a pack of `credits` for `price`.
  public init(credits: Int64 = 1, price: Int64 = 0, weight: Double = 1, expiry: Milliseconds? = nil) {
    self.credits = credits
    self.price = price
    self.weight = weight
    self.expiry = expiry
  }
}

/// The rule by which a customer who lacks credits chooses a pack.
public enum PackChoice: String, CaseIterable, Sendable {
  /// The smallest pack with enough credits; if there is none, as many of the largest pack as needed.
  case smallest
  /// As many of the account's usual pack as needed.
  case usual
}

/// A promo code: a text that gives credits to customers who enter it with an order, until its end and for a limited
/// number of uses.
public struct PromoCode: Hashable, Sendable, Listed {
  public typealias Index = CodeIndex

  /// The name customers enter.
  public var name: String
  /// The credits per use.
  public var credits: Int64
  /// The maximum number of uses by all accounts together; `.max` for no limit.
  public var uses: Int64
  /// The maximum number of uses per account.
  public var usesPerAccount: Int64
  /// The time from which the code is valid.
  public var begin: Milliseconds
  /// The time at which it ends (exclusive); `.never` for no end.
  public var end: Milliseconds
  /// Whether its unused credits lapse at its end. If so, credits returned by an order cancelled later are lost at once.
  public var lapses: Bool

  /// Creates a code; by default, it has no end, and each account can use it once.
  public init(
    name: String, credits: Int64, uses: Int64 = .max, usesPerAccount: Int64 = 1,
    begin: Milliseconds = .zero, end: Milliseconds = .never, lapses: Bool = true
  ) {
    self.name = name
    self.credits = credits
    self.uses = uses
    self.usesPerAccount = usesPerAccount
    self.begin = begin
    self.end = end
    self.lapses = lapses
  }

  /// Whether credits of the code must be kept separate from others because they will lapse.
  var hasLapsingCredits: Bool { lapses && end != .never }
}

/// A customer's account, with the time from which it can pay and its opening credits.
public struct Account: Hashable, Sendable, Listed {
  public typealias Index = AccountIndex

  /// The id in files, or the number of the account's name.
  public var id: Int64
  /// The key of its draws: its number, or a hash of its name.
  public var key: UInt64
  /// The time at which it is opened; earlier orders fail as if it did not exist.
  public var opens: Milliseconds
  /// The opening credits; not negative.
  public var credits: Int64
  /// The pack its owner usually buys, as an index in the list of packs.
  public var usualPack: Int32
  /// The account that referred it; `.none` if it was not referred.
  public var referrer = AccountIndex.none
  /// The order during which it is opened, before payment; `.none` for an account not opened during an order.
  public var openedWith = OrderIndex.none

  /// Creates an account that is open from the start.
  public init(id: Int64, opens: Milliseconds = .zero, credits: Int64 = 0, usualPack: Int32 = 0) {
    self.id = id
    key = UInt64(bitPattern: id)
    self.opens = opens
    self.credits = credits
    self.usualPack = usualPack
  }
}
