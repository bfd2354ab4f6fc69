import Quantities
import Statistics

/// The credits of accounts, packs and codes, and the ledger of all transfers between them.
///
/// Credits that lapse are kept separately, grouped by grant, and are spent first, starting with those that lapse
/// soonest. Automatic entries (for accounts that open, codes that end and credits that expire) are dated at their own
/// times and precede any later entry.
struct Till: ~Copyable {
  var ledger = Ledger<BookEntry>()
  var accounts: [AccountState]
  private var codes: [CodeState]
  var grants: [Grant] = []
  private var portions: [Portion] = []
  private var uses: [CodeUse] = []
  /// The first portion of each order taken from credits that lapse; −1 for none.
  private var firstPortions: [Int32]
  /// The queues of expiring credits, by pack and by promotion, and the time of the next expiry among all queues.
  var expiringPacks: [ExpiryQueue]
  var expiringGifts: [ExpiryQueue]
  var nextExpiry = Milliseconds.never
  /// The number of gifts remaining for each promotion.
  var giftsLeft: [Int64]
  /// The number of credits of each order that were paid for by bank card; empty if bank cards are not accepted.
  private var cardCredits: [Int64]
  private(set) var sponsors: Sponsors?
  /// The free credits; nil if they are not counted separately.
  var free: FreeCredits?
  /// The queue of expiring credits from referrals, the number of rewards remaining for each account, and whether each
  /// account has paid before.
  var expiringReferrals = ExpiryQueue()
  var rewardsLeft: [Int64]
  var hasPaid: [Bool]
  let setup: OrdersSetup
  let random: RandomSource
  /// The accounts by opening time and the lapsing codes by end time, and how many of them have been processed.
  private let openings: [AccountIndex]
  private var opened = 0
  private let endings: [CodeIndex]
  private var ended = 0

  init(_ setup: OrdersSetup, random: RandomSource) {
    self.setup = setup
    self.random = random
    expiringPacks = setup.fields.packs.map { _ in ExpiryQueue() }
    expiringGifts = setup.fields.promotions.map { _ in ExpiryQueue() }
    giftsLeft = setup.fields.promotions.map(\.number)
    cardCredits = setup.fields.payment.direct == nil ? [] : Array(repeating: 0, count: setup.orders.count)
    sponsors = Sponsors(setup)
    free = FreeCredits(setup)
    rewardsLeft = setup.fields.referral.map { Array(repeating: $0.most, count: setup.accounts.count) } ?? []
    hasPaid = setup.fields.referral == nil ? [] : Array(repeating: false, count: setup.accounts.count)
    accounts = setup.accounts.map { _ in AccountState() }
    codes = setup.fields.codes.map { CodeState(usesLeft: $0.uses) }
    firstPortions = Array(repeating: -1, count: setup.orders.count)
    openings = setup.accounts.places.sorted {
      (setup.accounts[$0].opens, $0) < (setup.accounts[$1].opens, $1)
    }
    endings = setup.fields.codes.places.filter { setup.fields.codes[$0].hasLapsingCredits }.ordered {
      (setup.fields.codes[$0].end, $0) < (setup.fields.codes[$1].end, $1)
    }
    // A hold and a use for each order, and packs for some; memory that is never touched costs nothing.
    ledger.reserve(4 * setup.orders.count + setup.accounts.count)
  }

  // MARK: - What happens by itself

  /// Posts all automatic entries due until `time`.
  ///
  /// - Complexity: O(1) amortised over accounts and credits that lapse.
  @inline(__always)
  mutating func settle(until time: Milliseconds) {
    if opened < openings.count || ended < endings.count || nextExpiry <= time { settleNext(until: time) }
  }

  private mutating func settleNext(until time: Milliseconds) {
    while true {
      let opening = opened < openings.count ? max(.zero, setup.accounts[openings[opened]].opens) : .never
      let ending = ended < endings.count ? max(.zero, setup.fields.codes[endings[ended]].end) : .never
      guard min(opening, ending, nextExpiry) <= time else { return }
      if opening <= min(ending, nextExpiry) {
        open(openings[opened], at: opening)
        opened += 1
      } else if ending <= nextExpiry {
        lapse(endings[ended], at: ending)
        ended += 1
      } else {
        expire(at: nextExpiry)
      }
    }
  }

  private mutating func open(_ account: AccountIndex, at time: Milliseconds) {
    let credits = setup.accounts[account].credits
    accounts[account].plain += credits
    free?.add(credits, to: account)
    ledger.post(.opening, credits, account: account, at: time)
    if !setup.fields.promotions.isEmpty { welcome(account, at: time) }
    if setup.fields.referral != nil { rewardOpening(of: account, at: time) }
  }

