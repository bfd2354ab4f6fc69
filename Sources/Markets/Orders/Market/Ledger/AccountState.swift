public import Quantities

/// An account's holdings and turnover, in credits and in the smallest currency unit.
public struct AccountState: Hashable, Sendable, Listed {
  public typealias Index = AccountIndex

  /// Available credits that never lapse, and those that may lapse.
  public var plain: Int64 = 0
  public var lapsing: Int64 = 0
  /// Credits of orders that are paid but not begun.
  public var held: Int64 = 0
  public var bought: Int64 = 0
  public var fromCodes: Int64 = 0
  public var fromPromotions: Int64 = 0
  /// Credits paid for by bank card, net of returns.
  public var byCard: Int64 = 0
  /// Credits paid for by campaigns, net of returns, and credits given for referring or being referred.
  public var fromCampaigns: Int64 = 0
  public var fromReferrals: Int64 = 0
  public var used: Int64 = 0
  public var lapsed: Int64 = 0
  /// The money paid, net of refunds.
  public var paid: Int64 = 0
  /// The heads of the lists of its grants and of its uses of codes; −1 for none.
  var firstGrant: Int32 = -1
  var firstUse: Int32 = -1

  /// The credits available for payment.
  public var balance: Int64 { plain + lapsing }
}

/// The state of a promo code.
struct CodeState: Listed {
  typealias Index = CodeIndex

  var usesLeft: Int64
  /// The head of the list of the code's grants, which is the most recent one; −1 for none.
  var firstGrant: Int32 = -1
}

/// A grant: credits given to an account together, which lapse at the same time.
struct Grant {
  let account: AccountIndex
  let end: Milliseconds
  /// The kind of ledger entry that records their expiry.
  let ending: EntryKind
  var left: Int64
  var nextOfAccount: Int32
  /// The next grant in the list of the same promo code; −1 at its end, and for credits not from a code.
  let nextOfCode: Int32
}

/// The grants of one pack or promotion, which expire in the order in which they were given.
struct ExpiryQueue {
  private var grants: [Int32] = []
  private var head = 0

  /// The next grant to expire; nil if there is none.
  var first: Int32? { head < grants.count ? grants[head] : nil }

  mutating func append(_ grant: Int32) { grants.append(grant) }

  /// Removes and returns the next grant to expire.
  ///
  /// - Precondition: the queue is not empty.
  mutating func removeFirst() -> Int32 {
    defer { head += 1 }
    return grants[head]
  }
}

/// A portion of a grant that is held for an order.
struct Portion {
  let grant: Int32
  let credits: Int64
  let next: Int32
}

/// The number of times an account has used a code.
struct CodeUse {
  let code: CodeIndex
  var count: Int64
  let next: Int32
}

/// The payment of an order in credits, including those added by codes and packs.
public struct Payment: Hashable, Sendable {
  /// Whether the entered codes are used.
  public var usesCodes = false
  /// The pack bought, as an index in the list of packs, and the number bought; 0 for none.
  public var pack: Int32 = 0
  public var packs: Int64 = 0
  /// The number of credits missing before packs are bought or a bank card is used.
  public var lacking: Int64 = 0
  /// Whether the missing credits are paid for individually by bank card.
  public var isByCard = false
  /// The campaign that pays for recipients, as an index in the list, and the number of these recipients; 0 for none.
  public var campaign: Int32 = -1
  public var byCampaign: Int64 = 0
  /// Whether the campaign pays for all recipients.
  public var isAllByCampaign = false

  /// The number of credits paid for by bank card.
  public var byCard: Int64 { isByCard ? lacking : 0 }

  /// The means of payment.
  public var paidBy: PaidBy { isByCard ? .card : packs > 0 ? .pack : isAllByCampaign ? .campaign : .credits }

  /// Returns the amount that the customer pays in money; nil if no money is paid.
  func price(in setup: OrdersSetup) -> Int64? {
    if isByCard, let direct = setup.fields.payment.direct { return byCard * direct.price }
    return packs > 0 ? packs * setup.fields.packs[Int(pack)].price : nil
  }
}
