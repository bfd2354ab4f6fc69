import Quantities
import Statistics

/// Who holds which credits: accounts, packs, codes, and the ledger of all that moves between them.
///
/// Credits of codes that lapse are kept apart from others, by code, and are spent first, those that lapse soonest before
/// the rest. What happens by itself, accounts that open and codes that end, is entered at its time before anything later is.
struct Till: ~Copyable {
  private(set) var ledger = Ledger<BookEntry>()
  private(set) var accounts: [AccountState]
  private var codes: [CodeState]
  private var grants: [Grant] = []
  private var portions: [Portion] = []
  private var uses: [CodeUse] = []
  /// The first of the portions of an order that came from codes that lapse; −1 for none.
  private var firstPortions: [Int32]
  private let world: OrdersSetup
  /// The accounts by when they open and the codes that lapse by when they end, and how many of each have.
  private let openings: [AccountIndex]
  private var opened = 0
  private let endings: [CodeIndex]
  private var ended = 0

  init(_ world: OrdersSetup) {
    self.world = world
    accounts = world.accounts.map { _ in AccountState() }
    codes = world.codes.map { CodeState(usesLeft: $0.uses) }
    firstPortions = Array(repeating: -1, count: world.orders.count)
    openings = world.accounts.places.sorted {
      (world.accounts[$0].opens, $0) < (world.accounts[$1].opens, $1)
    }
    endings = world.codes.places.filter { world.codes[$0].hasLapsingCredits }.sorted {
      (world.codes[$0].end, $0) < (world.codes[$1].end, $1)
    }
    // A hold and a use for each, and packs for some; what is not touched costs nothing.
    ledger.reserve(4 * world.orders.count + world.accounts.count)
  }

  // MARK: - What happens by itself

  /// Enters what has happened by itself until `time`.
  ///
  /// - Complexity: O(1) amortised over accounts and credits that lapse.
  @inline(__always)
  mutating func settle(until time: Milliseconds) {
    if opened < openings.count || ended < endings.count { settleNext(until: time) }
  }

  private mutating func settleNext(until time: Milliseconds) {
    while true {
      let opening = opened < openings.count ? max(.zero, world.accounts[openings[opened]].opens) : .never
      let ending = ended < endings.count ? max(.zero, world.codes[endings[ended]].end) : .never
      guard min(opening, ending) <= time else { return }
      if opening <= ending {
        let account = openings[opened]
        let credits = world.accounts[account].credits
        accounts[account].plain += credits
        ledger.post(.opening, credits, account: account, at: opening)
        opened += 1
      } else {
        lapse(endings[ended], at: ending)
        ended += 1
      }
    }
  }

  private mutating func lapse(_ code: CodeIndex, at time: Milliseconds) {
    var place = codes[code].firstGrant
    while place >= 0 {
      let grant = grants[Int(place)]
      if grant.left > 0 {
        grants[Int(place)].left = 0
        accounts[grant.account].coded -= grant.left
        accounts[grant.account].lapsed += grant.left
        ledger.post(.lapse, grant.left, account: grant.account, at: time)
      }
      place = grant.nextOfCode
    }
  }

  // MARK: - Credits

  /// The credits in `account`.
  func balance(of account: AccountIndex) -> Int64 { accounts[account].balance }

  /// Whether `account` could use `code` at `time`.
  func isValid(_ code: CodeIndex, for account: AccountIndex, at time: Milliseconds) -> Bool {
    guard code != .none else { return false }
    return time < world.codes[code].end && codes[code].usesLeft > 0
      && useCount(of: code, by: account) < world.codes[code].usesPerAccount
  }

  private func useCount(of code: CodeIndex, by account: AccountIndex) -> Int64 {
    var place = accounts[account].firstUse
    while place >= 0 {
      if uses[Int(place)].code == code { return uses[Int(place)].count }
      place = uses[Int(place)].next
    }
    return 0
  }