  private mutating func lapse(_ code: CodeIndex, at time: Milliseconds) {
    var place = codes[code].firstGrant
    while place >= 0 {
      end(place, at: time)
      place = grants[Int(place)].nextOfCode
    }
  }

  /// Ends a grant, so that its remaining credits lapse.
  mutating func end(_ place: Int32, at time: Milliseconds) {
    let grant = grants[Int(place)]
    grants[Int(place)].left = 0
    accounts[grant.account].lapsing -= grant.left
    accounts[grant.account].lapsed += grant.left
    free?.lapse(grant.left, of: place, in: grant.account)
    ledger.post(grant.ending, grant.left, account: grant.account, at: time)
  }

  // MARK: - Credits

  /// Returns the number of credits in `account`.
  func balance(of account: AccountIndex) -> Int64 { accounts[account].balance }

  /// Returns whether `account` could use `code` at `time`.
  func isValid(_ code: CodeIndex, for account: AccountIndex, at time: Milliseconds) -> Bool {
    guard code != .none else { return false }
    return setup.fields.codes[code].begin <= time && time < setup.fields.codes[code].end
      && codes[code].usesLeft > 0
      && useCount(of: code, by: account) < setup.fields.codes[code].usesPerAccount
  }

  private func useCount(of code: CodeIndex, by account: AccountIndex) -> Int64 {
    var place = accounts[account].firstUse
    while place >= 0 {
      if uses[Int(place)].code == code { return uses[Int(place)].count }
      place = uses[Int(place)].next
    }
    return 0
  }

  /// Takes the payment for `order`, and holds one credit for each recipient.
  ///
  /// - Precondition: `examine` has found the payment possible at the same `time`.
  /// - Returns: the money paid.
  @discardableResult
  mutating func pay(_ payment: Payment, for index: OrderIndex, at time: Milliseconds) -> Int64 {
    let order = setup.orders[index]
    let account = order.account
    if payment.usesCodes {
      for place in order.codes { redeem(setup.typedCodes[Int(place)], order: index, at: time) }
    }
    let price = payment.price(in: setup)
    if let price {
      accounts[account].paid += price
      ledger.post(.payment, price, account: account, order: index, at: time)
    }
    if payment.isByCard {
      cardCredits[Int(index)] = payment.byCard
      accounts[account].byCard += payment.byCard
      accounts[account].held += payment.byCard
      ledger.post(.card, payment.byCard, account: account, order: index, at: time)
    } else if payment.packs > 0 {
      buy(payment, for: index, at: time)
    }
    if payment.byCampaign > 0 {
      sponsors?.pay(payment, for: index, of: account, at: time, &accounts[account], &ledger)
    }
    let credits = Int64(order.recipients) - payment.byCard - payment.byCampaign
    spend(credits, from: account, for: index)
    ledger.post(.hold, credits, account: account, order: index, at: time)
    return price ?? 0
  }

  private mutating func buy(_ payment: Payment, for order: OrderIndex, at time: Milliseconds) {
    let account = setup.orders[order].account
    let pack = setup.fields.packs[Int(payment.pack)]
    let credits = payment.packs * pack.credits
    accounts[account].bought += credits
    ledger.post(.pack, credits, account: account, order: order, at: time)
    if let span = pack.expiry {
      expiringPacks[Int(payment.pack)].append(
        grant(credits, to: account, until: time.saturatingAdd(span), .expiry, isGiven: false))
    } else {
      accounts[account].plain += credits
    }
  }

  private mutating func redeem(_ code: CodeIndex, order: OrderIndex, at time: Milliseconds) {
    let account = setup.orders[order].account
    let credits = setup.fields.codes[code].credits
    codes[code].usesLeft -= setup.fields.codes[code].uses == .max ? 0 : 1
    countUse(of: code, by: account)
    accounts[account].fromCodes += credits
    ledger.post(.code, credits, account: account, order: order, at: time)
    if setup.fields.codes[code].hasLapsingCredits {
      let before = codes[code].firstGrant
      codes[code].firstGrant = grant(
        credits, to: account, until: setup.fields.codes[code].end, .lapse, afterOfCode: before)
    } else {
      accounts[account].plain += credits
      free?.add(credits, to: account)
    }
  }

  private mutating func countUse(of code: CodeIndex, by account: AccountIndex) {
    var place = accounts[account].firstUse
    while place >= 0 {
      if uses[Int(place)].code == code {
        uses[Int(place)].count += 1
        return
      }
      place = uses[Int(place)].next
    }
    uses.append(CodeUse(code: code, count: 1, next: accounts[account].firstUse))
    accounts[account].firstUse = Int32(uses.count - 1)
  }

