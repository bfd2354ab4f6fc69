public import Quantities

/// The holdings of an account and what has gone through it, in credits and in the smallest unit of money.
public struct AccountState: Hashable, Sendable, Listed {
  public typealias Index = AccountIndex

  /// Credits that never lapse, and those that do one day.
  public var plain: Int64 = 0
  public var lapsing: Int64 = 0
  /// Credits of orders that are paid and not begun.
  public var held: Int64 = 0
  public var bought: Int64 = 0
  public var fromCodes: Int64 = 0
  public var fromPromotions: Int64 = 0
  /// Credits that a bank card paid for, those given back left out.
  public var byCard: Int64 = 0
  /// Credits that campaigns paid for, those given back left out; and those given for bringing others, or for being brought.
  public var fromCampaigns: Int64 = 0
  public var fromReferrals: Int64 = 0
  public var used: Int64 = 0
  public var lapsed: Int64 = 0
  /// The money paid, refunds left out.
  public var paid: Int64 = 0
  /// The first in the lists of its grants and of its uses of codes; −1 for none.
  var firstGrant: Int32 = -1
  var firstUse: Int32 = -1

  /// The credits that it can pay with.
  public var balance: Int64 { plain + lapsing }
}

/// The remainder of a promo code.
struct CodeState: Listed {
  typealias Index = CodeIndex

  var usesLeft: Int64
  /// The last of what it gave; −1 for none.
  var firstGrant: Int32 = -1
}

/// Credits that came to an account at once and lapse at one time.
struct Grant {
  let account: AccountIndex
  let end: Milliseconds
  /// The kind of the ledger entry for their end.
  let ending: EntryKind
  var left: Int64
  var nextOfAccount: Int32
  /// The one before of the same promo code; −1 for none, and for those that no code gave.
  let nextOfCode: Int32
}

/// Credits of one pack or one promotion, which expire in the order in which they came.
struct ExpiryQueue {
  private var grants: [Int32] = []
  private var head = 0

  /// The next that expires; nil for none.
  var first: Int32? { head < grants.count ? grants[head] : nil }

  mutating func append(_ grant: Int32) { grants.append(grant) }

  /// - Precondition: there is one.
  mutating func removeFirst() -> Int32 {
    defer { head += 1 }
    return grants[head]
  }
}

/// Credits of a grant that an order holds.
struct Portion {
  let grant: Int32
  let credits: Int64
  let next: Int32
}

/// The number of times that an account has used a code.
struct CodeUse {
  let code: CodeIndex
  var count: Int64
  let next: Int32
}

/// The payment of an order: by credits, after codes and packs have given theirs.
public struct Payment: Hashable, Sendable {
  /// True if the codes that were typed are used.
  public var usesCodes = false
  /// The pack that is bought, as an offset in the list of packs, and how many of it; none where 0.
  public var pack: Int32 = 0
  public var packs: Int64 = 0
  /// The number of credits that would be lacking without packs.
  public var lacking: Int64 = 0
  /// True if a bank card pays for those that are lacking, one by one.
  public var isByCard = false
  /// The campaign that pays for some recipients, as an offset in the list, and for how many; none where 0.
  public var campaign: Int32 = -1
  public var byCampaign: Int64 = 0
  /// True if the campaign pays for all.
  public var isAllByCampaign = false

  /// The credits that a bank card pays for.
  public var byCard: Int64 { isByCard ? lacking : 0 }

  /// The means that pays for the order.
  public var paidBy: PaidBy { isByCard ? .card : packs > 0 ? .pack : isAllByCampaign ? .campaign : .credits }

  /// Returns the price in money that the customers of `world` pay, or nil for nothing.
  func price(in world: OrdersSetup) -> Int64? {
    if isByCard, let direct = world.payment.direct { return byCard * direct.price }
    return packs > 0 ? packs * world.packs[Int(pack)].price : nil
  }
}