  /// Takes what `payment` says for `order`, and holds a credit for each recipient.
  ///
  /// - Precondition: the payment was found to hold at the same time.
  mutating func pay(_ payment: Payment, for index: OrderIndex, at time: Milliseconds) {
    let order = world.orders[index]
    let account = order.account
    if payment.usesCodes {
      for place in order.codes { redeem(world.typedCodes[Int(place)], order: index, at: time) }
    }
    if payment.packs > 0 {
      let pack = world.packs[Int(payment.pack)]
      let (price, credits) = (payment.packs * pack.price, payment.packs * pack.credits)
      accounts[account].paid += price
      accounts[account].bought += credits
      accounts[account].plain += credits
      ledger.post(.payment, price, account: account, order: index, at: time)
      ledger.post(.pack, credits, account: account, order: index, at: time)
    }
    spend(Int64(order.recipients), from: account, for: index)
    ledger.post(.hold, Int64(order.recipients), account: account, order: index, at: time)
  }

  private mutating func redeem(_ code: CodeIndex, order: OrderIndex, at time: Milliseconds) {
    let account = world.orders[order].account
    let credits = world.codes[code].credits
    codes[code].usesLeft -= world.codes[code].uses == .max ? 0 : 1
    countUse(of: code, by: account)
    accounts[account].fromCodes += credits
    ledger.post(.code, credits, account: account, order: order, at: time)
    if world.codes[code].hasLapsingCredits {
      grant(credits, of: code, to: account)
    } else {
      accounts[account].plain += credits
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

  /// Puts credits that lapse into their place in the account's list: the sooner they do, the farther in front.
  private mutating func grant(_ credits: Int64, of code: CodeIndex, to account: AccountIndex) {
    let new = Int32(grants.count)
    let end = world.codes[code].end
    var before: Int32 = -1
    var after = accounts[account].firstGrant
    while after >= 0, world.codes[grants[Int(after)].code].end <= end {
      before = after
      after = grants[Int(after)].nextOfAccount
    }
    grants.append(
      Grant(
        account: account, code: code, left: credits, nextOfAccount: after, nextOfCode: codes[code].firstGrant)
    )
    codes[code].firstGrant = new
    if before >= 0 {
      grants[Int(before)].nextOfAccount = new
    } else {
      accounts[account].firstGrant = new
    }
    accounts[account].coded += credits
  }

  private mutating func spend(_ credits: Int64, from account: AccountIndex, for order: OrderIndex) {
    var missing = credits
    if accounts[account].coded > 0 {
      var place = accounts[account].firstGrant
      while place >= 0, missing > 0 {
        let taken = min(missing, grants[Int(place)].left)
        if taken > 0 {
          grants[Int(place)].left -= taken
          accounts[account].coded -= taken
          missing -= taken
          portions.append(Portion(grant: place, credits: taken, next: firstPortions[Int(order)]))
          firstPortions[Int(order)] = Int32(portions.count - 1)
        }
        place = grants[Int(place)].nextOfAccount
      }
    }
    accounts[account].plain -= missing
    accounts[account].held += credits
    precondition(accounts[account].plain >= 0, "an account never holds less than nothing")
  }

  /// Gives the credits held for `order` back; those of a code that has ended lapse at once.
  mutating func release(_ index: OrderIndex, at time: Milliseconds) {
    let order = world.orders[index]
    let account = order.account
    let credits = Int64(order.recipients)
    accounts[account].held -= credits
    ledger.post(.release, credits, account: account, order: index, at: time)
    var plain = credits
    var place = firstPortions[Int(index)]
    firstPortions[Int(index)] = -1
    while place >= 0 {
      let portion = portions[Int(place)]
      let code = grants[Int(portion.grant)].code
      plain -= portion.credits
      if world.codes[code].end > time {
        grants[Int(portion.grant)].left += portion.credits
        accounts[account].coded += portion.credits
      } else {
        accounts[account].lapsed += portion.credits
        ledger.post(.lapse, portion.credits, account: account, order: index, at: time)
      }
      place = portion.next
    }
    accounts[account].plain += plain
  }

  /// The first card of `order` is begun: its credits are used.
  mutating func use(_ index: OrderIndex, at time: Milliseconds) {
    let account = world.orders[index].account
    let credits = Int64(world.orders[index].recipients)
    accounts[account].held -= credits
    accounts[account].used += credits
    ledger.post(.use, credits, account: account, order: index, at: time)
  }
}