  /// Adds a grant of `credits` that lapse at `end` to the account's list, which is sorted by that time; returns the
  /// grant's index.
  mutating func grant(
    _ credits: Int64, to account: AccountIndex, until end: Milliseconds, _ ending: EntryKind,
    afterOfCode: Int32 = -1, isGiven: Bool = true
  ) -> Int32 {
    let new = Int32(grants.count)
    var before: Int32 = -1
    var after = accounts[account].firstGrant
    while after >= 0, grants[Int(after)].end <= end {
      before = after
      after = grants[Int(after)].nextOfAccount
    }
    grants.append(
      Grant(
        account: account, end: end, ending: ending, left: credits, nextOfAccount: after,
        nextOfCode: afterOfCode))
    if before >= 0 {
      grants[Int(before)].nextOfAccount = new
    } else {
      accounts[account].firstGrant = new
    }
    accounts[account].lapsing += credits
    free?.addGrant(credits, to: account, isGiven: isGiven)
    if ending == .expiry { nextExpiry = min(nextExpiry, end) }
    return new
  }

  private mutating func spend(_ credits: Int64, from account: AccountIndex, for order: OrderIndex) {
    var missing = credits
    if accounts[account].lapsing > 0 {
      var place = accounts[account].firstGrant
      while place >= 0, missing > 0 {
        let taken = min(missing, grants[Int(place)].left)
        if taken > 0 {
          grants[Int(place)].left -= taken
          accounts[account].lapsing -= taken
          missing -= taken
          free?.spend(taken, of: place, in: account, for: order)
          portions.append(Portion(grant: place, credits: taken, next: firstPortions[Int(order)]))
          firstPortions[Int(order)] = Int32(portions.count - 1)
        }
        place = grants[Int(place)].nextOfAccount
      }
    }
    accounts[account].plain -= missing
    free?.spend(missing, in: account, for: order)
    accounts[account].held += credits
    precondition(accounts[account].plain >= 0, "an account never holds less than nothing")
  }

  /// Returns the credits held for `order` to its account, where those past their end lapse at once, and refunds any
  /// payment by bank card.
  ///
  /// - Returns: the money refunded.
  mutating func release(_ index: OrderIndex, at time: Milliseconds) -> Int64 {
    let account = setup.orders[index].account
    let byCard = cardCredits.isEmpty ? 0 : cardCredits[Int(index)]
    let byCampaign = sponsors?.credits(of: index) ?? 0
    let credits = Int64(setup.orders[index].recipients) - byCard - byCampaign
    accounts[account].held -= credits
    ledger.post(.release, credits, account: account, order: index, at: time)
    var plain = credits
    var place = firstPortions[Int(index)]
    firstPortions[Int(index)] = -1
    while place >= 0 {
      let portion = portions[Int(place)]
      let grant = grants[Int(portion.grant)]
      plain -= portion.credits
      free?.release(
        portion.credits, of: portion.grant, to: account, from: index, isOver: grant.end <= time)
      if grant.end > time {
        grants[Int(portion.grant)].left += portion.credits
        accounts[account].lapsing += portion.credits
      } else {
        accounts[account].lapsed += portion.credits
        ledger.post(grant.ending, portion.credits, account: account, order: index, at: time)
      }
      place = portion.next
    }
    accounts[account].plain += plain
    free?.release(index, to: account)
    if byCampaign > 0 { sponsors?.takeBack(index, of: account, at: time, &accounts[account], &ledger) }
    return byCard > 0 ? refund(index, byCard, at: time) : 0
  }

  private mutating func refund(_ index: OrderIndex, _ credits: Int64, at time: Milliseconds) -> Int64 {
    let account = setup.orders[index].account
    let price = credits * (setup.fields.payment.direct?.price ?? 0)
    cardCredits[Int(index)] = 0
    accounts[account].held -= credits
    accounts[account].byCard -= credits
    accounts[account].paid -= price
    ledger.post(.cardReturn, credits, account: account, order: index, at: time)
    ledger.post(.refund, price, account: account, order: index, at: time)
    return price
  }

  /// Posts the credits of `order` as used, since its first card has been begun.
  mutating func use(_ index: OrderIndex, at time: Milliseconds) {
    let account = setup.orders[index].account
    let credits = Int64(setup.orders[index].recipients)
    accounts[account].held -= credits
    accounts[account].used += credits
    free?.use(index, of: account)
    ledger.post(.use, credits, account: account, order: index, at: time)
  }
}
