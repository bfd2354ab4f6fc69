public import Quantities

/// What an account holds and what has gone through it; credits, and the smallest unit of money.
public struct AccountState: Hashable, Sendable, Listed {
  public typealias Index = AccountIndex

  /// Credits that never lapse, and those that do one day.
  public var plain: Int64 = 0
  public var coded: Int64 = 0
  /// Credits of orders that are paid and not begun.
  public var held: Int64 = 0
  public var bought: Int64 = 0
  public var fromCodes: Int64 = 0
  public var used: Int64 = 0
  public var lapsed: Int64 = 0
  /// The money paid.
  public var paid: Int64 = 0
  /// The first in the lists of its grants and of its uses of codes; −1 for none.
  var firstGrant: Int32 = -1
  var firstUse: Int32 = -1

  /// The credits that it can pay with.
  public var balance: Int64 { plain + coded }
}

/// What is left of a promo code.
struct CodeState: Listed {
  typealias Index = CodeIndex

  var usesLeft: Int64
  /// The last of what it gave; −1 for none.
  var firstGrant: Int32 = -1
}

/// Credits that a code gave to an account, as long as they can lapse.
struct Grant {
  let account: AccountIndex
  let code: CodeIndex
  var left: Int64
  var nextOfAccount: Int32
  let nextOfCode: Int32
}

/// Credits of a grant that an order holds.
struct Portion {
  let grant: Int32
  let credits: Int64
  let next: Int32
}

/// How often an account has used a code.
struct CodeUse {
  let code: CodeIndex
  var count: Int64
  let next: Int32
}

/// How an order is paid: by credits, after codes and packs have given theirs.
public struct Payment: Hashable, Sendable {
  /// Whether the codes that were typed are used.
  public var usesCodes = false
  /// The pack that is bought, as an offset in the list of packs, and how many of it; none where 0.
  public var pack: Int32 = 0
  public var packs: Int64 = 0
  /// How many credits would be lacking without packs.
  public var lacking: Int64 = 0
}
