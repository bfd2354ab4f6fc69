/// What is counted in a ledger.
public enum BookCurrency: String, CaseIterable, Sendable {
  case credits
  /// The smallest unit of money.
  case money
}

/// One side of an entry: where credits or money come from or go to.
///
/// Credits come into being in the first three, whose balances are negative or zero; all others hold what is not negative.
/// So it is with money, which customers bring in. The balances of a currency add up to zero at all times.
public enum Book: String, CaseIterable, Sendable {
  /// What accounts began with.
  case opening
  /// Packs that were sold.
  case packs
  /// Codes that were used.
  case codes
  /// Credits that customers hold, all accounts together.
  case accounts
  /// Credits of orders that are not begun yet.
  case held
  /// Credits of orders that were begun.
  case used
  /// Credits of codes that ended.
  case lapsed
  /// What customers paid.
  case customers
  /// What the service took in.
  case revenue

  /// Whether its balance may fall below zero: it is where things come from.
  public var isSource: Bool {
    switch self {
    case .opening, .packs, .codes, .customers: true
    case .accounts, .held, .used, .lapsed, .revenue: false
    }
  }

  /// What stands in it.
  public var meaning: String {
    switch self {
    case .opening: "credits that accounts began with (a source: its balance is not positive)"
    case .packs: "credits of packs that were sold (a source)"
    case .codes: "credits of promo codes that were used (a source)"
    case .accounts: "credits that customers hold"
    case .held: "credits of orders that are paid and not begun"
    case .used: "credits of orders that were begun"
    case .lapsed: "credits of promo codes that ended before they were used"
    case .customers: "money that customers paid (a source)"
    case .revenue: "money that the service took in"
    }
  }
}

/// What an entry is for; it fixes both sides.
public enum EntryKind: String, CaseIterable, BitwiseCopyable, Sendable {
  /// An account is opened with credits.
  case opening
  /// A customer pays for packs.
  case payment
  /// The credits of packs come into the account.
  case pack
  /// A promo code gives its credits.
  case code
  /// A paid order takes its credits out of the account.
  case hold
  /// An order that was cancelled gives them back.
  case release
  /// An order is begun, and its credits are used.
  case use
  /// What is left of an ended code's credits lapses.
  case lapse

  /// Where from, where to, and of what.
  public var sides: (from: Book, to: Book, currency: BookCurrency) {
    switch self {
    case .opening: (.opening, .accounts, .credits)
    case .payment: (.customers, .revenue, .money)
    case .pack: (.packs, .accounts, .credits)
    case .code: (.codes, .accounts, .credits)
    case .hold: (.accounts, .held, .credits)
    case .release: (.held, .accounts, .credits)
    case .use: (.held, .used, .credits)
    case .lapse: (.accounts, .lapsed, .credits)
    }
  }

  /// What the entry says.
  public var meaning: String {
    switch self {
    case .opening: "an account was opened with credits"
    case .payment: "a customer paid for packs"
    case .pack: "the credits of packs came into the account"
    case .code: "a promo code gave its credits"
    case .hold: "a paid order took its credits out of the account"
    case .release: "an order that was not produced gave its credits back"
    case .use: "an order was begun, and its credits were used"
    case .lapse: "what was left of an ended code's credits lapsed"
    }
  }
}
