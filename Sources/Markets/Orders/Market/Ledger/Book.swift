/// The currency of an entry in the ledger.
public enum BookCurrency: String, CaseIterable, Sendable {
  case credits
  /// The smallest unit of money.
  case money
}

/// One side of an entry: where credits or money come from or go to.
///
/// Credits originate in the first seven, whose balances are negative or zero; the balances of all others are never
/// negative. The same applies to money, which originates with customers and partners. The balances of a currency
/// always add up to zero.
public enum Book: String, CaseIterable, Sendable {
  /// The opening credits of accounts.
  case opening
  /// Packs that were sold.
  case packs
  /// Codes that were used.
  case codes
  /// Promotions that gave credits.
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

  /// What the book contains.
  public var meaning: String {
    switch self {
    case .opening: "credits that accounts began with (a source: its balance is not positive)"
    case .packs: "credits of packs that were sold (a source)"
    case .codes: "credits of promo codes that were used (a source)"
    case .promotions: "credits that promotions gave (a source)"
    case .cards: "credits that were paid one by one by bank card (a source)"
    case .campaigns: "credits of recipients that campaigns paid for (a source)"
    case .referrals: "credits for bringing others, and for being brought (a source)"
    case .accounts: "credits that customers hold"
    case .held: "credits of orders that are paid and not begun"
    case .used: "credits of orders that were begun"
    case .lapsed: "credits of promo codes, packs and promotions that ended before they were used"
    case .customers: "money that customers paid (a source)"
    case .partners: "money that partners paid for their campaigns (a source)"
    case .revenue: "money that the service took in"
    }
  }
}

/// The purpose of an entry, which fixes both sides.
public enum EntryKind: String, CaseIterable, BitwiseCopyable, Sendable {
  /// An account is opened with credits.
  case opening
  /// A customer pays for packs.
  case payment
  /// The credits of packs are added to the account.
  case pack
  /// A promo code gives its credits.
  case code
  /// A promotion gives its credits.
  case promotion
  /// A bank card pays for an order's missing credits.
  case card
  /// A campaign pays for recipients of an order.
  case campaign
  /// The campaign's partner pays the money.
  case sponsorship
  /// Credits for referring or being referred.
  case referral
  /// The credits of a paid order are taken out of the account.
  case hold
  /// The credits of a cancelled order are given back.
  case release
  /// An order is begun, and its credits are used.
  case use
  /// What is left of an ended code's credits lapses.
  case lapse
  /// What is left of a pack's or promotion's credits expires.
  case expiry
  /// The credits a bank card paid for are returned from a cancelled order.
  case cardReturn = "card_return"
  /// The money a bank card paid is returned for a cancelled order.
  case refund
  /// The credits a campaign paid for are returned from a cancelled order.
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

  /// What the entry means.
  public var meaning: String {
    switch self {
    case .opening: "an account was opened with credits"
    case .payment: "a customer paid for packs, or by bank card for the recipients of an order"
    case .pack: "the credits of packs came into the account"
    case .code: "a promo code gave its credits"
    case .promotion: "a promotion gave its credits"
    case .card: "a paid order got the credits that a bank card paid for"
    case .campaign: "a paid order got the credits that a campaign paid for"
    case .sponsorship: "a partner paid for what its campaign gave"
    case .referral: "an account got credits for bringing another, or for being brought"
    case .hold: "a paid order took its credits out of the account"
    case .release: "an order that was not produced gave its credits back"
    case .use: "an order was begun, and its credits were used"
    case .lapse: "what was left of an ended code's credits lapsed"
    case .expiry: "what was left of a pack's or a promotion's credits expired"
    case .cardReturn: "an order that was not produced gave back the credits that a bank card had paid for"
    case .refund: "a bank card got its money back, since the order was not produced"
    case .campaignReturn: "an order that was not produced gave back the credits that a campaign had paid for"
    case .sponsorshipReturn: "a partner got its money back, since the order was not produced"
    }
  }
}
