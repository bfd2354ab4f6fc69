public import Quantities

/// The currency of a ledger entry.
public enum BookCurrency: String, CaseIterable, Sendable {
  case credits
  /// Money, in the smallest currency unit.
  case money
}

/// A book: one side of an entry, from which or to which credits or money are moved.
///
/// Credits originate in the first seven books, whose balances are negative or zero; the other balances are never
/// negative. The same applies to money, which originates with customers and partners. The balances of a currency always
/// add up to zero.
public enum Book: String, CaseIterable, Sendable {
  /// The opening credits of accounts.
  case opening
  /// The credits of packs sold.
  case packs
  /// The credits of codes used.
  case codes
  /// The credits given by promotions.
  case promotions
  /// Credits paid for individually by bank card.
  case cards
  /// Credits paid for by campaigns.
  case campaigns
  /// Credits for referring or being referred.
  case referrals
  /// Credits held by customers, in all accounts together.
  case accounts
  /// Credits of orders that are paid but not begun.
  case held
  /// Credits of orders that have been begun.
  case used
  /// Credits that were not used in time.
  case lapsed
  /// The payments of customers.
  case customers
  /// The payments of partners.
  case partners
  /// The revenue of the service.
  case revenue

  /// Whether its balance may be negative, because credits or money originate in it.
  public var isSource: Bool {
    switch self {
    case .opening, .packs, .codes, .promotions, .cards, .campaigns, .referrals, .customers, .partners: true
    case .accounts, .held, .used, .lapsed, .revenue: false
    }
  }

  /// The meaning of the book's balance.
  public var meaning: String {
    switch self {
    case .opening: "opening balances of accounts (a source: its balance is not positive)"
    case .packs: "credits of packs that were sold (a source)"
    case .codes: "credits of promo codes that were used (a source)"
    case .promotions: "credits given by promotions (a source)"
    case .cards: "credits paid for individually by bank card (a source)"
    case .campaigns: "credits for recipients paid for by campaigns (a source)"
    case .referrals: "credits for referring others, and for being referred (a source)"
    case .accounts: "credits that customers hold"
    case .held: "credits of paid orders not started"
    case .used: "credits of started orders"
    case .lapsed: "credits of promo codes, packs and promotions that lapsed unused"
    case .customers: "money paid by customers (a source)"
    case .partners: "money paid by partners for their campaigns (a source)"
    case .revenue: "the revenue of the service"
    }
  }
}

/// The purpose of an entry, which determines both sides.
public enum EntryKind: String, CaseIterable, BitwiseCopyable, Sendable {
  /// An account is opened with credits.
  case opening
  /// A customer pays for packs.
  case payment
  /// The credits of packs are added to the account.
  case pack
  /// The credits of a promo code are added to the account.
  case code
  /// The credits of a promotion are added to the account.
  case promotion
  /// A bank card pays for an order's missing credits.
  case card
  /// A campaign pays for recipients of an order.
  case campaign
  /// The campaign's partner pays for them in money.
  case sponsorship
  /// Credits for referring or being referred.
  case referral
  /// The credits for a paid order are taken out of the account.
  case hold
  /// The credits of a cancelled order are returned to the account.
  case release
  /// An order is begun, and its credits are used.
  case use
  /// The unused credits of an ended code lapse.
  case lapse
  /// The unused credits of a pack, a promotion or a referral expire.
  case expiry
  /// The credits of a cancelled order that were paid for by bank card are returned.
  case cardReturn = "card_return"
  /// The payment by bank card for a cancelled order is refunded.
  case refund
  /// The credits of a cancelled order that a campaign paid for are returned.
  case campaignReturn = "campaign_return"
  /// The partner's money is returned for a cancelled order.
  case sponsorshipReturn = "sponsorship_return"

  /// The book it comes from, the book it goes to, and the currency.
  public var sides: (from: Book, to: Book, currency: BookCurrency) {
    switch self {
    case .opening: (.opening, .accounts, .credits)
    case .payment: (.customers, .revenue, .money)
    case .pack: (.packs, .accounts, .credits)
    case .code: (.codes, .accounts, .credits)
    case .promotion: (.promotions, .accounts, .credits)
    case .card: (.cards, .held, .credits)
    case .campaign: (.campaigns, .held, .credits)
    case .sponsorship: (.partners, .revenue, .money)
    case .referral: (.referrals, .accounts, .credits)
    case .hold: (.accounts, .held, .credits)
    case .release: (.held, .accounts, .credits)
    case .use: (.held, .used, .credits)
    case .lapse, .expiry: (.accounts, .lapsed, .credits)
    case .cardReturn: (.held, .cards, .credits)
    case .refund: (.revenue, .customers, .money)
    case .campaignReturn: (.held, .campaigns, .credits)
    case .sponsorshipReturn: (.revenue, .partners, .money)
    }
  }

  /// The meaning of the entry.
  public var meaning: String {
    switch self {
    case .opening: "an account was opened with credits"
    case .payment: "a customer paid for packs, or by bank card for the recipients of an order"
    case .pack: "the credits of packs came into the account"
    case .code: "a promo code gave its credits"
    case .promotion: "a promotion gave its credits"
    case .card: "a paid order received credits paid for by bank card"
    case .campaign: "a paid order received credits paid for by a campaign"
    case .sponsorship: "a partner paid for the credits of its campaign"
    case .referral: "an account received credits for referring another, or for being referred"
    case .hold: "a paid order took its credits out of the account"
    case .release: "the credits of an order not produced were refunded"
    case .use: "an order was started, and its credits were used"
    case .lapse: "the remaining credits of an expired code lapsed"
    case .expiry: "the remaining credits of a pack or promotion expired"
    case .cardReturn: "the credits paid for by bank card were taken back from an order not produced"
    case .refund: "the money was refunded to the bank card because the order was not produced"
    case .campaignReturn: "the credits paid for by a campaign were taken back from an order not produced"
    case .sponsorshipReturn: "the money was refunded to the partner because the order was not produced"
    }
  }
}

/// An entry of the ledger: an amount moved from one book to another.
public struct BookEntry: DoubleEntry, Hashable, BitwiseCopyable {
  public var time: Milliseconds
  /// The amount, in credits or in the smallest currency unit; positive.
  public var amount: Int64
  public var account: AccountIndex
  /// The order it belongs to; `.none` for automatic entries (account openings, their promotions, lapses and expiries).
  public var order: OrderIndex
  public var kind: EntryKind

  public var from: Book { kind.sides.from }
  public var to: Book { kind.sides.to }
}

extension Ledger<BookEntry> {
  init() { self.init(accounts: Book.allCases.count) }

  /// Posts an entry of `amount`.
  ///
  /// - Precondition: the book that is debited is a source, or has a balance of at least `amount`.
  mutating func post(
    _ kind: EntryKind, _ amount: Int64, account: AccountIndex, order: OrderIndex = .none,
    at time: Milliseconds
  ) {
    post(BookEntry(time: time, amount: amount, account: account, order: order, kind: kind))
  }
}

extension Book: LedgerAccount {
  public var mayOwe: Bool { isSource }

  public var place: Int {
    switch self {
    case .opening: 0
    case .packs: 1
    case .codes: 2
    case .promotions: 3
    case .cards: 4
    case .campaigns: 5
    case .referrals: 6
    case .accounts: 7
    case .held: 8
    case .used: 9
    case .lapsed: 10
    case .customers: 11
    case .partners: 12
    case .revenue: 13
    }
  }
}
